import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  createAppendOnlyObjects,
  objectsIn,
  removeFullFiles,
  writeAppended,
} from '../../../src/git/checkpoints/append-only-objects.ts';
import { createCheckpoints } from '../../../src/git/checkpoints/checkpoints.ts';
import { blobHash, objectOf, readBatch } from '../../../src/git/checkpoints/shadow.ts';
import { isSecretPath } from '../../../src/policy/file-classes.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { treeOf, undoRig } from './rig.ts';

const contentOf = (text: string) => ({
  hash: blobHash(Buffer.from(text)),
  object: objectOf(Buffer.from(text)),
});

const record = ({ hash, object }: ReturnType<typeof contentOf>): Buffer =>
  Buffer.concat([Buffer.from(`${hash} ${object.length}\n`), object]);

function ground() {
  const folder = mkdtempSync(path.join(tmpdir(), 'appended-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (args: readonly string[], input = ''): Buffer =>
    execFileSync('git', args, { cwd: folder, input });
  git(['init', '-q', '--bare', 'git']);
  const appended = path.join(folder, 'piles');
  mkdirSync(appended);
  const objects = createAppendOnlyObjects(appended);
  const written = new Map<string, number>();
  return {
    appended,
    write: (name: string, bytes: Buffer) => writeFileSync(path.join(appended, name), bytes),
    append: (name: string, bytes: Buffer) => appendFileSync(path.join(appended, name), bytes),
    add: async (text: string) => {
      const { hash, object } = contentOf(text);
      await objects.add(hash, object);
    },
    settle: () => writeAppended({ folder: appended, objects: path.join(folder, 'git/objects'), written }),
    removeFull: () => removeFullFiles({ folder: appended, objects: path.join(folder, 'git/objects') }),
    /** Which of these git has. */
    known(...texts: readonly string[]) {
      const input = texts.map((text) => `${contentOf(text).hash}\n`).join('');
      const found = new Map<string, Buffer>();
      readBatch(git(['--git-dir=git', 'cat-file', '--batch'], input), found);
      return [...found.values()].map(String);
    },
  };
}

test('git gets what was added, whatever it holds, as often as it is asked for', async () => {
  const { add, settle, known } = ground();
  const texts = ['', 'one\n', 'a\0b\n40 3\n', 'x'.repeat(100_000)];
  for (const text of texts) await add(text);
  await settle();
  expect(known(...texts)).toEqual(texts);
  await add('later');
  await settle();
  expect(known('later', 'one\n')).toEqual(['later', 'one\n']);
});

test('of a file that ends in the middle of a content all before it is found, and the rest when it is there', async () => {
  const { write, append, settle, known } = ground();
  const [one, two] = [record(contentOf('one')), record(contentOf('two'))];
  write('other', Buffer.concat([one, two.subarray(0, 50)]));
  await settle();
  expect(known('one', 'two')).toEqual(['one']);
  append('other', two.subarray(50));
  await settle();
  expect(known('one', 'two')).toEqual(['one', 'two']);
});

test('git gets nothing that is not what its name says', async () => {
  const { write, settle, known } = ground();
  const [one, two] = [contentOf('one'), contentOf('two')];
  const lost = { ...one, object: Buffer.alloc(20) };
  const other = { ...one, object: contentOf('three').object };
  write('broken', Buffer.concat([lost, other, two].map(record)));
  await settle();
  expect(known('one', 'two', 'three')).toEqual(['two']);
});

test('a file that somebody removed is begun anew', async () => {
  const { appended, add, settle, known } = ground();
  await add('one');
  for (const name of readdirSync(appended)) rmSync(path.join(appended, name));
  await add('two');
  await settle();
  expect(known('one', 'two')).toEqual(['two']);
});

test('a full file is given to git and removed, the one after it stays', { tags: 'full' }, async () => {
  const { appended, add, removeFull, known } = ground();
  const large = 'x'.repeat(17 * 1024 * 1024);
  for (const text of ['one', large, 'two']) await add(text);
  expect(readdirSync(appended)).toHaveLength(2);
  await removeFull();
  expect([readdirSync(appended).length, known('one', 'two')]).toEqual([1, ['one']]);
});

test('where there are no such files there is nothing to give', async () => {
  const { appended, settle, removeFull } = ground();
  rmSync(appended, { recursive: true });
  expect([await settle(), await removeFull()]).toEqual([undefined, undefined]);
});

test('every beginning of a file holds the contents that are whole in it', { tags: 'full' }, () => {
  const texts = fc.array(fc.string({ unit: anyCharacter, maxLength: 30 }), { maxLength: 5 });
  fc.assert(
    fc.property(texts, fc.nat(), (contents, cut) => {
      const all = contents.map(contentOf);
      const records = all.map(record);
      const bytes = Buffer.concat(records);
      const end = cut % (bytes.length + 1);
      const ends = records.map((_, place) => Buffer.concat(records.slice(0, place + 1)).length);
      expect(objectsIn(bytes.subarray(0, end))).toEqual(all.filter((_, place) => (ends[place] ?? 0) <= end));
    }),
  );
});

test('another program takes back what one that was killed has changed', async () => {
  const rig = undoRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'before\n'));
  const before = treeOf(rig.workspace);
  await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'first\n'));
  await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'second\n'));
  const next = createCheckpoints({
    folder: path.join(rig.data, 'checkpoints'),
    environment: { PATH: process.env.PATH ?? '', HOME: rig.data },
    ownFolders: [rig.data],
    isSecret: isSecretPath,
  });
  const request = {
    workspace: rig.workspace,
    steps: rig.steps.slice(1),
    ownBranch: undefined,
    pushed: [],
    brought: [],
  };
  await next.apply(rig.workspace, await next.plan(request));
  expect(readFileSync(rig.at('a.txt'), 'utf8')).toBe('first\n');
  const all = { ...request, steps: rig.steps };
  await next.apply(rig.workspace, await next.plan(all));
  expect(treeOf(rig.workspace)).toEqual(before);
});
