import { expect, test } from 'vitest';
import { declarationsIn } from '../../../src/code-reading/map/declarations.ts';
import { type KnownFile, rankFiles, recencyOf } from '../../../src/code-reading/map/rank.ts';
import { kindsOf } from '../../../src/code-reading/map/source-files.ts';
import { SourceWords } from '../../../src/code-reading/map/words.ts';

type Project = Readonly<Record<string, string>>;

function ranked(project: Project, commits: readonly (readonly string[])[] = []): readonly string[] {
  const paths = Object.keys(project);
  const kinds = kindsOf(paths);
  const files = paths.map((path, at): KnownFile => {
    const text = project[path] ?? '';
    return {
      path,
      kind: kinds[at] ?? 'own',
      declared: declarationsIn(path, text),
      words: new SourceWords().in(Buffer.from(text)),
    };
  });
  return rankFiles(files, recencyOf(commits)).map(({ index }) => paths[index] ?? '');
}

const uses = (name: string, file: string) => `import { ${name} } from './${file}.ts';\n${name}();\n`;

test.each<readonly [string, Project, readonly (readonly string[])[], readonly string[]]>([
  [
    'what more files refer to comes first',
    {
      'x/ants.ts': 'export function rareOne() {}',
      'y/bees.ts': 'export function usedOften() {}',
      'z/cats.ts': uses('usedOften', 'bees') + uses('rareOne', 'ants'),
      'z/dogs.ts': uses('usedOften', 'bees'),
    },
    [],
    ['y/bees.ts', 'x/ants.ts'],
  ],
  [
    'a word that stands in many files says nothing of the one that declares it',
    {
      'x/ants.ts': 'export function get() {}',
      'y/bees.ts': 'export function openLedger() {}',
      'z/cats.ts': 'get get',
      'z/dogs.ts': 'get',
      'z/eels.ts': 'get',
      'z/fish.ts': uses('openLedger', 'bees'),
    },
    [],
    ['y/bees.ts', 'x/ants.ts'],
  ],
  [
    'of two that declare the same name the one that is imported counts',
    {
      'x/ants.ts': 'export function handleIt() {}',
      'y/bees.ts': 'export function handleIt() {}',
      'z/cats.ts': uses('handleIt', 'bees'),
    },
    [],
    ['y/bees.ts', 'x/ants.ts'],
  ],
  [
    'tests come last, and what only they refer to counts for little',
    {
      'tests/ants.test.ts': `export const helperOfTests = 1;\n${uses('forTests', 'bees')}`,
      'tests/bees.test.ts': `${uses('forTests', 'bees')}helperOfTests`,
      'x/bees.ts': 'export function forTests() {}',
      'y/cats.ts': 'export function forAll() {}',
      'z/dogs.ts': uses('forAll', 'cats'),
    },
    [],
    ['y/cats.ts', 'x/bees.ts', 'tests/ants.test.ts'],
  ],
  [
    'of two that are equal the one that was changed lately comes first',
    {
      'x/ants.ts': 'export function firstOne() {}',
      'y/bees.ts': 'export function otherOne() {}',
      'z/cats.ts': uses('firstOne', 'ants') + uses('otherOne', 'bees'),
    },
    [['y/bees.ts'], ['z/cats.ts'], ['y/bees.ts']],
    ['y/bees.ts', 'x/ants.ts'],
  ],
  [
    'a beginning comes before what nobody refers to',
    { 'src/ants.ts': 'export function a() {}', 'src/main.ts': "import './other.ts';" },
    [],
    ['src/main.ts', 'src/ants.ts'],
  ],
  [
    'each folder is told of before the next file of a folder that is slightly better',
    {
      'x/ants.ts': 'export function aOne() {}',
      'x/bees.ts': 'export function bOne() {}',
      'y/cats.ts': 'export function cOne() {}',
      'z/dogs.ts': uses('aOne', 'ants') + uses('bOne', 'bees') + uses('cOne', 'cats'),
    },
    [],
    ['x/ants.ts', 'y/cats.ts', 'x/bees.ts'],
  ],
  [
    'the same file, as it was built for another place, comes behind the others',
    {
      'cjs/queue.ts': 'export function enqueueIt() {}',
      'esm/queue.ts': 'export function enqueueIt() {}',
      'z/bees.ts': 'export function lessUsed() {}',
      'z/cats.ts': `${uses('enqueueIt', 'queue')}${uses('lessUsed', 'bees')}`,
      'z/dogs.ts': uses('enqueueIt', 'queue'),
      'z/eels.ts': uses('enqueueIt', 'queue'),
      'z/fish.ts': uses('enqueueIt', 'queue'),
    },
    [],
    ['cjs/queue.ts', 'z/bees.ts', 'esm/queue.ts'],
  ],
])('%s', (_, project, commits, expected) => {
  expect(ranked(project, commits).filter((path) => expected.includes(path))).toEqual(expected);
});

test('the order of the files that are given changes nothing', () => {
  const project: Project = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `src/part${n % 7}/file${n}.ts`,
      `export function call${n}() {}\n${uses(`call${(n * 7) % 60}`, `file${(n * 7) % 60}`)}`,
    ]),
  );
  const backwards = Object.fromEntries(Object.entries(project).reverse());
  expect(ranked(backwards)).toEqual(ranked(project));
});

test('a commit that changes everything makes nothing recent', () => {
  const all = Array.from({ length: 400 }, (_, n) => `f${n}`);
  const recent = recencyOf([all, ['f7']]);
  expect([recent.get('f7'), (recent.get('f8') ?? 1) < 0.1]).toEqual([1, true]);
});

test('a name that very many files declare is worth nothing, however often it stands there', () => {
  const words = new SourceWords().in(Buffer.from('sameName'));
  const files = Array.from(
    { length: 40 },
    (_, n): KnownFile => ({
      path: `a${n}.ts`,
      kind: 'own',
      declared: [{ name: 'sameName', line: 1 }],
      words,
    }),
  );
  expect(rankFiles(files, new Map()).every(({ values }) => values[0] === 0)).toBe(true);
});
