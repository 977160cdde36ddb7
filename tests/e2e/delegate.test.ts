/**
 * One of the long runs.
 * @module-tag full
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { firstUserText, type MessagesRequest, repliesSoFar } from '../support/messages-server/request.ts';
import { byTranscript, type ScriptFunction, type Step } from '../support/messages-server/script.ts';
import { allTold, lastTold } from '../support/model-view.ts';
import { useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

/** What the main agent says, and what a sub-agent says whose question holds the word. */
function script(main: readonly Step[], subs: Readonly<Record<string, readonly Step[]>>): ScriptFunction {
  const speakMain = byTranscript(main);
  const speakers = Object.entries(subs).map(([word, steps]) => ({ word, speak: byTranscript(steps) }));
  return (request, index) => {
    if (!isSub(request)) return speakMain(request, index);
    const task = firstUserText(request);
    return speakers.find(({ word }) => task.includes(word))?.speak(request, index);
  };
}

function isSub({ system }: MessagesRequest): boolean {
  return JSON.stringify(system).includes('for a colleague');
}

const FORBIDDEN = [
  'apply_patch',
  'create_task_plan',
  'delegate',
  'git_commit',
  'manage_process',
  'run_command',
];

const namesOf = ({ tools }: MessagesRequest): readonly string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(tools)
    .map(({ name }) => name);

test('sub-agents read side by side, and only their answers reach the one who asked', async () => {
  const { start, server, dataDir } = await scene({
    script: script(
      [
        calls(
          ['delegate', { task: 'Where is the login?' }],
          ['delegate', { task: 'Which tests are there?' }],
        ),
        says('Both found.'),
      ],
      {
        login: [calls(['read_lines', { path: 'src/login.js', start: 1, end: 3 }]), says('src/login.js:3')],
        tests: [calls(['list_source_files', {}], ['git_status', {}]), says('One, in test/.')],
      },
    ),
  });
  const program = start();
  program.say('/agent look around');
  await program.heard(/✅/u);
  const subs = server.requests.filter(({ body }) => isSub(body));
  const spent = storedRows(
    dataDir,
    'SELECT count(*) AS replies FROM spending',
    z.object({ replies: z.int() }),
  );
  expect({
    exitCode: await program.hangUp(),
    refusals: server.refusals,
    told: lastTold(server),
    subs: subs.map(({ body }) => repliesSoFar(body)).sort(),
    forbidden: subs.flatMap(({ body }) => namesOf(body)).filter((name) => FORBIDDEN.includes(name)),
    spent,
  }).toEqual({
    exitCode: 0,
    refusals: [],
    told: ['src/login.js:3', 'One, in test/.'],
    subs: [0, 0, 1, 1],
    forbidden: [],
    spent: [{ replies: 6 }],
  });
});

test('a sub-agent cannot write, run, or have sub-agents of its own', async () => {
  const { start, server } = await scene({
    script: script([calls(['delegate', { task: 'break out' }]), says('Well.')], {
      'break out': [
        calls(
          ['write_source_file', { path: 'own.txt', content: 'x' }],
          ['run_command', { command: 'touch own.txt' }],
          ['delegate', { task: 'break out' }],
          ['read_source_file', { path: '../outside.txt' }],
        ),
        says('I could not.'),
      ],
    }),
  });
  const program = start();
  program.say('/agent try');
  await program.heard(/✅/u);
  expect(await program.hangUp()).toBe(0);
  const [, last] = server.requests.filter(({ body }) => isSub(body));
  expect(last === undefined ? [] : allTold({ ...server, requests: [last] }).slice(1)).toEqual([
    expect.stringContaining('no tool named write_source_file'),
    expect.stringContaining('no tool named run_command'),
    expect.stringContaining('no tool named delegate'),
    expect.stringContaining('outside the workspace'),
  ]);
});

