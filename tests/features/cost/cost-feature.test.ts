import { afterEach, expect, test } from 'vitest';
import type { SessionId } from '../../../src/core/ids.ts';
import { estimateFrom } from '../../../src/gateway/tasks/estimate.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

const BOB = '34600999888';

let rig: GatewayRig | undefined;
afterEach(async () => {
  await rig?.remove();
  rig = undefined;
});

test.each([
  ['none', [], undefined],
  ['two are too few', [1, 2], undefined],
  ['three', [30, 10, 20], { fromMicroUsd: 10, toMicroUsd: 30 }],
  ['all the same', [5, 5, 5], { fromMicroUsd: 5, toMicroUsd: 5 }],
  [
    'the cheapest and the dearest tenth are left out',
    [1000, ...Array.from({ length: 19 }, (_, n) => n + 1)],
    { fromMicroUsd: 2, toMicroUsd: 19 },
  ],
])('an estimate from past costs: %s', (_, costs, estimate) => {
  expect(estimateFrom(costs)).toEqual(estimate);
});

const USAGE = { inputTokens: 100, outputTokens: 9, cacheReadTokens: 800, cacheWriteTokens: 100 };

/** Tasks that cost 10, 20, 30… cents in all, a dime of it today; the last one goes on. */
function costing(finished: number): FakeRun {
  let runs = 0;
  return async (session, agent) => {
    runs += 1;
    const atMs = rig?.clock.nowMs() ?? 0;
    const { id, owner: person } = session;
    rig?.store.spending.add({ session: id, person, usage: USAGE, microUsd: 100_000, atMs });
    agent.change({
      usage: { costMicroUsd: 100_000 * runs, costKnown: true },
      state: { endedAtMs: atMs + 500 },
    });
    return runs <= finished ? agent.end({ kind: 'done', text: '' }) : new Promise(() => undefined);
  };
}

async function cost(finished: number, options: RigOptions = {}, sender = ANA): Promise<string> {
  const run = costing(finished);
  rig = await gatewayRig({ locale: 'en', run: (...all) => run(...all), ...options });
  for (let task = 0; task <= finished; task += 1) {
    await rig.say(`/agent task ${task}`, { sender });
    await rig.clock.advance(1000);
  }
  await rig.say(options.locale === 'es' ? '/costo' : '/cost', { sender });
  return rig.phone.texts.at(-1) ?? '';
}

test('/cost before any task', async () => {
  rig = await gatewayRig({ locale: 'en' });
  await rig.say('/cost');
  expect(rig.phone.texts).toEqual([
    '🧾 No tasks here yet. Start one: /agent <task>\n💰 Today: $0.00 of $5.00',
  ]);
});

test('/cost at first: the estimate is unknown, the cache share is of what went in', async () => {
  expect(await cost(0)).toBe(
    [
      '🧾 task 0',
      '   $0.10 of $1.00',
      '   similar tasks here: no data yet',
      '   80 % of what the model read came from its cache',
      '💰 Today: $0.10 of $5.00',
    ].join('\n'),
  );
});

test('/costo with past tasks: estimate and actual, of this task and of those before', async () => {
  expect(await cost(3, { locale: 'es' })).toBe(
    [
      '🧾 task 3',
      '   $0.40 de $1.00',
      '   tareas parecidas aquí: de $0.10 a $0.30',
      '   el 80 % de lo que leyó el modelo salió de su caché',
      '💰 Hoy: $0.40 de $5.00',
      '📊 Terminadas aquí, previsto y real:',
      '   $0.30 (tareas parecidas aquí: todavía sin datos) · task 2',
      '   $0.20 (tareas parecidas aquí: todavía sin datos) · task 1',
      '   $0.10 (tareas parecidas aquí: todavía sin datos) · task 0',
    ].join('\n'),
  );
});

test('/cost names the limit of this task, where its terms let it cost less than others', async () => {
  const terms = { preApproved: [], limits: { maxCostUsd: 0.25 } };
  rig = await gatewayRig({
    locale: 'en',
    run: (_session, agent) => {
      agent.change({ terms, usage: { costMicroUsd: 100_000, extraMicroUsd: 1_000_000 } });
      return new Promise(() => undefined);
    },
  });
  await rig.say('/agent one');
  await rig.say('/cost');
  expect(rig.phone.texts.at(-1)).toContain('   $0.10 of $1.25\n');
});

test('/cost with nothing at work tells of what was at work last, not of what began last', async () => {
  rig = await gatewayRig({
    locale: 'en',
    run: async (_session, agent) => agent.end({ kind: 'parked', reason: 'rounds', detail: '', text: '' }),
  });
  for (const text of ['/agent one', 'what is this?', '/agent-resume go on', '/cost']) {
    await rig.say(text);
    await rig.clock.advance(1000);
  }
  expect(rig.phone.texts.at(-1)).toMatch(/^🧾 one\n/u);
});

test('/cost with nothing at work tells of the last task, also after a talk about it', async () => {
  rig = await gatewayRig({ locale: 'en' });
  for (const text of ['what is this?', '/agent one', 'thanks!']) {
    await rig.say(text);
    await rig.clock.advance(1000);
  }
  await rig.say('/cost');
  expect(rig.phone.texts.at(-1)).toMatch(/^🧾 one\n/u);
});

const ACCESS: RigOptions['access'] = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BOB, role: 'member', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BOB] }],
};

test('owners see what each person spent today, members do not', async () => {
  await cost(0, { access: ACCESS }, BOB);
  const forBob = rig?.phone.texts.at(-1) ?? '';
  const [session] = rig?.sessions() ?? [];
  const spent = { session: session?.id ?? ('' as SessionId), usage: USAGE, atMs: rig?.clock.nowMs() ?? 0 };
  rig?.store.spending.add({ ...spent, person: ANA, microUsd: 250_000 });
  rig?.store.spending.add({ ...spent, person: 'console', microUsd: 20_000 });
  await rig?.say('/cost', { sender: ANA });
  expect(forBob).not.toContain('by person');
  expect(rig?.phone.texts.at(-1)).toContain(
    `👥 Today, by person:\n   +${ANA}: $0.25\n   +${BOB}: $0.10\n   this machine: $0.020`,
  );
});

test('where others read along, an owner is told of themselves alone', async () => {
  await cost(0, { access: ACCESS }, BOB);
  await rig?.say('/cost', { sender: ANA, chat: 'team', group: { addressed: true } });
  const told = rig?.phone.texts.at(-1) ?? '';
  expect([told.includes('Today'), told.includes('by person')]).toEqual([true, false]);
});
