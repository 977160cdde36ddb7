/** The ways to write a program of the project that a plain name is only one of. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

let project: Project;
const policy = makePolicy();

beforeAll(() => {
  project = makeProject();
  mkdirSync(path.join(project.root, 'node_modules/.bin'), { recursive: true });
  mkdirSync(path.join(project.root, '.venv/bin'), { recursive: true });
  for (const name of [
    'node_modules/.bin/tsc',
    'node_modules/.bin/vitest',
    'node_modules/.bin/pytest',
    'node_modules/.bin/unlisted',
    '.venv/bin/pytest',
    '.venv/bin/python',
    'gradlew',
    'scripts/tsc',
    'scripts/gradlew',
  ]) {
    writeFileSync(path.join(project.root, name), '#!/bin/sh\n');
    chmodSync(path.join(project.root, name), 0o755);
  }
  writeFileSync(path.join(project.root, 'mvnw'), 'not executable\n');
  symlinkSync('../node_modules', path.join(project.root, 'docs/modules'));
});
afterAll(() => project.remove());

test.each([
  ['npx tsc --noEmit', 'node_modules/.bin/tsc', ['--noEmit']],
  ['npx --no-install vitest run tests', 'node_modules/.bin/vitest', ['run', 'tests']],
  ['npx --no tsc', 'node_modules/.bin/tsc', []],
  ['npx -y tsc', 'node_modules/.bin/tsc', []],
  ['npx --yes tsc --noEmit', 'node_modules/.bin/tsc', ['--noEmit']],
  ['bunx vitest run', 'node_modules/.bin/vitest', ['run']],
  ['npm exec vitest run tests', 'node_modules/.bin/vitest', ['run', 'tests']],
  ['yarn run tsc --noEmit', 'node_modules/.bin/tsc', ['--noEmit']],
  ['npm exec -- vitest run', 'node_modules/.bin/vitest', ['run']],
  ['pnpm exec tsc --noEmit', 'node_modules/.bin/tsc', ['--noEmit']],
  ['pnpm vitest run tests', 'node_modules/.bin/vitest', ['run', 'tests']],
  ['yarn tsc --noEmit', 'node_modules/.bin/tsc', ['--noEmit']],
  ['node_modules/.bin/tsc -p .', 'node_modules/.bin/tsc', ['-p', '.']],
  ['./node_modules/.bin/vitest run', 'node_modules/.bin/vitest', ['run']],
  // Exactly the one that was written, not the first of that name.
  ['node_modules/.bin/pytest -q', 'node_modules/.bin/pytest', ['-q']],
  ['.venv/bin/pytest -q', '.venv/bin/pytest', ['-q']],
  ['.venv/bin/python -m pytest tests', '.venv/bin/python', ['-m', 'pytest', 'tests']],
  ['./gradlew test', 'gradlew', ['test']],
])('%s is that script of the project, started without the runner', async (line, file, args) => {
  const { verdict, execution } = await judgeIn(project, line, policy);
  expect({ verdict: verdict.kind, execution }).toEqual({
    verdict: 'allow',
    execution: { kind: 'argv', file: path.join(project.root, file), args },
  });
});

test.each([
  // What is not there would be fetched, or is nobody's program.
  'npx jest',
  './node_modules/.bin/jest',
  './mvnw test',
  // An option could choose another program.
  'npx --package evil tsc',
  'npx -c tsc',
  'npx tsc@5 --noEmit',
  'npm exec tsc --noEmit',
  'npx -y jest',
  'npx -y --package evil tsc',
  'npx --yes -c tsc',
  'bunx jest',
  'bunx --bun tsc',
  'yarn run unlisted',
  'npm exec --package=evil -- tsc',
  'pnpm exec --filter x tsc',
  'pnpm exec sh -c id',
  'pnpm --dir ../other vitest run',
  'pnpm jest',
  'yarn unlisted',
  'yarn dlx tsc',
  'yarn exec tsc',
  'pnpm vitest run ../other',
  'npx ./scripts/tsc',
  'npx ../tsc',
  // Not configured, or not for this.
  'npx unlisted',
  'node_modules/.bin/unlisted',
  'npx tsc --outDir /tmp/x',
  'npx vitest run ../other',
  '.venv/bin/python -c 1',
  ".venv/bin/python -c 'print(1)'",
  './gradlew publish',
  './gradlew -I /tmp/init.gradle test',
  // The same names elsewhere are other programs.
  './scripts/tsc --noEmit',
  './scripts/gradlew test',
  'docs/modules/.bin/tsc',
  '/node_modules/.bin/tsc',
  '../project/../node_modules/.bin/tsc',
  'pnpx tsc',
])('%s is asked', async (line) => {
  expect(summaryOf(await judgeIn(project, line, policy))).toMatch(/^ask /);
});

test('below the root, the runners take the nearest program', async () => {
  const api = path.join(project.root, 'api');
  mkdirSync(path.join(api, 'node_modules/.bin'), { recursive: true });
  writeFileSync(path.join(api, 'node_modules/.bin/vitest'), '#!/bin/sh\n', { mode: 0o755 });
  const where = { root: project.root, cwd: api };
  const lines = ['npx vitest run', 'npx tsc --noEmit', 'npx jest'];
  const verdicts = await Promise.all(lines.map((line) => policy.judge({ kind: 'line', line }, where)));
  expect(verdicts.map(({ verdict, execution }) => (verdict.kind === 'allow' ? execution : 'asked'))).toEqual([
    { kind: 'argv', file: path.join(api, 'node_modules/.bin/vitest'), args: ['run'] },
    { kind: 'argv', file: path.join(project.root, 'node_modules/.bin/tsc'), args: ['--noEmit'] },
    'asked',
  ]);
});

test('a script of the project goes before a program of its name', async () => {
  const own = makeProject();
  const bin = path.join(own.root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'vitest'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(path.join(own.root, 'package.json'), '{"scripts":{"vitest":"true"}}');
  const { execution } = await judgeIn(own, 'pnpm vitest run', policy);
  own.remove();
  expect(execution).toMatchObject({ args: ['vitest', 'run'] });
});

test('where scripts of the project ask, they ask as scripts, and a yes starts that very file', async () => {
  const asking = makePolicy({ projectScripts: 'ask' });
  const { verdict, execution, offers } = await judgeIn(project, 'npx vitest run', asking);
  const { always, prefix, facts } = (await offers?.()) ?? {};
  const file = path.join(project.root, 'node_modules/.bin/vitest');
  expect({
    verdict: verdict.kind === 'ask' ? verdict.rule : verdict.kind,
    execution,
    always,
    prefix,
    executable: facts?.executable,
    scripts: facts?.scripts.map((script) => script.path),
  }).toEqual({
    verdict: 'project-script',
    execution: { kind: 'argv', file, args: ['run'], access: { network: false, writable: [] } },
    always: { kind: 'offered', words: ['vitest', 'run'] },
    prefix: { kind: 'offered', words: ['vitest', 'run'] },
    executable: file,
    scripts: [file],
  });
});

test('what only npx could find stays a package runner, which is never allowed for always', async () => {
  const { offers } = await judgeIn(project, 'npx jest', policy);
  const { always } = (await offers?.()) ?? {};
  expect(always?.kind).toBe('refused');
});

test('a single command that no program was found for is not called several', async () => {
  const { offers } = await judgeIn(project, 'no-such-program --x', policy);
  const { session, always } = (await offers?.()) ?? {};
  const notFound = { kind: 'refused', why: 'not-found' };
  expect({ session, always }).toEqual({ session: notFound, always: notFound });
});
