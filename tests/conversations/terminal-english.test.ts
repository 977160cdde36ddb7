/**
 * One of the long runs.
 * @module-tag full
 */
import { calls, reply, says, text, toolUse } from '../support/messages-server/replies.ts';
import { isRewound } from '../support/messages-server/rewound.ts';
import { inTerminal, THINKS_ON } from './chat.ts';

const LOWER_CASE = {
  path: 'src/login.js',
  search: 'candidate.email === email',
  replace: 'candidate.email.toLowerCase() === email.toLowerCase()',
};
const KNOWN_USER = { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' };
const TEST = { command: 'npm test' };

inTerminal('login-english', {}, async ({ person, model, modelIsAsked, reads }) => {
  model(says('Hi! Ask me anything about this project, or give me a task with /agent.'));
  await person('hi', /give me a task/);
  model(
    calls(['read_source_file', { path: 'src/login.js' }]),
    says('src/login.js:3 compares e-mails with their capitals. I would lower-case both sides.'),
  );
  await person('why cant ana log in with Ana@Example.com?', /lower-case both/);
  model(says('Fine. Say "do it" when you want it changed.'));
  await person('ok', /Fine\./);
  await person('do it', /1 yes/);
  await person('wait', /Take your time/);
  await person('yes', /On it/);
  await modelIsAsked();
  await person('dont touch teh tests pls', /👍/);
  model(calls(['apply_patch', LOWER_CASE]), THINKS_ON);
  await reads(/Round 1/);
  await person('stop!!', /Stopped/);
  model(says('The e-mails are compared without their capitals; nothing is committed yet.'));
  await person('whats left?', /nothing is committed/);
  await person('/agent-resume an unknown email crashes too', /Continuing/);
  model(
    reply([text('A missing user crashes.'), toolUse('apply_patch', KNOWN_USER)]),
    calls(['run_command', TEST], ['git_commit', { message: 'fix: e-mails without their capitals' }]),
    says('Ana can log in with any capitals, and an unknown e-mail is refused.'),
  );
  await reads(/is refused/);
  model(says('You are welcome.'));
  await person('thx!', /welcome/);
  await person('/diff', /\+/);
  await person('/undo', /↩️/);
});

inTerminal('two-questions-english', {}, async ({ person, model, modelIsAsked, reads }) => {
  await person('help me with the login', /without changing anything/);
  model(says('Sure. What goes wrong there?'));
  await reads(/What goes wrong/);
  model(says('1. `npm test` runs the tests. 2. Nothing checks the length of a password.'));
  await person('how do i run the tests? and is there a min password length', /length of a password/);
  await person('help', /help everything/);
  await person('/agnet add a min length of 8', /Did you mean/);
  await person('/agent add a min password lenght of 8', /On it/);
  await modelIsAsked();
  await person('/queue then say it in the README', /Queued/);
  await person('#2 keep it short', /👍/);
  await person('#5 hello?', /no task #5/);
  await person('status', /Model:/);
  await person('actually make it 10', /👍/);
  model(
    calls([
      'apply_patch',
      {
        path: 'src/login.js',
        search: 'const user =',
        replace: 'if (password.length < 10) return { ok: false };\n  const user =',
      },
    ]),
    says('Passwords need 10 characters now.'),
  );
  await reads(/need 10 characters/);
  model(
    calls([
      'apply_patch',
      { path: 'README.md', search: 'login', replace: 'login, with passwords of 10 characters or more,' },
    ]),
    says('The README says so in one line.'),
  );
  await reads(/in one line/);
  await person('/sessions', /README/);
  await person('stop', /Nothing is running/);
  await person('/cancel 2', /already ended: #2 then say it in the README/);
});

inTerminal('rewind-english', { allowsChange: isRewound }, async ({ person, model, modelIsAsked, reads }) => {
  await person('/agent split login.js into two files', /On it/);
  model(
    calls(['create_task_plan', { steps: ['Move the lookup', 'Use it'] }]),
    calls([
      'write_source_file',
      { path: 'src/find-user.js', content: 'export const findUser = () => undefined;\n' },
    ]),
    calls(['write_source_file', { path: 'src/users.js', content: 'export const users = [];\n' }]),
    says('The lookup has a file of its own.'),
  );
  await reads(/file of its own/);
  model(says('It holds the list; nothing needs it yet.'));
  await person('hmm why is there a users.js??', /nothing needs it/);
  await person('/rewind', /^3 · src\/users\.js/m);
  model(says('Only find-user.js is there now.'));
  await person('2 without users.js pls', /is there now/);
  await person('/diff', /find-user/);
  await person('/new', /Fresh start/);
  await person('do it', /without changing anything/);
  await modelIsAsked();
  model(says('Do what? Tell me what you would like.'));
  await reads(/Do what/);
});
