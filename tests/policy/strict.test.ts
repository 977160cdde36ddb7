import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseToolCommands } from '../../src/policy/tool-commands-file.ts';
import { judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

const FIXTURE = path.join(import.meta.dirname, 'fixtures/specification.yaml');
const config = parseToolCommands({ text: readFileSync(FIXTURE, 'utf8'), file: FIXTURE });
const strict = makePolicy({ config, mode: 'strict' });
const strictOnWindows = makePolicy({ config, mode: 'strict', platform: 'windows' });

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

describe("strict mode refuses in the specification's words", () => {
  test.each([
    [
      'make test',
      "Command 'make' not allowed. Available: git, grep, cat, find, ls, head, tail, wc, file, pwd. Use list_allowed_commands() for details.",
    ],
    ['git push origin main', 'git push is blacklisted (dangerous operation)'],
    ['grep -x pattern file', "grep flag '-x' not allowed. Allowed flags: -n, -i, -E, -A, -B, -C"],
    [
      'grep --include=*.ts pattern file',
      "grep flag '--include' not allowed. Allowed flags: -n, -i, -E, -A, -B, -C",
    ],
    [
      'git status --invalid-flag=3',
      "git status flag '--invalid-flag' not allowed. Allowed flags: --porcelain, --short, -s, -b",
    ],
    ['rm -rf /', 'Command blacklisted: rm'],
    [
      'git stash',
      'Subcommand not allowed: git stash. Available: status, show. Use list_allowed_commands() for details.',
    ],
    ['git', 'Subcommand not allowed: git. Available: status, show. Use list_allowed_commands() for details.'],
    ['pwd src', 'Argument not allowed: pwd takes no "src".'],
    ['cat a | grep b', 'Command not allowed: It joins several commands.'],
    ['cat .env', 'Command not allowed: ".env" may hold secrets.'],
  ])('%s', async (line, reason) => {
    expect(await judgeIn(project, line, strict)).toMatchObject({
      verdict: { kind: 'deny', reason },
      execution: undefined,
    });
  });

  test.each([
    ['del x', 'Command blacklisted: del'],
    ['findstr /Z x src', "findstr flag '/Z' not allowed. Allowed flags: /N, /I, /V, /R, /C"],
    [
      'grep x',
      "Command 'grep' not allowed. Available: git, findstr, type, dir, where. Use list_allowed_commands() for details.",
    ],
  ])('on windows: %s', async (line, reason) => {
    expect((await judgeIn(project, line, strictOnWindows)).verdict).toMatchObject({ kind: 'deny', reason });
  });
});

test.each(config.posix.denied)('the blacklisted command %s is refused', async (name) => {
  expect(summaryOf(await judgeIn(project, `${name} x`, strict))).toBe('deny denied-command');
});

test.each([...(config.posix.allowed.get('git')?.deniedSubcommands ?? [])])(
  'the blacklisted sub-command git %s is refused',
  async (name) => {
    expect(summaryOf(await judgeIn(project, `git ${name}`, strict))).toBe('deny denied-subcommand');
  },
);

test('what is configured runs as in interactive mode', async () => {
  const lines = ['grep -n one src/app.ts', 'git status --porcelain', 'git show HEAD:src/app.ts', 'pwd'];
  const verdicts = await Promise.all(lines.map((line) => judgeIn(project, line, strict)));
  expect(verdicts.map(summaryOf)).toEqual(lines.map(() => 'allow'));
});

test('a refusal keeps the name of the rule by which interactive mode asks', async () => {
  const lines = ['make', 'git stash', 'grep -x a', 'pwd a', 'ls | wc', 'cat ../x', 'X=1', 'ls > x'];
  const interactive = makePolicy({ config });
  for (const line of lines) {
    const [refused, asked] = [
      await judgeIn(project, line, strict),
      await judgeIn(project, line, interactive),
    ];
    expect(summaryOf(refused)).toBe(summaryOf(asked).replace(/^ask /, 'deny '));
  }
});
