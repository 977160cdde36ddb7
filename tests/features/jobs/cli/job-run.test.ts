import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('job-run');
});
afterEach(() => folder.remove());

function run(...args: readonly string[]) {
  const env = {
    LOCALE: 'en',
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
  };
  return wasap(['job', 'run', ...args], { folder: folder.path, env });
}

function put(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
  writeFileSync(path.join(folder.path, name), text);
}

const LOOK = 'name: look\ntasks:\n  - id: one\n    service: git\n    command: status\n';

test('the job that ships with the program is planned by its name', { tags: 'full' }, async () => {
  const { stdout, code } = await run('project-notes', '--plan');
  await expect(stdout).toMatchFileSnapshot('job-run-plan.golden.txt');
  expect(code).toBe(0);
});

test('the line of a Spanish pipe that says ejecuta is read once the plan is there', {
  tags: 'full',
}, async () => {
  put('shop/a.js', '// TODO\n');
  put(
    'find.yaml',
    'name: find\ntasks:\n  - id: one\n    service: files\n    command: search_source_code\n    input: { pattern: TODO }\n',
  );
  const places = { CONFIG_DIR: path.join(folder.path, 'config'), DATA_DIR: path.join(folder.path, 'data') };
  const env = { ...places, LOCALE: 'es', PROJECT_ROOT: path.join(folder.path, 'shop') };
  const call = { folder: folder.path, env, input: 'ejecuta\n' };
  const { stdout, code } = await wasap(['job', 'run', 'find.yaml'], call);
  expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('La tarea está hecha.'), code: 0 });
});

test.each([
  ['nope', 'en', 'There is no job nope in '],
  ['nope', 'es', 'No existe el trabajo nope en '],
  ['missing.yaml', 'en', 'There is no file missing.yaml.'],
  ['wrong.yaml', 'en', 'git has no command statusx'],
])(
  'a pipe that names a job which cannot be had fails at once: %s, %s',
  { tags: 'full' },
  async (named, LOCALE, complaint) => {
    put('wrong.yaml', LOOK.replace('status', 'statusx'));
    const places = { CONFIG_DIR: path.join(folder.path, 'config'), DATA_DIR: path.join(folder.path, 'data') };
    const { stdout, stderr, code } = await wasap(['job', 'run', named], {
      folder: folder.path,
      env: { ...places, LOCALE, PROJECT_ROOT: folder.path },
      input: '',
    });
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: expect.stringContaining(complaint),
      code: 2,
    });
  },
);

test('a command that no task of this setup can have is refused before anything runs', {
  tags: 'full',
}, async () => {
  put('one.yaml', 'name: one\ntasks:\n  - id: a\n    service: workspace\n    command: list_workspaces\n');
  const { stderr, code } = await run('one.yaml', '--plan');
  expect({ stderr, code }).toEqual({
    stderr: expect.stringContaining('there is no service workspace'),
    code: 2,
  });
});

test("a job of the user's own folder is found by its name and printed as JSON with its hash", {
  tags: 'full',
}, async () => {
  put('config/jobs/look.yaml', LOOK);
  const { stdout } = await run('look', '--plan', '--json');
  expect(JSON.parse(stdout)).toEqual({
    name: 'look',
    description: '',
    tasks: [
      {
        id: 'one',
        service: 'git',
        command: 'status',
        tool: 'git_status',
        input: {},
        dependsOn: [],
        effect: 'reads',
      },
    ],
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    mermaid: 'flowchart TD\n  t0["one: git.status"]:::reads',
  });
});

test('what is wrong is named with file, line, task and field', async () => {
  put(
    'a.yaml',
    `${LOOK}    input: { verbose: true }\n  - id: two\n    service: files\n    command: read_lines\n    dependsOn: [none]\n`,
  );
  const { stderr, code } = await run('a.yaml', '--plan');
  expect([stderr, code]).toEqual([
    [
      'wasap: Fix this job first:',
      'a.yaml:6: task one, input: Parameter validation failed: /verbose is not known',
      'a.yaml:10: task two, dependsOn.0: there is no task none; did you mean one?',
      'a.yaml:7: task two, input: Parameter validation failed: /path is required; /start is required; /end is required',
      '',
    ].join('\n'),
    2,
  ]);
});

test('what a terminal would obey is shown as an escape', { tags: 'full' }, async () => {
  put('a.yaml', 'name: a\n"\\u001b[2Jx": 1\ntasks: [{id: a, service: git, command: status}]\n');
  const { stderr } = await run('a.yaml', '--plan');
  expect(stderr).toBe('wasap: Fix this job first:\na.yaml:2: \\x1b[2Jx: there is no such field\n');
});

test.each([
  ['broken YAML', 'name: [', 'a.yaml: Flow sequence'],
  ['aliases that multiply', `a: &a [1,1,1,1,1,1,1,1,1]\n${bomb()}`, 'a.yaml: too many aliases.'],
  ['100,000 brackets', '['.repeat(100_000), 'a.yaml: this is nested too deeply.'],
  ['two documents', `${LOOK}---\n${LOOK}`, 'a.yaml: a file is one job: take out what stands behind ---.'],
  ['more than a megabyte', `# ${'x'.repeat(1_100_000)}\n${LOOK}`, 'a.yaml: a job has 1024 KB at most'],
  ['nothing', '', 'a.yaml:1: expected object'],
  [
    '10,000 tasks',
    `name: a\ntasks:\n${'- {id: a, service: git, command: status}\n'.repeat(10_000)}`,
    '10000 tasks are too many',
  ],
])('%s is refused with a sentence', { tags: 'full' }, async (_, text, sentence) => {
  put('a.yaml', text);
  const { stderr, code } = await run('a.yaml', '--plan');
  expect([stderr, code]).toEqual([expect.stringContaining(sentence), 2]);
});

function bomb(): string {
  const names = [...'bcdefgh'];
  return names
    .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9).slice(0, -1)}]`)
    .join('\n');
}

test('a pipe in place of a job is refused and not waited for', { tags: 'full' }, async () => {
  execFileSync('mkfifo', [path.join(folder.path, 'a.yaml')]);
  const { stderr } = await run('a.yaml', '--plan');
  expect(stderr).toContain('a.yaml cannot be read as a job: it is no regular file.');
});

test('a link in place of a job is not followed', { tags: 'full' }, async () => {
  put('b.yaml', LOOK);
  symlinkSync('b.yaml', path.join(folder.path, 'a.yaml'));
  const { stderr } = await run('a.yaml', '--plan');
  expect(stderr).toContain('a.yaml cannot be read as a job: it is a link; name the file it leads to.');
});

test('a name that no job has is refused with the nearest one', { tags: 'full' }, async () => {
  const { stderr } = await run('project-note', '--plan');
  expect(stderr).toContain('Did you mean project-notes?');
});

test.each([[['job']], [['job', 'run']], [['job', 'plan']], [['job', 'catalog']]])(
  'the help of %j explains it',
  { tags: 'full' },
  async (names) => {
    const { stdout } = await wasap([...names, '--help'], { folder: folder.path });
    await expect(stdout).toMatchFileSnapshot(`${names.join('-')}-help.golden.txt`);
  },
);
