import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thirdPartyNotice } from '../../config/build/third-party.mjs';
import { makeTree } from '../architecture/make-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const notice = readFileSync(path.join(ROOT, 'dist/THIRD-PARTY.txt'), 'utf8');

/** Packages that the source imports, their types aside. */
function importedPackages(): readonly string[] {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'));
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/^import (?!type )(?:[^;]* from )?'([^.'][^']*)';$/gm),
    ...text.matchAll(/\bawait import\('([^.'][^']*)'\)/g),
  ]);
  const names = imports.map(([, name = '']) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && name !== 'better-sqlite3');
}

test('every package that the source uses is named with its licence', () => {
  const names = importedPackages();
  const unnamed = names.filter((name) => !new RegExp(`^${name} \\d[^,]*, \\S+$`, 'm').test(notice));
  expect({ unnamed, areThere: names.length > 15 }).toEqual({ unnamed: [], areThere: true });
});

test('so is what those packages bring along, with its text', () => {
  expect(notice).toMatch(/^libsignal \S+, GPL-3\.0\n\nGNU GENERAL PUBLIC LICENSE$/m);
  expect(notice).toMatch(/^protobufjs \S+, BSD-3-Clause\n\nThis license applies/m);
});

test('the licence of the grammars names the holders of all fifteen', () => {
  const text = readFileSync(path.join(ROOT, 'dist/code-reading/grammars-LICENSE.txt'), 'utf8');
  const packed = readdirSync(path.join(ROOT, 'dist/code-reading'))
    .flatMap((file) => /^(\w+)\.wasm\.gz$/.exec(file)?.[1] ?? [])
    .map((name) => `tree-sitter-${name.replace('_', '-')}`);
  const holders = [...text.matchAll(/^(tree-sitter-\S+): Copyright \(c\) \d{4} \S/gm)].map(
    ([, name]) => name,
  );
  expect([holders.sort(), text.includes('Permission is hereby granted')]).toEqual([packed.sort(), true]);
});

test('a package is named once for all its files, in the order of the names, and one without a text by its author', () => {
  const folder = makeTree({
    'node_modules/b/package.json': '{"name":"b","version":"1.0.0","license":"MIT","author":{"name":"Bea"}}',
    'node_modules/@a/x/package.json': '{"name":"@a/x","version":"2.0.0","license":"ISC"}',
    'node_modules/@a/x/LICENSE.md': 'The text.\n',
    'node_modules/@a/x/node_modules/b/package.json': '{"name":"b","version":"3.0.0","license":"MIT"}',
  });
  const inside = (file: string): string => path.join(folder, 'node_modules', file);
  const files = ['b/one.js', 'b/lib/two.js', '@a/x/x.js', '@a/x/node_modules/b/b.js'].map(inside);
  const [, ...sections] = thirdPartyNotice([...files, '/elsewhere/own.ts']).split(/\n-+\n\n/);
  expect(sections).toEqual([
    '@a/x 2.0.0, ISC\n\nThe text.\n',
    'b 1.0.0, MIT\n\nBy Bea.\n',
    'b 3.0.0, MIT\n\nBy the authors of b.\n',
  ]);
});

test('a package that does not say its licence stops the build', () => {
  const folder = makeTree({ 'node_modules/b/package.json': '{"name":"b","version":"1.0.0"}' });
  expect(() => thirdPartyNotice([path.join(folder, 'node_modules/b/b.js')])).toThrow('b does not say');
});
