import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { fails } from '../support/messages-server/faults.ts';
import { says } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

test('a wrong key is told, and the task goes on once it is right', { tags: 'full' }, async () => {
  const { start, folder } = await scene({ script: [fails(401), says('All is well.')] });
  const first = start({ env: { ANTHROPIC_API_KEY: 'wrong-key-canary' } });
  first.say('/agent look at the login');
  const exitCode = await first.hangUp();
  const second = start();
  second.say('/agent-resume');
  expect([exitCode, await second.hangUp()]).toEqual([1, 0]);
  await expectGolden('wrong-key', first.conversation + second.conversation, folder);
});

test('without a key nothing is sent and the person is told what to set', { tags: 'full' }, async () => {
  const { start, server } = await scene({ script: [] });
  const program = start({ env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: 'https://model.invalid' } });
  program.say('/agent look at the login');
  expect({
    exitCode: await program.hangUp(),
    said: program.output,
    requests: server.requests.length,
  }).toEqual({
    exitCode: 1,
    said: expect.stringContaining('Run `wasap setup`, or set ANTHROPIC_API_KEY and restart me.'),
    requests: 0,
  });
});

test('wrong settings are all named with what was expected, before anything starts', async () => {
  const { start } = await scene({ script: [] });
  const program = start({
    env: { AGENT_MAX_ROUNDS: 'many', LOCALE: 'klingon', ANTHROPIC_BASE_URL: 'nowhere' },
  });
  expect({ exitCode: await program.exit, errors: program.errors }).toEqual({
    exitCode: 2,
    errors: `wasap: Please fix these settings, then try again:
- ANTHROPIC_BASE_URL (from the environment) is "nowhere": expected a URL that begins with https:// or http://
- AGENT_MAX_ROUNDS (from the environment) is "many": expected a whole number from 1 to 1000
- LOCALE (from the environment) is "klingon": expected en or es
`,
  });
});

test('a command configuration that cannot be used stops the start, with line, field and expectation', {
  tags: 'full',
}, async () => {
  const { start, folder, server } = await scene({ script: [] });
  const file = path.join(folder, 'config', 'tool-commands.yaml');
  writeFileSync(
    file,
    'config:\n  tool_commands:\n    posix:\n      allowed:\n        ls: {}\n        yq: {}\n',
  );
  const program = start();
  expect({
    exitCode: await program.exit,
    errors: program.errors,
    requests: server.requests.length,
  }).toEqual({
    exitCode: 2,
    errors: expect.stringMatching(
      /^wasap: .*tool-commands\.yaml:6: config\.tool_commands\.posix\.allowed\.yq\.description: .*expected string/,
    ),
    requests: 0,
  });
});

test('a general permission for a program that can do anything stops the start', {
  tags: 'full',
}, async () => {
  const { start } = await scene({ script: [] });
  const program = start({ env: { AGENT_SHELL_ALLOWLIST: 'yq,bash' } });
  expect({ exitCode: await program.exit, errors: program.errors }).toEqual({
    exitCode: 2,
    errors:
      'wasap: AGENT_SHELL_ALLOWLIST: "bash" cannot be allowed in general: it could run any other program. Take it off the list.\n',
  });
});

test('a model server that asks for more than a minute pauses the task; it can be resumed at once', {
  tags: 'full',
}, async () => {
  const { start, folder } = await scene({ script: [fails(429, { retryAfter: 3600 }), says('All is well.')] });
  const first = start();
  first.say('/agent look at the login');
  await first.heard(/\/cancel/);
  first.process.kill('SIGTERM');
  const exitCode = await first.exit;
  const second = start();
  await second.heard(/\/cancel/);
  second.say('/agent-resume');
  expect([exitCode, await second.hangUp()]).toEqual([1, 0]);
  await expectGolden('paused', first.conversation + second.conversation, folder);
});

test('a model server that asks for a second gets it, and nobody is bothered', { tags: 'full' }, async () => {
  const { start } = await scene({ script: [fails(429, { retryAfter: 1 }), says('All is well.')] });
  const program = start();
  program.say('/agent look at the login');
  expect([await program.hangUp(), program.output]).toEqual([0, expect.stringMatching(/^🚀.*\n✅ Done/u)]);
});

test('a git that cannot work is told before the first request, with the command that mends it', {
  tags: 'full',
}, async () => {
  const { workspace, start, server } = await scene({ script: [says('All is well.')] });
  writeFileSync(path.join(workspace, '.git/index.lock'), '');
  const program = start();
  program.say('/agent look at the login');
  const said = await program.heard(/rm '/);
  const requests = server.requests.length;
  await program.hangUp();
  expect({ said, requests }).toEqual({
    said: expect.stringContaining(
      `Git is locked here, so commits will fail.\nIf no other git is running: \`rm '${workspace}/.git/index.lock'\``,
    ),
    requests: expect.toSatisfy((number) => number <= 1),
  });
});
