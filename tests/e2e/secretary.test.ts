/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { describedTools } from '../../src/features/contributions.ts';
import { expectGolden } from '../support/golden.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { MessagesRequest } from '../support/messages-server/request.ts';
import { allTold } from '../support/model-view.ts';
import type { Scene } from '../support/scene.ts';
import { useScenes } from '../support/scene.ts';
import { matched, understood } from '../support/scripted-secretary.ts';
import { isOfSecretary, secretaryScript } from '../support/secretary-script.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

const QUESTIONS = [{ question: 'Which part of it?', options: [] }];
const UNCLEAR = understood('Make the login better', QUESTIONS);
const CLEAR = understood('Review the login for holes');
const FOUND = matched([
  ['wasap:security-reviewer', 92, 'It looks for holes.'],
  ['wasap:code-reviewer', 62, 'It reviews, though not for security.'],
]);
const PATCH = { path: 'src/login.js', search: 'a', replace: 'b' };

const sessionsOf = ({ server }: Pick<Scene, 'server'>) =>
  server.requests.map(({ body }) => body).filter((body) => !isOfSecretary(body));
const READING = new Set(
  describedTools()
    .filter(({ effect }) => effect === 'reads')
    .map(({ name }) => name),
);
const namesOf = ({ tools }: MessagesRequest): readonly string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(tools)
    .map(({ name }) => name);
const agentFile = (workspace: string, more: string) => {
  mkdirSync(path.join(workspace, '.claude/agents'), { recursive: true });
  writeFileSync(
    path.join(workspace, '.claude/agents/fixer.md'),
    `---\nname: fixer\ndescription: Mends the login\n---\nMend it.${more}\n`,
  );
};

test('a vague request is asked about, recommended, confirmed, and done by a specialist with its own tools alone', async () => {
  const { start, server, dataDir, folder } = await scene({
    script: secretaryScript({
      interpreted: [UNCLEAR, CLEAR],
      matched: FOUND,
      session: [
        calls(['apply_patch', PATCH], ['read_lines', { path: 'src/login.js', start: 1, end: 2 }]),
        says('No holes found.'),
      ],
    }),
  });
  const program = start();
  program.say('/secretary make the login better');
  await program.heard(/Before we start/);
  program.say('is it safe?');
  await program.heard(/Or name another specialist/);
  program.say('yes');
  await program.heard(/No holes found/);
  const [first, last] = sessionsOf({ server });
  const spent = storedRows(
    dataDir,
    'SELECT count(*) AS replies, count(session) AS ofSessions FROM spending',
    z.object({ replies: z.int(), ofSessions: z.int() }),
  );
  expect({
    exitCode: await program.hangUp(),
    refusals: server.refusals,
    hasTools: first && namesOf(first).includes('read_lines'),
    changing: first && namesOf(first).filter((name) => !READING.has(name)),
    told: last && allTold({ ...server, requests: server.requests.slice(-1) }).slice(1),
    spent,
  }).toEqual({
    exitCode: 0,
    refusals: [],
    hasTools: true,
    changing: [],
    told: [
      expect.stringContaining('There is no tool named apply_patch.'),
      expect.stringContaining('export function login'),
    ],
    spent: [{ replies: 4, ofSessions: 2 }],
  });
  await expectGolden('secretary', program.conversation, folder);
});

test('killed at every step: nobody is asked twice, and one specialist begins', async () => {
  const { start, server, dataDir } = await scene({
    script: secretaryScript({
      interpreted: [CLEAR],
      matched: FOUND,
      firstMs: 60_000,
      session: [[slow(says('too late'), 60_000), says('No holes found.')]],
    }),
  });
  const first = start();
  first.say('/secretary check the login');
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(1);
  await first.kill();
  const second = start();
  await second.heard(/Or name another specialist/);
  await second.kill();
  const third = start();
  third.say('accept');
  await expect.poll(() => sessionsOf({ server }).length, { timeout: 10_000 }).toBe(1);
  await third.kill();
  const fourth = start();
  await fourth.heard(/No holes found/);
  fourth.say('/secretary answer accept');
  await fourth.heard(/The secretary has no open question/);
  await fourth.hangUp();
  const said = storedRows(
    dataDir,
    "SELECT count(*) AS offers FROM outbox WHERE body LIKE '%Best match%'",
    z.object({ offers: z.int() }),
  );
  const tasks = storedRows(
    dataDir,
    "SELECT count(*) AS tasks FROM sessions WHERE mode = 'agent'",
    z.object({ tasks: z.int() }),
  );
  const routings = server.requests.filter(({ body }) => isOfSecretary(body)).length;
  expect({ said, tasks, routings }).toEqual({ said: [{ offers: 1 }], tasks: [{ tasks: 1 }], routings: 3 });
});

