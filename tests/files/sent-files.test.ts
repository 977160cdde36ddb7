import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepSentFile, removeSentFiles, sentFileBytes } from '../../src/files/inbox-folder.ts';
import { createKeptImages } from '../../src/files/kept-files.ts';

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-sent-')));
  workspace = path.join(root, 'project');
  mkdirSync(workspace);
});
afterEach(() => rmSync(root, { recursive: true }));

const keep = (name: string, text: string) =>
  keepSentFile({ workspace, name, bytes: Buffer.from(text), isObeyed: (one) => one === 'Makefile' });
const inbox = () => path.join(workspace, '.wasap/inbox');
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('a document', () => {
  test('makes no project anew that is gone', async () => {
    rmSync(workspace, { recursive: true });
    await expect(keep('plan.txt', 'x')).rejects.toMatchObject({ kind: 'not-found' });
    expect(existsSync(workspace)).toBe(false);
  });

  test('lies in the inbox folder, hidden from git, closed to others, not executable', async () => {
    const kept = await keep('run me.sh', '#!/bin/sh\n');
    expect({
      kept,
      text: readFileSync(path.join(workspace, kept), 'utf8'),
      mode: modeOf(path.join(workspace, kept)),
      ignored: readFileSync(path.join(workspace, '.wasap/.gitignore'), 'utf8'),
      all: readdirSync(inbox()),
    }).toEqual({
      kept: '.wasap/inbox/run_me.sh',
      text: '#!/bin/sh\n',
      mode: '600',
      ignored: '*\n',
      all: ['run_me.sh'],
    });
  });

  test('that tools would run or obey bears the ending of a text', async () => {
    expect([await keep('a.test.js', 'one'), await keep('Makefile', 'two')]).toEqual([
      '.wasap/inbox/a.test.js.txt',
      '.wasap/inbox/Makefile.txt',
    ]);
  });

  test('is read back, and only while it is a file in that very folder', async () => {
    const kept = await keep('a.txt', 'one');
    const read = async (file: string) => (await sentFileBytes({ workspace, path: file }))?.toString();
    const before = await read(kept);
    writeFileSync(path.join(root, 'secret.txt'), 'secret');
    writeFileSync(path.join(workspace, 'b.txt'), 'outside of it');
    symlinkSync(path.join(root, 'secret.txt'), path.join(inbox(), 'link.txt'));
    mkdirSync(path.join(inbox(), 'folder'));
    const others = ['link.txt', 'folder', 'gone.txt', '../../b.txt'].map((one) => `.wasap/inbox/${one}`);
    expect([before, await Promise.all(others.map(read))]).toEqual(['one', others.map(() => undefined)]);
    rmSync(inbox(), { recursive: true });
    symlinkSync(root, inbox());
    expect(await read('.wasap/inbox/secret.txt')).toBeUndefined();
  });

  test('never takes the place of another one', async () => {
    const kept = [await keep('a.txt', 'one'), await keep('a.txt', 'two'), await keep('a.txt', 'three')];
    expect(kept).toEqual(['.wasap/inbox/a.txt', '.wasap/inbox/a-2.txt', '.wasap/inbox/a-3.txt']);
    expect(kept.map((one) => readFileSync(path.join(workspace, one), 'utf8'))).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  test('that comes again is not kept twice', async () => {
    await keep('a.txt', 'one');
    await keep('a.txt', 'two');
    expect(await keep('a.txt', 'two')).toBe('.wasap/inbox/a-2.txt');
    expect(readdirSync(inbox())).toEqual(['a-2.txt', 'a.txt']);
  });

  test('does not follow a link that has its name', async () => {
    await keep('a.txt', 'one');
    const link = path.join(inbox(), 'b.txt');
    symlinkSync(path.join(root, 'elsewhere'), link);
    expect(await keep('b.txt', 'two')).toBe('.wasap/inbox/b-2.txt');
    expect(existsSync(path.join(root, 'elsewhere'))).toBe(false);
  });

  test.each(['.wasap', '.wasap/inbox'])('is refused when %s is a link', async (link) => {
    const outside = path.join(root, 'outside');
    mkdirSync(outside);
    if (link !== '.wasap') mkdirSync(path.join(workspace, '.wasap'));
    symlinkSync(outside, path.join(workspace, link));
    await expect(keep('a.txt', 'one')).rejects.toMatchObject({ kind: 'denied' });
    expect(readdirSync(outside)).toEqual([]);
  });

  test('is refused when .wasap is a file', async () => {
    writeFileSync(path.join(workspace, '.wasap'), '');
    await expect(keep('a.txt', 'one')).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('is refused when a hundred of its name are there', async () => {
    mkdirSync(inbox(), { recursive: true });
    for (const name of ['a.txt', ...Array.from({ length: 99 }, (_, at) => `a-${at + 2}.txt`)])
      writeFileSync(path.join(inbox(), name), name);
    await expect(keep('a.txt', 'one')).rejects.toMatchObject({ kind: 'denied' });
    expect(readdirSync(inbox())).toHaveLength(100);
  });

  test('that is old is removed; folders and what is younger stay', async () => {
    await keep('old.txt', 'one');
    await keep('new.txt', 'two');
    mkdirSync(path.join(inbox(), 'own'));
    utimesSync(path.join(inbox(), 'old.txt'), 1, 1);
    expect(await removeSentFiles(workspace, 10_000)).toBe(1);
    expect(readdirSync(inbox())).toEqual(['new.txt', 'own']);
  });

  test('behind a link is not removed', async () => {
    const outside = path.join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'old.txt'), '');
    utimesSync(path.join(outside, 'old.txt'), 1, 1);
    mkdirSync(path.join(workspace, '.wasap'));
    symlinkSync(outside, inbox());
    expect(await removeSentFiles(workspace, 10_000)).toBe(0);
    expect(readdirSync(outside)).toEqual(['old.txt']);
  });

  test('is not looked for where there is no inbox', async () => {
    expect(await removeSentFiles(workspace, 10_000)).toBe(0);
  });
});

describe('a picture', () => {
  test('is kept once, closed to others, and read again', async () => {
    const images = createKeptImages(path.join(root, 'images'));
    const image = await images.keep(Buffer.from('png'), 'image/png');
    await images.keep(Buffer.from('png'), 'image/png');
    const file = path.join(root, 'images', image.hash);
    expect({
      all: readdirSync(path.join(root, 'images')),
      mode: modeOf(file),
      folder: modeOf(path.join(root, 'images')),
      bytes: Buffer.from(images.bytesOf(image) ?? []).toString(),
    }).toEqual({ all: [image.hash], mode: '600', folder: '700', bytes: 'png' });
  });

  test('that is gone or was changed is not given out', async () => {
    const images = createKeptImages(path.join(root, 'images'));
    const one = await images.keep(Buffer.from('one'), 'image/png');
    const two = await images.keep(Buffer.from('two'), 'image/png');
    rmSync(path.join(root, 'images', one.hash));
    writeFileSync(path.join(root, 'images', two.hash), 'other');
    expect([images.bytesOf(one), images.bytesOf(two)]).toEqual([undefined, undefined]);
  });

  test('that is old is forgotten', async () => {
    const images = createKeptImages(path.join(root, 'images'));
    expect(await images.removeOlder(10_000)).toBe(0);
    const old = await images.keep(Buffer.from('old'), 'image/png');
    const young = await images.keep(Buffer.from('new'), 'image/png');
    utimesSync(path.join(root, 'images', old.hash), 1, 1);
    expect(await images.removeOlder(10_000)).toBe(1);
    expect(readdirSync(path.join(root, 'images'))).toEqual([young.hash]);
  });
});
