import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
let project: string;
beforeEach(() => {
  folder = tempFolder('policy');
  project = path.join(folder.path, 'project');
  mkdirSync(path.join(folder.path, 'config'));
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{"scripts":{"test":"true"}}');
});
afterEach(() => folder.remove());

interface Run {
  readonly args: readonly string[];
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function check({ args, input = '', cwd = project, env = {} }: Run) {
  const own = {
    HOME: folder.path,
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
  };
  return wasap(['policy', 'check', ...args], { folder: cwd, input, env: { ...own, ...env } });
}

function answers(stdout: string): readonly unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('one command line is explained', () => {
  test('an allowed one, with what would run; exit code 0', { tags: 'full' }, async () => {
    const { stdout, code } = await check({ args: ['pwd'] });
    expect({ stdout, code }).toEqual({
      stdout: expect.stringMatching(
        /^Command: pwd\n✅ Runs without asking\nWhy: Your list allows it\. .*\nWould run: \/\S*\/pwd\nRule: configured\n$/,
      ),
      code: 0,
    });
  });

  test('one that asks, with its risk; exit code 1', { tags: 'full' }, async () => {
    const told = await check({ args: ['ls | wc -l'] });
    expect({ ...told, stdout: told.stdout.replaceAll('/usr/bin/', '') }).toEqual({
      stdout: `Command: ls | wc -l
❓ Asks you first
Why: It joins several commands.
If yes: changes nothing outside git · no network · can be undone
Would run: bash -c 'ls | wc -l'
Rule: operator
`,
      stderr: '',
      code: 1,
    });
  });

  test('one that never runs; exit code 2', { tags: 'full' }, async () => {
    expect(await check({ args: ['git push'] })).toEqual({
      stdout: `Command: git push
🚫 Never runs
Why: Command blocked: git push is not allowed; use the git_push tool.
Rule: denied-subcommand
`,
      stderr: '',
      code: 2,
    });
  });

  test('in Spanish where that is set', { tags: 'full' }, async () => {
    const { stdout } = await check({ args: ['rm x'], env: { LOCALE: 'es' } });
    expect(stdout).toContain('🚫 No corre nunca\nPor qué: ese programa no lo ejecuto nunca.\n');
  });

  test('in Spanish the reason too', { tags: 'full' }, async () => {
    const { stdout } = await check({ args: ['npm ci'], env: { LOCALE: 'es' } });
    expect(stdout).toContain('Por qué: esa forma del comando no está en mi lista.\n');
  });
});

describe('JSON lines', () => {
  test('each gets its verdict, in order', async () => {
    const lines = [
      { id: 'a', cmd: 'npm test', platform: 'posix' },
      { id: 2, cmd: 'findstr x /etc', platform: 'windows' },
      { id: 'c', cmd: 'rm -rf /' },
    ];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { stdout, code } = await check({ args: ['--json'], input });
    expect({ answers: answers(stdout), code }).toEqual({
      answers: [
        {
          id: 'a',
          verdict: 'allow',
          rule: 'configured',
          reason: 'It is configured and stays inside the workspace.',
        },
        {
          id: 2,
          verdict: 'ask',
          rule: 'unknown-flag',
          reason: '"/etc" isn\'t a flag that my list has for "findstr".',
        },
        {
          id: 'c',
          verdict: 'deny',
          rule: 'denied-command',
          reason: 'Command blocked: rm is not allowed',
        },
      ],
      code: 0,
    });
  });

  test('a line that cannot be read is answered as an error with its number, and the next ones go on; exit code 1', {
    tags: 'full',
  }, async () => {
    const input = '{"id":"a"\n{"id":"b","cmd":1}\n\n{"id":"c","cmd":"ls","platform":"dos"}\n{"cmd":"ls"}';
    const { stdout, code } = await check({ args: ['--json'], input });
    expect({ answers: answers(stdout), code }).toEqual({
      answers: [
        { id: null, verdict: 'error', rule: 'bad-line', reason: expect.stringMatching(/^Line 1: .*object/) },
        { id: 'b', verdict: 'error', rule: 'bad-line', reason: expect.stringMatching(/^Line 2: .*cmd/s) },
        {
          id: 'c',
          verdict: 'error',
          rule: 'bad-line',
          reason: expect.stringMatching(/^Line 4: .*platform/s),
        },
        { id: null, verdict: 'allow', rule: 'configured', reason: expect.any(String) },
      ],
      code: 1,
    });
  });

  test('a line separator inside a command ends no line', { tags: 'full' }, async () => {
    const { stdout } = await check({ args: ['--json'], input: '{"id":1,"cmd":"ls \u2028id"}\n' });
    expect(answers(stdout)).toMatchObject([{ id: 1, verdict: 'ask', rule: 'hidden-characters' }]);
  });
});

describe('what decides', () => {
  test('the workspace that is named, not the current folder', { tags: 'full' }, async () => {
    const run = { args: ['--workspace', project, 'npm run test'], cwd: folder.path };
    expect([(await check(run)).code, (await check({ ...run, args: ['npm run test'] })).code]).toEqual([0, 1]);
  });

  test('without a sandbox scripts of the project ask', { tags: 'full' }, async () => {
    const { stdout } = await check({ args: ['--sandbox', 'none', 'npm test'] });
    expect(stdout).toContain('Rule: project-script\n');
  });

  test('--compound decides about lines of several commands, in a sandbox only', {
    tags: 'full',
  }, async () => {
    const each = ['--compound', 'each-part'];
    const codes = [
      (await check({ args: ['git status | cat'] })).code,
      (await check({ args: [...each, 'git status | cat'] })).code,
      (await check({ args: [...each, '--sandbox', 'none', 'git status | cat'] })).code,
    ];
    expect(codes).toEqual([1, 0, 1]);
  });

  test('the person’s own files: commands and mode', { tags: 'full' }, async () => {
    const own = 'config: { tool_commands: { posix: { allowed: { yq: { description: Read JSON } } } } }\n';
    writeFileSync(path.join(folder.path, 'config/tool-commands.yaml'), own);
    writeFileSync(path.join(folder.path, 'config/agent.yaml'), 'policy: { mode: strict }\n');
    expect([(await check({ args: ['yq'] })).code, (await check({ args: ['make -f x'] })).code]).toEqual([
      0, 2,
    ]);
  });

  test('a file of theirs that cannot be used is named, and nothing is judged', { tags: 'full' }, async () => {
    writeFileSync(path.join(folder.path, 'config/tool-commands.yaml'), 'posix: {}\n');
    const { stdout, stderr, code } = await check({ args: ['--json'], input: '{"cmd":"ls"}\n' });
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^wasap: .*tool-commands\.yaml:1: posix: there is no such field\n/),
      code: 2,
    });
  });
});

test.each([[[]], [['--json', 'ls']]])(
  '%j: exactly one way of asking is told',
  { tags: 'full' },
  async (args) => {
    expect(await check({ args })).toEqual({
      stdout: '',
      stderr:
        'error: give one command line in quotes, like "git push", or --json and lines on standard input\n',
      code: 1,
    });
  },
);

test('the help explains options and exit codes', { tags: 'full' }, async () => {
  await expect((await check({ args: ['--help'] })).stdout).toMatchFileSnapshot('policy-help.golden.txt');
});
