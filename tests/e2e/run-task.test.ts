import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { expectGolden } from '../support/golden.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import type { Program } from '../support/program.ts';
import { git } from '../support/sample-project.ts';
import { PROJECT_SCRIPTS, type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const NOTE = calls(
  ['create_task_plan', { steps: ['Write the note', 'Commit'] }],
  ['write_source_file', { path: 'NOTE.md', content: 'A note.\n' }],
);
const COMMIT = calls(
  ['git_commit', { message: 'docs: a note' }],
  ['update_task_status', { step: 1, status: 'done' }],
  ['update_task_status', { step: 2, status: 'done' }],
);
const DONE: readonly MessageReply[] = [NOTE, COMMIT, says('The note is written and committed.')];
/** A protected file that needs no test: its edit asks. */
const HOOK = calls(['write_source_file', { path: '.github/README.md', content: 'About CI.\n' }]);

interface Line {
  readonly event: string;
  readonly [field: string]: unknown;
}

function linesOf({ output }: Program): readonly Line[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function endOf(program: Program): Line | undefined {
  return linesOf(program).at(-1);
}

/** Until the model was asked for the first time. */
async function untilAsked({ server }: Scene): Promise<void> {
  await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(1);
}

test('a task from its words to its commit: text on the output, exit code 0', { tags: 'full' }, async () => {
  const { start, workspace, folder } = await scene({ script: DONE });
  const program = start({ args: ['run', 'write', 'a note'] });
  expect([await program.exit, git(workspace, 'log', '-1', '--format=%s')]).toEqual([0, 'docs: a note']);
  expect(program.errors).toMatch(
    /^wasap: Started. If it's interrupted, continue with: wasap run --resume \d{8}-\w{8}\n$/,
  );
  await expectGolden('run-task', program.output, folder);
});

test('with --json each line is an event of the documented schema, and the last one says how it ended', {
  tags: 'full',
}, async () => {
  const { start, workspace } = await scene({ script: DONE });
  const program = start({ args: ['run', '--json', 'write a note'] });
  expect(await program.exit).toBe(0);
  const lines = linesOf(program);
  expect(lines.map(({ event }) => event)).toEqual([
    ...['started', 'message', 'calling', 'called', 'calling', 'called', 'round', 'message'],
    ...['calling', 'called', 'calling', 'calling', 'called', 'called', 'round', 'message'],
    ...['message', 'ended'],
  ]);
  expect(lines.find(({ event }) => event === 'started')).toMatchObject({
    schema: 1,
    task: 'write a note',
    folder: workspace,
    model: 'scripted-model',
  });
  expect(lines.at(-1)).toEqual({
    event: 'ended',
    outcome: 'done',
    exit_code: 0,
    problem: null,
    session: expect.stringMatching(/^\d{8}-\w{8}$/),
    reason: null,
    rounds: 2,
    cost_micro_usd: null,
    tokens: expect.any(Number),
    files: [{ path: 'NOTE.md', added: 1, removed: 0 }],
    commits: [{ hash: expect.any(String), subject: 'docs: a note' }],
    pull_request: null,
    branch: null,
    go_on: null,
  });
});

describe('questions', () => {
  test('what is not permitted beforehand ends the run, and what it says goes on with it', {
    tags: 'full',
  }, async () => {
    const { start } = await scene({ script: [HOOK, says('CI is set up.')] });
    const asking = start({ args: ['run', '--json', '--yes=tests,push', 'set up CI'] });
    expect(await asking.exit).toBe(3);
    const end = endOf(asking);
    expect(end).toMatchObject({ outcome: 'asked', exit_code: 3 });
    expect(linesOf(asking).find(({ event }) => event === 'question')).toMatchObject({
      tool: 'write_source_file',
      permission: 'edits',
      answer: 'none',
    });
    const [, ...goOn] = String(end?.go_on).split(' ');
    expect(goOn).toEqual(['run', '--resume', end?.session, '--yes=edits']);
    const again = start({ args: [...goOn, '--json'] });
    expect(await again.exit).toBe(0);
    expect(endOf(again)).toMatchObject({ outcome: 'done', session: end?.session });
  });

  test('what is permitted is answered and told', { tags: 'full' }, async () => {
    const { start } = await scene({ script: [HOOK, says('CI is set up.')] });
    const program = start({ args: ['run', '--yes=edits', 'set up CI'] });
    expect(await program.exit).toBe(0);
    expect(program.errors).toContain('Allowed beforehand (edits): ');
  });

  test('words answer an open question of a resumed task', { tags: 'full' }, async () => {
    const { start } = await scene({ script: [HOOK, says('Then I leave CI alone.')] });
    const asking = start({ args: ['run', '--json', 'set up CI'] });
    expect(await asking.exit).toBe(3);
    const again = start({
      args: ['run', '--json', '--resume', String(endOf(asking)?.session), 'no, leave it'],
    });
    await again.exit;
    expect(linesOf(again).some(({ text }) => String(text).startsWith('❌'))).toBe(true);
  });
});

describe('an end before the task is done', () => {
  const HANGING: readonly MessageReply[] = [slow(says('Too late.'), 60_000), ...DONE];

  test('Ctrl-C cancels it and shows the report', { tags: 'full' }, async () => {
    const here = await scene({ script: HANGING });
    const program = here.start({ args: ['run', '--json', 'write a note'] });
    await untilAsked(here);
    program.process.kill('SIGINT');
    expect(await program.exit).toBe(130);
    expect(endOf(program)).toMatchObject({ outcome: 'cancelled', exit_code: 130 });
    expect(linesOf(program).some(({ text }) => String(text).includes('🛑'))).toBe(true);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s the command that was told goes on with it',
    { tags: 'full' },
    async (signal) => {
      const here = await scene({ script: HANGING });
      const { start, workspace } = here;
      const program = start({ args: ['run', 'write a note'] });
      await untilAsked(here);
      program.process.kill(signal);
      expect(await program.exit).toBe(signal === 'SIGTERM' ? 143 : null);
      const goOn = /wasap (run --resume \S+)/.exec(program.errors)?.[1] ?? '';
      const again = start({ args: goOn.split(' ') });
      expect([await again.exit, git(workspace, 'log', '-1', '--format=%s')]).toEqual([0, 'docs: a note']);
    },
  );
});

test('the task of a killed chat is left to it: this one works on a branch of its own', {
  tags: 'full',
}, async () => {
  const here = await scene({ script: [slow(says('Too late.'), 60_000), ...DONE] });
  const { start } = here;
  const chat = start();
  chat.say('/agent something else');
  await untilAsked(here);
  await chat.kill();
  const program = start({ args: ['run', '--json', 'write a note'] });
  expect(await program.exit).toBe(0);
  expect(endOf(program)).toMatchObject({
    outcome: 'done',
    branch: expect.stringMatching(/^wasap\/1-write-a-note/),
  });
  expect(program.output).not.toContain('something else');
});

test('a command of the chat reaches a task that has ended', { tags: 'full' }, async () => {
  const { start, workspace } = await scene({ script: DONE });
  const program = start({ args: ['run', '--json', 'write a note'] });
  await program.exit;
  const undoing = start({ args: ['run', '--resume', String(endOf(program)?.session), '/undo'] });
  expect([await undoing.exit, git(workspace, 'log', '-1', '--format=%s')]).toEqual([0, 'feat: login']);
});

test('where tasks work one after the other, a killed one is said to be in the way', {
  tags: 'full',
}, async () => {
  const here = await scene({
    script: [slow(says('Too late.'), 60_000), ...DONE],
    agentYaml: `${PROJECT_SCRIPTS}worktrees:\n  parallel: 1\n`,
  });
  const chat = here.start();
  chat.say('/agent something else');
  await untilAsked(here);
  await chat.kill();
  const program = here.start({ args: ['run', '--json', 'write a note'] });
  expect(await program.exit).toBe(2);
  expect(endOf(program)).toMatchObject({ problem: expect.stringContaining('is in the way') });
});

eachInFull<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
  ['no task', ['run'], {}, /Say what to do/],
  ['an unknown permission', ['run', '--yes=all', 'x'], {}, /--yes doesn't know "all"/],
  ['an unknown option', ['run', '--yse', 'x'], {}, /unknown option/],
  ['nothing may be changed', ['run', 'x'], { AGENT_WRITE_ENABLED: 'false' }, /AGENT_WRITE_ENABLED=true/],
  ['no key', ['run', 'x'], { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' }, /ANTHROPIC_API_KEY/],
  ['a wrong setting', ['run', 'x'], { AGENT_MAX_ROUNDS: 'many' }, /AGENT_MAX_ROUNDS/],
  ['a task that there is not', ['run', '--resume', '20260101-00000000'], {}, /has no task/],
  ['a name that is none', ['run', '--resume', '../../etc'], {}, /has no task/],
])('set up wrong: %s ends with 2 and says why', { tags: 'full' }, async (_name, args, env, message) => {
  const { start } = await scene({ script: [] });
  const program = start({ args, env });
  expect([await program.exit, program.errors]).toEqual([2, expect.stringMatching(message)]);
});

test('outside of a repository nothing begins', { tags: 'full' }, async () => {
  const { start, workspace } = await scene({ script: DONE });
  rmSync(path.join(workspace, '.git'), { recursive: true });
  const outside = start({ args: ['run', '--json', 'x'] });
  expect([await outside.exit, endOf(outside)]).toEqual([
    2,
    expect.objectContaining({
      outcome: 'not-begun',
      problem: expect.stringContaining('is not in a git repository'),
    }),
  ]);
});
