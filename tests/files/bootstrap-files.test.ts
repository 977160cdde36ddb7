import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOOTSTRAP_NAMES, type BootstrapFault, type BootstrapFile } from '../../src/contracts/assignment.ts';
import { createBootstrapFiles } from '../../src/files/bootstrap-files.ts';

let outside: string;
let folder: string;
beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'wasap-bootstrap-'));
  folder = path.join(outside, 'workspace');
  mkdirSync(folder);
});
afterEach(() => rmSync(outside, { recursive: true }));

function put(place: string, text: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
  writeFileSync(path.join(folder, place), text);
}

function empty(place: string): string {
  rmSync(place, { recursive: true });
  return place;
}

const files = (project = '/home/ana/shop') => createBootstrapFiles(folder)(project, BOOTSTRAP_NAMES);
const places = (project: string) => files(project).map(({ place }) => place);

test('the three files are read in their order, without a byte order mark and space around', () => {
  put('TOOLS.md', 'Use make.\n');
  put('USER.md', '\uFEFFAna, de Sevilla.\r\n');
  put('SOUL.md', '\n# Soul\n\nBe brief.\n');
  expect(files()).toEqual<readonly BootstrapFile[]>([
    {
      kind: 'read',
      name: 'SOUL.md',
      place: 'SOUL.md',
      text: '# Soul\n\nBe brief.',
      bytes: 19,
      isCut: false,
    },
    { kind: 'read', name: 'USER.md', place: 'USER.md', text: 'Ana, de Sevilla.', bytes: 21, isCut: false },
    { kind: 'read', name: 'TOOLS.md', place: 'TOOLS.md', text: 'Use make.', bytes: 10, isCut: false },
  ]);
});

test('only what is asked for is read, and what is written later is there the next time', () => {
  const read = createBootstrapFiles(folder);
  put('SOUL.md', 'one');
  put('TOOLS.md', 'two');
  const before = read('/p', ['SOUL.md', 'USER.md']).map(({ name }) => name);
  put('USER.md', 'three');
  expect([before, read('/p', ['SOUL.md', 'USER.md']).map(({ name }) => name)]).toEqual([
    ['SOUL.md'],
    ['SOUL.md', 'USER.md'],
  ]);
});

test.each([
  ['no folder', () => empty(folder)],
  ['a file in place of the folder', () => writeFileSync(empty(folder), 'x')],
  ['nothing in it', () => undefined],
  ['an empty file', () => put('SOUL.md', ' \n\n')],
  ['other names', () => put('soul.markdown', 'x')],
])('%s is nothing, without a word', (_, make) => {
  make();
  expect(files()).toEqual([]);
});

describe('a project', () => {
  test('has files of its own in the folder called as it is, and the others of everybody', () => {
    for (const place of ['SOUL.md', 'USER.md', 'shop/SOUL.md']) put(place, place);
    expect([places('/home/ana/shop'), places('/home/ana/blog')]).toEqual([
      ['shop/SOUL.md', 'USER.md'],
      ['SOUL.md', 'USER.md'],
    ]);
  });

  test('of a name that another one has too is told by the folders that it lies in', () => {
    for (const place of ['api/SOUL.md', 'shop/api/SOUL.md', 'b/shop/api/SOUL.md']) put(place, place);
    expect(['/a/blog/api', '/a/shop/api', '/b/shop/api', '/workshop/api'].flatMap(places)).toEqual([
      'api/SOUL.md',
      'shop/api/SOUL.md',
      'b/shop/api/SOUL.md',
      'api/SOUL.md',
    ]);
  });

  test('does without one by an empty file', () => {
    put('SOUL.md', 'for everybody');
    put('shop/SOUL.md', '');
    expect(files()).toEqual([]);
  });

  test.each(['/', '/home/ana/SOUL.md', `/${'n'.repeat(300)}`, '/home/ana/$(id) *'])(
    'called %s is read for like any other',
    (project) => {
      put('SOUL.md', 'for everybody');
      expect(places(project)).toEqual(['SOUL.md']);
    },
  );
});