const FIXER = matched([['project:fixer', 90, 'It mends it.']]);

test('one that comes with the project only reads, whatever its file says, and that is told', async () => {
  const { start, server, workspace } = await scene({
    script: secretaryScript({
      interpreted: [CLEAR],
      matched: FIXER,
      session: [calls(['write_source_file', { path: 'own.txt', content: 'x' }]), says('I could not.')],
    }),
  });
  agentFile(workspace, '');
  const program = start();
  program.say('/secretary mend the login');
  await program.heard(/Or name another specialist/);
  program.say('1');
  const said = await program.heard(/I could not/);
  await program.hangUp();
  expect({
    said: said.includes('🔒 project:fixer can only read'),
    told: allTold({ ...server, requests: server.requests.slice(-1) }).slice(1),
    made: existsSync(path.join(workspace, 'own.txt')),
  }).toEqual({
    said: true,
    told: [expect.stringContaining('There is no tool named write_source_file.')],
    made: false,
  });
});

test('a file that cannot be used is passed over with a warning in the log, once, and the others go on', async () => {
  const { start, workspace, dataDir } = await scene({
    script: secretaryScript({ interpreted: [CLEAR], matched: FIXER, session: [says('never')] }),
  });
  agentFile(workspace, '');
  writeFileSync(path.join(workspace, '.claude/agents/broken.md'), '---\nname: Broken One\n---\n');
  const program = start();
  for (let time = 0; time < 2; time += 1) {
    program.say('/secretary mend the login');
    await program.heard(/project:fixer \(/);
  }
  await program.hangUp();
  const log = readFileSync(path.join(dataDir, 'wasap.log'), 'utf8');
  const warned = log.split('\n').filter((line) => line.includes('secretary.skipped'));
  expect(warned.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 'warn',
      type: 'PARSE_ERROR',
      file: '.claude/agents/broken.md',
      message: 'name must be lowercase words with hyphens (code-reviewer).',
      action: 'skip',
    }),
  ]);
});

test('one whose file an owner has accepted has the tools that it names, until the file changes', async () => {
  const { start, server, workspace } = await scene({
    script: secretaryScript({
      interpreted: [CLEAR],
      matched: FIXER,
      session: [calls(['write_source_file', { path: 'own.txt', content: 'x' }]), says('Written.')],
    }),
  });
  agentFile(workspace, '');
  const program = start();
  const mend = async () => {
    program.say('/secretary mend the login');
    await program.heard(/Or name another specialist/);
    program.say('1');
    await program.heard(/The agent says/);
    return allTold({ ...server, requests: server.requests.slice(-1) }).at(-1);
  };
  program.say('/secretary trust project:fixer yes');
  await program.heard(/haven't shown you that file/);
  program.say('/secretary trust project:fixer');
  await program.heard(/would work with: everything a task can use/);
  program.say('/secretary trust project:fixer yes');
  await program.heard(/Accepted project:fixer/);
  const before = await mend();
  agentFile(workspace, ' And push it.');
  const after = await mend();
  await program.hangUp();
  expect([existsSync(path.join(workspace, 'own.txt')), before, after]).toEqual([
    true,
    expect.stringContaining('own.txt'),
    expect.stringContaining('There is no tool named write_source_file.'),
  ]);
});

test('a file that was changed after it was offered does not begin', async () => {
  const { start, server, workspace } = await scene({
    script: secretaryScript({ interpreted: [CLEAR], matched: FIXER, session: [says('never')] }),
  });
  agentFile(workspace, '');
  const program = start();
  program.say('/secretary mend the login');
  await program.heard(/Or name another specialist/);
  agentFile(workspace, ' And push it.');
  program.say('1');
  await program.heard(/The file of project:fixer changed/);
  await program.hangUp();
  expect(sessionsOf({ server })).toEqual([]);
});
