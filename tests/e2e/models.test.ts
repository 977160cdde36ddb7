/**
 * One of the long runs.
 * @module-tag full
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { giveTask } from '../support/answering.ts';
import { fails } from '../support/messages-server/faults.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { repliesSoFar } from '../support/messages-server/request.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { Program } from '../support/program.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

const MODELS = `${PROJECT_SCRIPTS}
models:
  scripted-model:
    price: { input: 2, output: 10 }
  reserve:
    id: reserve-model
    price: { input: 1, output: 5 }
`;

test('the example of docs/guide/models.md, with its settings', async () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/models.md'), 'utf8');
  const [settings = '', chat = ''] = [...docs.matchAll(/```\w+\n(.*?)```/gs)].map(([, block]) => block ?? '');
  const [task = '', started = ''] = chat.trimEnd().split('\n');
  const { start, server } = await scene({
    agentYaml: `${PROJECT_SCRIPTS}${settings}`,
    script: [says('A query without an index.')],
  });
  const program = start();
  await giveTask(program, task.replace('> ', ''), () => 'no');
  await program.hangUp();
  const [request] = server.requests;
  expect([program.output.includes(started), request?.body.model, request?.body.output_config]).toEqual([
    true,
    'claude-opus-5-5',
    { effort: 'high' },
  ]);
});

test('a chat chooses its model, a task another one, and what is under way keeps its own', async () => {
  const { start, server } = await scene({
    agentYaml: MODELS,
    script: (request) => (repliesSoFar(request) === 0 ? says('Done.') : undefined),
  });
  const program = start();
  await giveTask(program, '/agent one', () => 'no');
  program.say('/model reserve');
  await program.heard(/New tasks here use/);
  await giveTask(program, '/agent two', () => 'no');
  await giveTask(program, '/agent --model scripted-model three', () => 'no');
  await program.hangUp();
  expect(server.requests.map(({ body }) => body.model)).toEqual([
    'scripted-model',
    'reserve-model',
    'scripted-model',
  ]);
});

test('a model that stays overloaded is replaced: the chat is told, a kill changes nothing, the rest is its own', async () => {
  const OVERLOADED = fails(529, { retryAfter: 0.01 });
  const { start, server, dataDir } = await scene({
    agentYaml: `${MODELS}
model:
  fallback: reserve
  fallback_after_minutes: 0.03
limits:
  outage_waits_seconds: [1]
  outage_minutes: 60
`,
    allowsChange: () => true,
    script: (request) => {
      const place = repliesSoFar(request);
      if (request.model === 'reserve-model')
        return place === 1
          ? calls(['run_command', { command: 'npm test' }])
          : says('Finished by the other one.');
      return place === 0 ? calls(['read_source_file', { path: 'src/login.js' }]) : OVERLOADED;
    },
  });
  const first = start();
  first.say('/agent look around');
  const told = await first.heard(/Continuing with/);
  await first.kill();
  const second = start();
  await second.heard(/Finished by the other one/);
  await second.hangUp();
  const models = server.requests.map(({ body }) => body.model);
  expect({
    told: /🧠 Continuing with `?reserve`?\./u.test(told),
    stored: storedRows(
      dataDir,
      `SELECT s.model, s.cost_known AS known,
         (SELECT count(*) FROM outbox WHERE dedupe_key LIKE 'fell-back:%') AS told FROM sessions s`,
      z.unknown(),
    ),
    last: models.at(-1),
    back: models.slice(models.indexOf('reserve-model')).includes('scripted-model'),
  }).toEqual({
    told: true,
    stored: [{ model: 'reserve', known: 1, told: 1 }],
    last: 'reserve-model',
    back: false,
  });
});

test('wasap models test asks each one once, and says which one does not answer', async () => {
  const place = await scene({ agentYaml: MODELS, script: [] });
  const server = await startMessagesServer({
    script: (request) => (request.model === 'reserve-model' ? fails(404) : says('H')),
  });
  const run = (...args: readonly string[]): Program =>
    new Program({
      workspace: place.workspace,
      dataDir: place.dataDir,
      configDir: place.configDir,
      modelUrl: server.url,
      args,
      env: { AGENT_MODEL: 'scripted-model' },
    });
  const all = run('models', 'test');
  const allCode = await all.exit;
  const list = run('models');
  const listCode = await list.exit;
  const unknown = run('models', 'test', 'nonsense');
  const unknownCode = await unknown.exit;
  await server.close();
  const asked = server.requests.map(({ body }) => body.model);
  expect({
    codes: [allCode, listCode, unknownCode],
    asked: [...new Set(asked)].length === asked.length,
    failed: /❌ reserve refused the request/u.test(all.output),
    works: /✅ scripted-model answers/u.test(all.output),
    listed: /reserve \(reserve-model\) +\$1 \/ \$5/.test(list.output),
  }).toEqual({ codes: [1, 0, 2], asked: true, failed: true, works: true, listed: true });
});
