import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';

/** Beside the project: one line for each time that one of its commands had its effect. */
export const EFFECTS_FILE = 'effects.log';

/** Takes its time before and after the effect, so that a kill can hit each side of it. */
const COUNT = `sleep 0.03
echo "$1" >> ../${EFFECTS_FILE}
sleep 0.03
`;

/** The sample project with a command that cannot be run twice without being found out. */
export function makeCountingProject(folder: string): void {
  makeProjectWithRunner(folder, COUNT);
}

/** A task of 19 calls: reads, a plan, edits, commands with effects, a commit. */
export const COUNTING_TASK: readonly MessageReply[] = [
  calls(['list_source_files', {}], ['read_source_file', { path: 'src/login.js' }]),
  calls(['create_task_plan', { steps: ['Count', 'Mend the login', 'Commit'] }], count('1')),
  calls(['read_source_file', { path: 'test/login.js' }], ['git_status', {}]),
  calls([
    'apply_patch',
    { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' },
  ]),
  calls(count('2'), ['update_task_status', { step: 1, status: 'done' }]),
  calls(
    [
      'apply_patch',
      { path: 'src/login.js', search: 'candidate.email === email', replace: 'same(candidate.email, email)' },
    ],
    [
      'write_source_file',
      {
        path: 'src/same.js',
        content: 'export const same = (one, other) => one.toLowerCase() === other.toLowerCase();\n',
      },
    ],
    [
      'apply_patch',
      {
        path: 'src/login.js',
        search: '/** Finds the user',
        replace: "import { same } from './same.js';\n\n/** Finds the user",
      },
    ],
  ),
  calls(['update_task_status', { step: 2, status: 'done' }], count('3'), ['git_diff', {}]),
  calls(
    ['git_commit', { message: 'fix: let every e-mail in whatever its capitals' }],
    ['update_task_status', { step: 3, status: 'done' }],
  ),
  calls(count('4')),
  says('The login is mended and committed.'),
];

function count(number: string): readonly [string, Readonly<Record<string, unknown>>] {
  return ['run_command', { command: `mocha ${number}` }];
}