describe('a file that is too long', () => {
  test('is cut after a whole line, and says so', () => {
    put('SOUL.md', Array.from({ length: 700 }, (_, n) => `line ${String(n).padStart(4, '0')}`).join('\n'));
    const [found] = files();
    expect(found).toEqual({
      kind: 'read',
      name: 'SOUL.md',
      place: 'SOUL.md',
      text: Array.from({ length: 600 }, (_, n) => `line ${String(n).padStart(4, '0')}`).join('\n'),
      bytes: 6999,
      isCut: true,
    });
  });

  test('is not cut within a character, wherever reading ends', () => {
    const texts = ['', 'a', 'ab'].map((start) => {
      put('SOUL.md', start + '€'.repeat(20_000));
      return files().flatMap((file) =>
        file.kind === 'read' ? [file.text.length, file.text.at(-1)] : file.why,
      );
    });
    expect(texts).toEqual([
      [6000, '€'],
      [6000, '€'],
      [6000, '€'],
    ]);
  });

  test('is not loaded as a whole: one of a terabyte is refused for its zeros', () => {
    put('SOUL.md', '');
    truncateSync(path.join(folder, 'SOUL.md'), 2 ** 40);
    expect(files()).toEqual([{ kind: 'refused', name: 'SOUL.md', place: 'SOUL.md', why: 'not-text' }]);
  });

  test('ends where it should at the limit itself', () => {
    put('SOUL.md', 'x'.repeat(6000));
    put('USER.md', 'x'.repeat(6001));
    expect(files().map((file) => file.kind === 'read' && [file.text.length, file.isCut])).toEqual([
      [6000, false],
      [6000, true],
    ]);
  });
});

describe('what cannot be used is named, and nothing of it is told', () => {
  const link = (to: string, place = 'SOUL.md') => symlinkSync(to, path.join(folder, place));

  test.each<[string, BootstrapFault, () => void]>([
    ['a link to a secret', 'link', () => link(path.join(outside, 'id_rsa'))],
    ['a link over the folder above', 'link', () => link('../id_rsa')],
    ['a link to nowhere', 'unreadable', () => link('missing.md')],
    ['a link to itself', 'unreadable', () => link('SOUL.md')],
    ['a link to a device', 'link', () => link('/dev/zero')],
    ['a folder', 'not-a-file', () => mkdirSync(path.join(folder, 'SOUL.md'))],
    ['a pipe', 'not-a-file', () => execFileSync('mkfifo', [path.join(folder, 'SOUL.md')])],
    ['a program', 'not-text', () => put('SOUL.md', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]))],
    ['UTF-16', 'not-text', () => put('SOUL.md', Buffer.from('\uFEFFhello', 'utf16le'))],
    ['Latin-1', 'not-text', () => put('SOUL.md', Buffer.from('mañana', 'latin1'))],
  ])('%s', (_, why, make) => {
    writeFileSync(path.join(outside, 'id_rsa'), 'a secret');
    put('USER.md', 'Ana');
    make();
    expect(files()).toEqual([
      { kind: 'refused', name: 'SOUL.md', place: 'SOUL.md', why },
      { kind: 'read', name: 'USER.md', place: 'USER.md', text: 'Ana', bytes: 3, isCut: false },
    ]);
  });

  test('a folder of a project that leads out', () => {
    mkdirSync(path.join(outside, 'elsewhere'));
    writeFileSync(path.join(outside, 'elsewhere/SOUL.md'), 'a secret');
    link('../elsewhere', 'shop');
    put('SOUL.md', 'for everybody');
    expect(files()).toEqual([{ kind: 'refused', name: 'SOUL.md', place: 'shop/SOUL.md', why: 'link' }]);
  });

  test('a socket', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(path.join(folder, 'SOUL.md'), listening));
    const found = files();
    await new Promise((closed) => server.close(closed));
    expect(found).toEqual([{ kind: 'refused', name: 'SOUL.md', place: 'SOUL.md', why: 'not-a-file' }]);
  });

  // Nothing is closed to root.
  test.skipIf(process.getuid?.() === 0)('a file that is closed to us', () => {
    put('SOUL.md', 'x');
    chmodSync(path.join(folder, 'SOUL.md'), 0);
    expect(files()).toEqual([{ kind: 'refused', name: 'SOUL.md', place: 'SOUL.md', why: 'unreadable' }]);
  });
});

test('a link within the folder is followed, and the folder may be a link itself', () => {
  put('people/ana.md', 'Ana');
  symlinkSync('people/ana.md', path.join(folder, 'USER.md'));
  symlinkSync(folder, path.join(outside, 'linked'));
  expect(createBootstrapFiles(path.join(outside, 'linked'))('/p', BOOTSTRAP_NAMES)).toEqual([
    { kind: 'read', name: 'USER.md', place: 'USER.md', text: 'Ana', bytes: 3, isCut: false },
  ]);
});
