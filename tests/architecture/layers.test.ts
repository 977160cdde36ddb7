import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { breachesIn, countFiles, LAYERS, layersDrawnIn } from './layers.ts';
import { makeTree } from './make-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('imports keep to the layers', () => {
  expect(countFiles(path.join(ROOT, 'src'))).toBeGreaterThan(0);
  expect(breachesIn(path.join(ROOT, 'src'))).toEqual([]);
});

test('AGENTS.md draws the same layers', () => {
  expect(layersDrawnIn(readFileSync(path.join(ROOT, 'AGENTS.md'), 'utf8'))).toEqual(LAYERS);
});

test('a drawing is read from the table below its heading only, top layer first', () => {
  const markdown = [
    '| 9 | `attic/` | not below the heading |',
    '## Layers of the source',
    '| layer | folder | what |',
    '|---|---|---|',
    '| 0 | `core/` | `not-this/` |',
    '| 1 | `a/` `b.ts` | text |',
    '## Next',
    '| 8 | `roof/` | no |',
  ].join('\n');
  expect(layersDrawnIn(markdown)).toEqual([['a/', 'b.ts'], ['core/']]);
});

test('a tree without a fault has no breach', () => {
  const root = makeTree({
    'core/ids.ts': 'export type Id = string;\nexport const a = 1;\n',
    'core/text.ts': "import { a } from './ids.ts';\nexport const b = a;\n",
    'contracts/tool.ts': "import type { Id } from '../core/ids.ts';\nexport type Tool = { id: Id };\n",
    'store/migrations.ts':
      "import sql from './0001.sql';\nimport fs from 'node:fs';\nexport const c = [sql, fs];\n",
    'store/0001.sql': 'select 1;\n',
    'agent/run.ts': "export const run = () => import('../store/migrations.ts');\n",
    'app.ts': "import './agent/run.ts';\nimport './settings/settings.ts';\n",
    'settings/settings.ts':
      "import pkg from '../../package.json' with { type: 'json' };\nexport const d = [pkg, process.env];\n",
    'main.ts': "import './cli/start.ts';\n",
    'cli/start.ts': "import '../app.ts';\n",
  });
  expect(breachesIn(root)).toEqual([]);
});

describe('an import that goes up is named, in every way of writing it', () => {
  test.each([
    ['static', "import { a } from '../agent/run.ts';"],
    ['for its effect', "import '../agent/run.ts';"],
    ['type-only', "import type { A } from '../agent/run.ts';"],
    ['inline type', "import { type A } from '../agent/run.ts';"],
    ['type expression', "export type A = import('../agent/run.ts').A;"],
    ['typeof', "export type A = typeof import('../agent/run.ts');"],
    ['dynamic', "export const a = () => import('../agent/run.ts');"],
    ['export from', "export { a } from '../agent/run.ts';"],
    ['export type from', "export type { A } from '../agent/run.ts';"],
    ['export all', "export * from '../agent/run.ts';"],
    ['require', "export const a = require('../agent/run.ts');"],
    ['import equals', "import a = require('../agent/run.ts');"],
    ['a detour', "import { a } from '../policy/../agent/run.ts';"],
  ])('%s', (_way, line) => {
    const root = makeTree({
      'agent/run.ts': 'export type A = 1;\nexport const a = 1;\n',
      'store/db.ts': `\n${line}\n`,
    });
    expect(breachesIn(root)).toEqual([
      expect.stringMatching(
        /^src\/store\/db\.ts:2 imports '.*agent\/run\.ts': up from store\/ \(layer 2\) to agent\/ \(layer 3\)\. Take/,
      ),
    ]);
  });
});

test('neighbours on a layer may know each other, but their folders make no ring', () => {
  const oneWay = {
    'tools/a.ts': "import type { B } from '../agent/b.ts';\nexport type A = B;\n",
    'agent/b.ts': 'export type B = 1;\n',
  };
  expect(breachesIn(makeTree(oneWay))).toEqual([]);
  const bothWays = {
    ...oneWay,
    'agent/c.ts': "import type { D } from '../tools/d.ts';\nexport type C = D;\n",
    'tools/d.ts': 'export type D = 1;\n',
  };
  expect(breachesIn(makeTree(bothWays))).toEqual([
    'the folders agent -> tools -> agent in src/ are a ring. Move what they share to one of them, or down.',
  ]);
});

