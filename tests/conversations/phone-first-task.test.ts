import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says, withUsage } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { git } from '../support/sample-project.ts';
import { onPhone, openPhones, PEOPLE, type PhoneWorld } from './chat.ts';

const TEST = { command: 'npm test' };

/** What the model says, with tokens as a task of this size takes them: the report then shows what it would cost. */
const TASK: readonly MessageReply[] = [
  calls(
    ['create_task_plan', { steps: ['See what fails', 'Fix the login', 'Run all tests', 'Commit'] }],
    ['run_command', TEST],
    ['read_source_file', { path: 'src/login.js' }],
    ['update_task_status', { step: 1, status: 'done' }],
  ),
  calls(
    [
      'apply_patch',
      {
        path: 'src/login.js',
        search: 'candidate.email === email',
        replace: 'candidate.email.toLowerCase() === email.toLowerCase()',
      },
    ],
    ['apply_patch', { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' }],
    ['update_task_status', { step: 2, status: 'done' }],
  ),
  calls(['run_command', TEST], ['update_task_status', { step: 3, status: 'done' }]),
  calls(
    ['git_commit', { message: 'fix: e-mails without their capitals' }],
    ['update_task_status', { step: 4, status: 'done' }],
  ),
  says('Ana can log in with any capitals now, and an unknown e-mail is refused instead of crashing.'),
].map((reply, round) =>
  withUsage(reply, { input_tokens: 900, output_tokens: 160, cache_read_input_tokens: 3000 * round }),
);

let open: PhoneWorld;
beforeAll(async () => {
  open = await openPhones({ AGENT_MODEL: 'claude-sonnet-5-5' });
  const { workspace } = open.scene;
  git(workspace, 'init', '-q', '--bare', '../origin.git');
  git(workspace, 'remote', 'add', 'origin', '../origin.git');
  git(workspace, 'push', '-q', 'origin', 'HEAD');
});
afterAll(async () => {
  expect(open.world.problems).toEqual([]);
  await open.close();
});

test('a first task: a plan that is ticked off, a commit, and a push that is asked about', async () => {
  await onPhone(
    'first-task-english',
    { open, who: PEOPLE.ana, isShown: true },
    async ({ person, reads, votes, model }) => {
      model(...TASK);
      await person('/agent the login test fails, fix it and commit', /^🔧/u);
      await reads(/⏱️.*any capitals/su);
      model(calls(['git_push', {}]), says('It is on origin.'));
      await person('/agent push it', /^❓/u);
      await votes(/✅/u, /⏱️.*on origin/su);
    },
  );
});
