import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LaunchFacts } from '../../src/contracts/grants.ts';
import { sha256 } from '../../src/core/json.ts';
import { createExecutables } from '../../src/policy/executables.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

let project: Project;
let bin: string;
beforeEach(() => {
  project = makeProject();
  bin = path.join(project.outside, 'bin');
  mkdirSync(bin);
  write('scripts/x.sh', '#!/bin/sh\necho x\n', 0o755);
  write('scripts/plain.sh', 'echo plain\n');
  write('tools/x.js', '1\n');
});
afterEach(() => project.remove());

function write(file: string, text: string, mode = 0o644): void {
  const full = path.resolve(project.root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  chmodSync(full, mode);
}

const policyFor = (environment = 'the environment') =>
  makePolicy({
    environment,
    projectScripts: 'ask',
    executables: createExecutables({ searchPath: `${bin}:/usr/local/bin:/usr/bin:/bin`, platform: 'posix' }),
  });

async function factsOf(line: string, policy = policyFor()): Promise<LaunchFacts> {
  const offers = await (await judgeIn(project, line, policy)).offers?.();
  if (offers === undefined) throw new Error('it was not asked');
  return offers.facts;
}

/** Files of the project that a yes to the line is bound to. */
async function scriptsOf(line: string): Promise<readonly string[]> {
  const { scripts } = await factsOf(line);
  const inside = scripts.filter(({ path: file }) => file.startsWith(`${project.root}/`));
  return inside.map(({ path: file, hash }) => `${path.relative(project.root, file)}${hash ? '' : ' (none)'}`);
}

describe('the files that a yes is bound to', () => {
  test.each([
    ['./scripts/x.sh', ['scripts/x.sh']],
    ['bash scripts/plain.sh', ['scripts/plain.sh']],
    ['bash -x -- scripts/plain.sh one', ['one (none)', 'scripts/plain.sh']],
    ['node tools/x.js', ['tools/x.js']],
    ['node --require=./tools/x.js src/app.ts', ['src/app.ts', 'tools/x.js']],
    ['node tools/missing.js', ['tools/missing.js (none)']],
    ['timeout 5 ./scripts/x.sh', ['5 (none)', 'scripts/x.sh']],
    ['make -fOther.mk', ['Makefile', 'Other.mk (none)']],
    ['npm run build', ['package.json']],
    ['npm install x', ['package.json']],
    ['mkdir a && ./scripts/x.sh | wc -l', ['scripts/x.sh']],
    ['cd scripts && ./x.sh', ['scripts/x.sh', 'x.sh (none)']],
    ["bash -c './scripts/x.sh; node tools/x.js'", ['scripts/x.sh', 'tools/x.js']],
    ['bash < scripts/plain.sh', ['scripts/plain.sh']],
    ['echo $(./scripts/x.sh)', ['scripts/x.sh']],
    ['. scripts/plain.sh', ['scripts/plain.sh']],
    ['find . -exec ./scripts/x.sh +', ['+ (none)', 'scripts/x.sh']],
    // Data that a program works on is not bound: it changes all the time.
    ['cp src/app.ts docs/copy.ts', []],
    ['mkdir scripts', []],
    // Unless it says itself that it is a program.
    ['cp scripts/x.sh copy.sh', ['scripts/x.sh']],
  ])('%s', async (line, files) => {
    const found = await scriptsOf(line);
    expect(found.filter((file) => files.some((one) => one === file))).toEqual(files);
    // What is only a word of a wrapper may stand there as a file that is not.
    expect(found.filter((file) => !file.endsWith('(none)'))).toEqual(
      files.filter((file) => !file.endsWith('(none)')),
    );
  });

  test('a script is bound by its content', async () => {
    const { scripts } = await factsOf('./scripts/x.sh');
    expect(scripts).toEqual([
      { path: path.join(project.root, 'scripts/x.sh'), hash: sha256('#!/bin/sh\necho x\n') },
    ]);
  });

  test('a pipe in place of a file is none, and is not waited for', async () => {
    const { scripts } = await factsOf('node /dev/stdin');
    expect(scripts.at(-1)).toMatchObject({ hash: null });
  });
});

test.each(['/proc/self/mem', '/proc/kmsg', '/dev/zero', '/proc/self', `${'x'.repeat(300)}`])(
  'what cannot be read as a file keeps nobody waiting: %s',
  async (file) => {
    const { scripts } = await factsOf(`node ${file}`);
    expect(scripts.map(({ hash }) => hash)).toEqual([null]);
  },
);

test('a file too large to be read is known by size and time', async () => {
  write('tools/big.js', '');
  const policy = policyFor();
  truncateSync(path.join(project.root, 'tools/big.js'), 2 ** 34);
  const facts = await factsOf('node tools/big.js', policy);
  expect(await policy.changesSince(facts)).toEqual([]);
  truncateSync(path.join(project.root, 'tools/big.js'), 2 ** 33);
  expect((await policy.changesSince(facts)).map(nameOf)).toEqual(['script tools/big.js']);
});

test('the rest: program, where its links lead, folder and environment', async () => {
  write(`${bin}/real-tool`, '#!/bin/sh\n', 0o755);
  symlinkSync('real-tool', path.join(bin, 'tool'));
  expect(await factsOf('tool now')).toEqual({
    program: path.join(bin, 'tool'),
    executable: path.join(bin, 'real-tool'),
    folder: project.root,
    environment: 'the environment',
    scripts: [],
  });
});

describe('what is different right before the start', () => {
  test.each([
    ['the script', () => write('scripts/x.sh', '#!/bin/sh\nid\n', 0o755), ['script scripts/x.sh']],
    [
      'the script, gone',
      () => rmSync(path.join(project.root, 'scripts/x.sh')),
      ['executable', 'script scripts/x.sh'],
    ],
    [
      'the script, a link elsewhere',
      () => {
        rmSync(path.join(project.root, 'scripts/x.sh'));
        symlinkSync('plain.sh', path.join(project.root, 'scripts/x.sh'));
      },
      ['executable', 'script scripts/x.sh'],
    ],
    ['another file of the project', () => write('src/app.ts', 'changed\n'), []],
  ] satisfies readonly (readonly [string, () => void, readonly string[]])[])(
    '%s',
    async (_, change, found) => {
      const policy = policyFor();
      const facts = await factsOf('./scripts/x.sh', policy);
      change();
      expect((await policy.changesSince(facts)).map(nameOf)).toEqual(found);
    },
  );

  test('a file that was not there, and is now', async () => {
    const policy = policyFor();
    const facts = await factsOf('node tools/late.js', policy);
    write('tools/late.js', 'process.exit()\n');
    expect((await policy.changesSince(facts)).map(nameOf)).toEqual(['script tools/late.js']);
  });

  test('the scripts of package.json, and nothing else in it', async () => {
    const policy = policyFor();
    const facts = await factsOf('npm install x', policy);
    const scripts = { 'lint:all': 'true', build: 'true', test: 'true' };
    write('package.json', JSON.stringify({ scripts, dependencies: { x: '1' } }));
    expect(await policy.changesSince(facts)).toEqual([]);
    write('package.json', JSON.stringify({ scripts: { ...scripts, postinstall: 'id' } }));
    expect((await policy.changesSince(facts)).map(nameOf)).toEqual(['script package.json']);
    write('package.json', '{ no JSON');
    expect((await policy.changesSince(facts)).map(nameOf)).toEqual(['script package.json']);
  });

  test('the program, when its link leads elsewhere', async () => {
    write(`${bin}/one`, '#!/bin/sh\n', 0o755);
    write(`${bin}/two`, '#!/bin/sh\n', 0o755);
    symlinkSync('one', path.join(bin, 'tool'));
    const policy = policyFor();
    const facts = await factsOf('tool now', policy);
    rmSync(path.join(bin, 'tool'));
    symlinkSync('two', path.join(bin, 'tool'));
    expect(await policy.changesSince(facts)).toEqual([{ kind: 'executable' }]);
  });

  test('the folder, when it is exchanged for a link', async () => {
    const policy = policyFor();
    const facts = await factsOf('mkdir build', policy);
    renameSync(project.root, `${project.root}-moved`);
    symlinkSync(`${project.root}-moved`, project.root);
    expect(await policy.changesSince(facts)).toEqual([{ kind: 'folder' }]);
  });

  test('the environment of commands, in a program that was started in another one', async () => {
    const facts = await factsOf('mkdir build');
    expect(await policyFor('another environment').changesSince(facts)).toEqual([{ kind: 'environment' }]);
  });
});

function nameOf(change: { readonly kind: string; readonly path?: string }): string {
  return change.path === undefined
    ? change.kind
    : `${change.kind} ${path.relative(project.root, change.path)}`;
}
