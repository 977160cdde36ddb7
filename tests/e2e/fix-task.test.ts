import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, reply, says, text, toolUse } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const FIX: readonly MessageReply[] = [
  calls(['list_source_files', {}], ['read_source_file', { path: 'src/login.js' }]),
  calls(
    ['create_task_plan', { steps: ['Mend the login', 'Run the tests', 'Commit'] }],
    ['run_command', { command: 'npm test' }],
  ),
  reply([
    text('An unknown e-mail crashes, and capitals matter.'),
    toolUse('apply_patch', {
      path: 'src/login.js',
      search:
        '  const user = users.find((candidate) => candidate.email === email);\n  if (user.password === password)',
      replace:
        '  const wanted = email.toLowerCase();\n  const user = users.find((candidate) => candidate.email.toLowerCase() === wanted);\n  if (user?.password === password)',
    }),
    toolUse('update_task_status', { step: 1, status: 'done' }),
  ]),
  calls(['run_command', { command: 'npm test' }], ['update_task_status', { step: 2, status: 'done' }]),
  calls(
    ['git_commit', { message: 'fix: refuse unknown e-mails and ignore their capitals' }],
    ['update_task_status', { step: 3, status: 'done' }],
  ),
  says('The login refuses unknown e-mails and ignores capitals; all four tests pass.'),
];

test('a failing test becomes a passing one and a commit', { tags: 'full' }, async () => {
  const { workspace, server, start, folder } = await scene({ script: FIX });
  const program = start();
  program.say('/agent the login tests fail, fix them and commit');
  const exitCode = await program.hangUp();
  await expectGolden('fix-task', program.conversation, folder);
  expect({
    exitCode,
    subjects: git(workspace, 'log', '--format=%s'),
    uncommitted: git(workspace, 'status', '--porcelain'),
    author: git(workspace, 'log', '-1', '--format=%an'),
    refusals: server.refusals,
  }).toEqual({
    exitCode: 0,
    subjects: 'fix: refuse unknown e-mails and ignore their capitals\nfeat: login',
    uncommitted: '',
    author: 'Ana',
    refusals: [],
  });
});

test('in Spanish, from the first word to the report', { tags: 'full' }, async () => {
  const { start, folder } = await scene({ script: FIX, env: { LOCALE: '' } });
  const program = start();
  program.say('/agent arregla las pruebas del login y haz un commit');
  await program.heard(/⏱️.*rondas?\n/);
  program.say('/status');
  await program.heard(/💰/u);
  program.say('/socorro');
  await program.heard(/./);
  program.say('/help');
  expect(await program.hangUp()).toBe(0);
  await expectGolden('spanish', program.conversation, folder);
});
