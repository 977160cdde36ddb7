import { calls, reply, says, text, toolUse } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';

/** What is told to the program, one after the other, and what its model says to that. */
export const TASKS = {
  fixed: '/agent the login tests fail, fix them and commit',
  read: '/agent explain how the login compares passwords',
  waiting: '/agent publish the package to our registry',
} as const;

const FIXED = [
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

const READ = [
  calls(['read_source_file', { path: 'src/login.js' }]),
  says('It looks the user up by e-mail, ignoring capitals, and compares the password as it is.'),
];

const WAITING = [
  calls(['create_task_plan', { steps: ['Look at the package', 'Publish it'] }]),
  calls(['read_source_file', { path: 'package.json' }], ['update_task_status', { step: 1, status: 'done' }]),
  calls(['run_command', { command: 'npm publish --registry https://npm.example.com' }]),
  says('Published.'),
];

export const STORY = byKeyword([
  { keyword: 'login tests', steps: FIXED },
  { keyword: 'explain', steps: READ },
  { keyword: 'publish', steps: WAITING },
]);