test('folders within a folder make no ring either', () => {
  const root = makeTree({
    'git/one/a.ts': "import type { B } from '../two/b.ts';\nexport type A = B;\n",
    'git/two/b.ts': 'export type B = 1;\n',
    'git/two/c.ts': "import type { D } from '../one/d.ts';\nexport type C = D;\n",
    'git/one/d.ts': 'export type D = 1;\n',
  });
  expect(breachesIn(root)).toEqual([
    'the folders one -> two -> one in src/git are a ring. Move what they share to one of them, or down.',
  ]);
});

test('features know nothing of each other; their list knows all', () => {
  const root = makeTree({
    'features/index.ts': "import './cron/cron.ts';\nimport './undo/undo.ts';\n",
    'features/cron/cron.ts': "import type { U } from '../undo/undo.ts';\nexport type C = U;\n",
    'features/undo/undo.ts': 'export type U = 1;\n',
  });
  expect(breachesIn(root)).toEqual([
    "src/features/cron/cron.ts:1 imports '../undo/undo.ts': the features cron and undo must not know each other. Move what they share down, or put a port between them.",
  ]);
});

test('a ring of type imports inside one folder is a ring', () => {
  const root = makeTree({
    'core/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'core/b.ts': "import type { C } from './c.ts';\nexport type B = C;\n",
    'core/c.ts': "import type { A } from './a.ts';\nexport type C = A;\n",
  });
  expect(breachesIn(root)).toEqual([
    'src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts is a ring of imports. Move what they share into a file that imports none of them.',
  ]);
});

describe('only settings/ reads the environment', () => {
  test.each([
    'export const a = process.env.HOME;',
    "export const a = process['env'];",
    'export const a = globalThis.process.env;',
    'export const { env: a } = process;',
    "import { env } from 'node:process';\nexport const a = env;",
    "import p, { env as e } from 'process';\nexport const a = [p, e];",
  ])('%s', (text) => {
    const root = makeTree({ 'models/a.ts': `${text}\n`, 'settings/settings.ts': `${text}\n` });
    expect(breachesIn(root)).toEqual([
      'src/models/a.ts:1 reads process.env. Only settings/ may: add a field there and have it handed in.',
    ]);
  });
});

test.each([
  ['core/a.ts', 500, 0],
  ['core/a.ts', 501, 1],
  ['app.ts', 300, 0],
  ['app.ts', 301, 1],
])('%s with %i lines: %i breaches', (file, lines, breaches) => {
  const root = makeTree({ [file]: '// line\n'.repeat(lines) });
  const sentence = `src/${file} has ${lines} lines, at most ${lines - 1} are allowed. Cut it in two.`;
  expect(breachesIn(root)).toEqual(Array(breaches).fill(sentence));
});

test.each([
  ['utils/a.ts', 'utils/'],
  ['stray.ts', 'stray.ts'],
])('%s belongs to no layer', (file, place) => {
  const root = makeTree({ [file]: 'export const a = 1;\n' });
  expect(breachesIn(root)).toEqual([
    `src/${file}: ${place} belongs to no layer. Move it, or give it a layer in LAYERS and in AGENTS.md.`,
  ]);
});

test.each([
  [
    'a file that is not there',
    "import '../core/gone.ts';",
    /imports '\.\.\/core\/gone\.ts', which is no file of src/,
  ],
  ['a path without its extension', "import '../core/b';", /imports '\.\.\/core\/b', which is no file of src/],
  ['a test', "import '../../tests/support/fake.ts';", /which is no file of src/],
  ['an absolute path', "import '/srv/agent/run.ts';", /which is no file of src/],
  ['a computed name', 'export const a = (name: string) => import(name);', /imports a computed name/],
])('an import of %s cannot slip by', (_what, line, breach) => {
  const root = makeTree({ 'store/a.ts': `${line}\n`, 'core/b.ts': 'export const b = 1;\n' });
  expect(breachesIn(root)).toEqual([expect.stringMatching(breach)]);
});

test('a file that does not parse is named', () => {
  const root = makeTree({ 'core/a.ts': 'export const = ;\n' });
  expect(() => breachesIn(root)).toThrow(/^core\/a\.ts does not parse: /);
});