test('what a sub-agent reads of secrets reaches nobody', async () => {
  const { start, server, folder } = await scene({
    env: { ANTHROPIC_API_KEY: 'sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    script: script([calls(['delegate', { task: 'find the key' }]), says('Done.')], {
      'find the key': [calls(['read_source_file', { path: 'notes.txt' }]), says('It is in notes.txt')],
    }),
  });
  writeFileSync(path.join(folder, 'notes.txt'), 'key = sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n');
  const program = start();
  program.say('/agent look');
  await program.heard(/✅/u);
  expect(await program.hangUp()).toBe(0);
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('sk-ant-api03-aaaa');
});

test('what one has read is unchanged for that one alone', async () => {
  const read = calls(['read_source_file', { path: 'src/login.js' }]);
  const { start, server } = await scene({
    script: script([read, calls(['delegate', { task: 'read it' }]), read, says('I see.')], {
      'read it': [read, read, says('Read.')],
    }),
  });
  const program = start();
  program.say('/agent read');
  await program.heard(/✅/u);
  expect(await program.hangUp()).toBe(0);
  const sub = server.requests.filter(({ body }) => isSub(body)).at(-1);
  const own = allTold({ ...server, requests: sub === undefined ? [] : [sub] }).slice(1);
  const whole = expect.stringMatching(/^src\/login\.js: lines 1-\d+ of \d+\.\n/);
  const unchanged = (ago: string) => expect.stringContaining(`Unchanged: you read the same ${ago}, and`);
  expect({ own, main: allTold(server).slice(1) }).toEqual({
    own: [whole, unchanged('in your reply before this one')],
    main: [whole, 'Read.', unchanged('2 replies ago')],
  });
});

test('one that goes round in circles is ended, says so, and is in the log', async () => {
  const again = calls(['read_lines', { path: 'src/login.js', start: 1, end: 3 }]);
  const { start, server, dataDir } = await scene({
    script: script([calls(['delegate', { task: 'circle' }]), says('I see.')], {
      circle: [again, again, again, again, again, says('never')],
    }),
  });
  const program = start();
  program.say('/agent try');
  await program.heard(/✅/u);
  const exitCode = await program.hangUp();
  const logged = readFileSync(path.join(dataDir, 'wasap.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('agent.loop.detected'))
    .map((line) => z.object({ repeated_tool: z.string(), action: z.string() }).parse(JSON.parse(line)));
  expect({ exitCode, told: lastTold(server), logged }).toEqual({
    exitCode: 0,
    told: ['(no answer)\n(incomplete: It went round in circles.)'],
    logged: [
      { repeated_tool: 'read_lines', action: 'warning' },
      { repeated_tool: 'read_lines', action: 'warning' },
      { repeated_tool: 'read_lines', action: 'circuit_breaker' },
    ],
  });
});

test('the tenth round has no tools: it is the answer', async () => {
  const { start, server } = await scene({
    script: script([calls(['delegate', { task: 'read on' }]), says('I see.')], {
      'read on': [
        ...Array.from({ length: 9 }, (_, n) =>
          calls(['read_lines', { path: 'src/login.js', start: n + 1, end: n + 1 }]),
        ),
        says('As far as I came.'),
      ],
    }),
  });
  const program = start();
  program.say('/agent try');
  await program.heard(/✅/u);
  const subs = server.requests.filter(({ body }) => isSub(body));
  expect([await program.hangUp(), lastTold(server), subs.length, subs.at(-1)?.body.tool_choice]).toEqual([
    0,
    ['As far as I came.'],
    10,
    { type: 'none' },
  ]);
});

test('/cancel ends it with the task, and the program that is killed meanwhile asks again', async () => {
  const { start, server } = await scene({
    script: script([calls(['delegate', { task: 'slowly' }]), says('There it is.')], {
      slowly: [[slow(says('too late'), 60_000), slow(says('too late'), 60_000), says('Found.')]],
    }),
  });
  const first = start();
  first.say('/agent try');
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(2);
  await first.kill();
  const second = start();
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(3);
  second.say('/cancel');
  await second.heard(/🛑 Stopped[\s\S]*⏱️/u);
  second.say('/agent-resume');
  await second.heard(/✅/u);
  expect({ exitCode: await second.hangUp(), refusals: server.refusals }).toEqual({
    exitCode: 0,
    refusals: [],
  });
});
