/**
 * One of the long runs.
 * @module-tag full
 */
/** Paths and names of a hostile repository, through every tool that takes one. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { giveTask } from '../support/answering.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { git, makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes({ dataOnDisk: true });

const CANARY = 'the-canary-of-the-secret';

/** What lies in the workspace and leads elsewhere, or is no ordinary file. */
function makeTraps(project: string): void {
  const elsewhere = path.join(path.dirname(project), 'elsewhere');
  mkdirSync(path.join(elsewhere, 'deep'), { recursive: true });
  writeFileSync(path.join(elsewhere, 'secret.txt'), `${CANARY}\n`);
  writeFileSync(path.join(project, '.env'), `KEY=${CANARY}\n`);
  writeFileSync(path.join(project, '.git/config'), `[x]\n\ty = ${CANARY}\n`, { flag: 'a' });
  symlinkSync(elsewhere, path.join(project, 'out'));
  symlinkSync('out/deep', path.join(project, 'deep'));
  symlinkSync('.env', path.join(project, 'settings.txt'));
  symlinkSync('.git', path.join(project, 'history'));
  symlinkSync('/proc/self', path.join(project, 'self'));
  symlinkSync('/dev/zero', path.join(project, 'zero'));
  symlinkSync('missing', path.join(project, 'dangling'));
  symlinkSync(path.join(elsewhere, 'new.txt'), path.join(project, 'new-elsewhere'));
  symlinkSync('round', path.join(project, 'round'));
  execFileSync('mkfifo', [path.join(project, 'pipe')]);
}

const CLOSED = [
  ...[
    'out/secret.txt',
    './src/../out/secret.txt',
    'deep/../secret.txt',
    '../elsewhere/secret.txt',
    'new-elsewhere',
  ],
  ...['.env', 'settings.txt', '.ENV', '.env.', '.env::$DATA', 'src/../.env', '.e\u200bnv'],
  ...['.git/config', '.GIT/config', '.git./config', 'git~1/config', '.git::$INDEX_ALLOCATION/config'],
  ...['history/config', '.g\u200cit/config', 'src/../.git/config', '.Git/hooks/pre-commit'],
  ...['/proc/self/environ', 'self/environ', '/dev/zero', 'zero', '/etc/passwd', 'round', 'pipe'],
  ...['~/.ssh/id_rsa', 'a\0b', 'x'.repeat(256), 'C:\\x', '..\\elsewhere\\secret.txt', ''],
];

test('no path leads a tool to what is closed, and none keeps it waiting', async () => {
  const reading = CLOSED.map((name) =>
    calls(
      ['read_source_file', { path: name }],
      ['read_lines', { path: name, start: 1, end: 5 }],
      ['preview_patch', { path: name, search: 'x', replace: 'y' }],
      ['search_source_code', { pattern: 'canary', path: name }],
      ['list_source_files', { path: name }],
      ['git_diff', { paths: [name] }],
      ['apply_patch', { path: name, search: CANARY, replace: 'y' }],
      ['write_source_file', { path: name, content: 'written\n' }],
      ['git_commit', { message: 'feat: x', paths: [name] }],
      ['run_command', { command: 'cat', args: [name], timeout: 1 }],
    ),
  );
  const { start, server, folder, workspace } = await scene({
    script: [...reading, says('Nothing of it is open.')],
    env: { AGENT_MAX_ROUNDS: String(CLOSED.length + 5) },
    project(project) {
      makeSampleProject(project);
      makeTraps(project);
    },
  });
  const before = git(workspace, 'rev-parse', 'HEAD');
  const program = start();
  await giveTask(program, '/agent look everywhere', () => 'no');
  await program.hangUp();
  const told = allTold(server);
  expect({
    answers: told.length > CLOSED.length * 10,
    leaked: told.filter((text) => text.includes(CANARY)),
    elsewhere: readdirSync(path.join(folder, 'elsewhere')).sort(),
    secret: readFileSync(path.join(folder, 'elsewhere/secret.txt'), 'utf8'),
    env: readFileSync(path.join(workspace, '.env'), 'utf8'),
    head: git(workspace, 'rev-parse', 'HEAD'),
  }).toEqual({
    answers: true,
    leaked: [],
    elsewhere: ['deep', 'secret.txt'],
    secret: `${CANARY}\n`,
    env: `KEY=${CANARY}\n`,
    head: before,
  });
});

test('a file with two names is written at one of them only', { tags: 'full' }, async () => {
  const { start, folder, workspace } = await scene({
    script: [
      calls(['read_source_file', { path: 'linked.txt' }]),
      calls(['apply_patch', { path: 'linked.txt', search: 'one', replace: 'two' }]),
      says('Done.'),
    ],
    project(project) {
      makeSampleProject(project);
      writeFileSync(path.join(project, '../original.txt'), 'one\n');
      linkSync(path.join(project, '../original.txt'), path.join(project, 'linked.txt'));
    },
  });
  const program = start();
  await giveTask(program, '/agent change it', () => 'no');
  await program.hangUp();
  expect(
    [path.join(folder, 'original.txt'), path.join(workspace, 'linked.txt')].map((file) =>
      readFileSync(file, 'utf8'),
    ),
  ).toEqual(['one\n', 'two\n']);
});

const NAMES = [
  'line\nbreak.txt',
  'right\u202eleft.txt',
  'zero\u200bwidth.txt',
  '-rf',
  '--exec=touch hit',
  '$(touch hit)',
  '`touch hit`',
  ';touch hit;',
  '| touch hit',
  'quote\'".txt',
  ' leading and trailing ',
  'tab\there',
  'escape\u001b[2J.txt',
  ':(top)magic',
  '*',
  'é-ñ-日本.txt',
  'n'.repeat(255),
];

test('strange names are listed, searched and committed as they are, and nothing in them is run', {
  tags: 'full',
}, async () => {
  const { start, server, workspace } = await scene({
    script: [
      calls(
        ['git_status', {}],
        ['list_source_files', {}],
        ['search_source_code', { pattern: 'needle' }],
        ...NAMES.map((name) => ['read_source_file', { path: `odd/${name}` }] as const),
        ['run_command', { command: 'git status' }],
        ['run_command', { command: 'ls', args: ['odd'] }],
      ),
      calls(['git_commit', { message: 'feat: names', paths: NAMES.map((name) => `odd/${name}`) }]),
      says('That is all.'),
    ],
    project(project) {
      makeSampleProject(project);
      mkdirSync(path.join(project, 'odd'));
      for (const name of NAMES) writeFileSync(path.join(project, 'odd', name), 'needle\n');
    },
  });
  const program = start();
  const questions = await giveTask(program, '/agent commit the names', () => 'yes');
  await program.hangUp();
  const committed = git(workspace, 'ls-tree', '-rz', '--name-only', 'HEAD', 'odd/').split('\0');
  expect({
    questions: questions.length,
    committed: committed.filter((name) => name !== '').sort(),
    hit: existsSync(path.join(workspace, 'hit')) || existsSync(path.join(workspace, 'odd/hit')),
    nameAsLines: program.output.includes('line\nbreak'),
    // Characters that would move the cursor or turn the line round do not reach the terminal.
    printed: ['\u001b[2J', '\u202e', '\u200b'].filter((text) => program.output.includes(text)),
    answered: allTold(server).filter((text) => text.includes('needle')).length >= NAMES.length,
  }).toEqual({
    questions: questions.length,
    committed: NAMES.map((name) => `odd/${name}`).sort(),
    hit: false,
    nameAsLines: false,
    printed: [],
    answered: true,
  });
});
