import { afterEach, expect, test } from 'vitest';
import { ANA, type GatewayRig, gatewayRig, INSTANCE, type RigOptions } from '../../support/gateway-rig.ts';

const HOUR = 3_600_000;
const BOB = '34600999888';
const USAGE = { inputTokens: 100, outputTokens: 9, cacheReadTokens: 800, cacheWriteTokens: 100 };

let rig: GatewayRig | undefined;
afterEach(async () => {
  await rig?.remove();
  rig = undefined;
});

const ACCESS: RigOptions['access'] = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BOB, role: 'member', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BOB] }],
};

type Asking = Parameters<GatewayRig['say']>[1];

/** Ana and Bob each have a task done, for a dime; an hour later somebody asks. */
async function answerTo(text: string, asking: Asking = {}, locale: 'en' | 'es' = 'en'): Promise<string> {
  rig = await gatewayRig({
    locale,
    access: ACCESS,
    run: async ({ id, owner }, agent) => {
      const atMs = rig?.clock.nowMs() ?? 0;
      rig?.store.spending.add({ session: id, person: owner, usage: USAGE, microUsd: 100_000, atMs });
      agent.change({ state: { endedAtMs: atMs } });
      return agent.end({ kind: 'done', text: '' });
    },
  });
  rig.store.instances.register({ id: INSTANCE, pid: 1, startTime: '0', atMs: 0 });
  await rig.say('/agent fix it', { sender: ANA, chat: 'ana' });
  await rig.say('/agent fix it', { sender: BOB, chat: 'bob' });
  await rig.clock.advance(HOUR);
  const { phone } = rig;
  const before = phone.texts.length;
  await rig.say(text, { chat: 'ana', ...asking });
  // Figures are added up by another thread.
  await expect.poll(() => phone.texts.length).toBeGreaterThan(before);
  return phone.texts.at(-1) ?? '';
}

test('/metrics tells an owner of all chats, in English', async () => {
  expect(await answerTo('/metrics')).toBe(
    [
      '📊 Figures for the last 30 days',
      'Commands: none yet',
      'Succeeded: not known yet',
      'Average time: not known yet',
      'Tasks done: 2',
      'Loops: none yet',
      'Cost: $0.20',
      'Tokens: 2.0k read, 18 written',
      'From the cache: 80 %',
      'Questions: none yet',
      '  time to answer: not known yet',
      'Waiting: in 0, out 0, tasks 0',
      'Messages lost: 0 (0 refused, 0 unhandled)',
      'WhatsApp: never linked',
    ].join('\n'),
  );
});

test('/metricas tells the same in Spanish', async () => {
  expect(await answerTo('/metricas 7d', {}, 'es')).toBe(
    [
      '📊 Cifras de los últimos 7 días',
      'Comandos: aún ninguno',
      'Salieron bien: aún no se sabe',
      'Tiempo promedio: aún no se sabe',
      'Tareas terminadas: 2',
      'Bucles: aún ninguno',
      'Costo: $0.20',
      'Tokens: 2.0k leídos, 18 escritos',
      'De la caché: 80 %',
      'Preguntas: aún ninguna',
      '  tiempo de respuesta: aún no se sabe',
      'En espera: entrada 0, salida 0, tareas 0',
      'Perdidos: 0 (rechazados 0, sin atender 0)',
      'WhatsApp: nunca vinculado',
    ].join('\n'),
  );
});

const OF_CHAT = '📊 Figures for this chat, last 30 days';
const OF_ALL = '📊 Figures for the last 30 days';

test.each([
  ['an owner alone', { sender: ANA }, [OF_ALL, 'Tasks done: 2', 'Cost: $0.20']],
  ['a member', { sender: BOB, chat: 'bob' }, [OF_CHAT, 'Tasks done: 1', 'Cost: $0.10']],
  [
    'an owner, where others read along',
    { sender: ANA, chat: 'team', group: { addressed: true } },
    [OF_CHAT, 'Tasks done: none yet', 'Cost and tokens: none yet'],
  ],
])('%s learns of what is theirs to know', async (_who, asking, told) => {
  const lines = (await answerTo('/metrics', asking)).split('\n');
  expect([lines[0], lines[4], lines[6]]).toEqual(told);
});

test.each([
  ['/metrics 24h', '📊 Figures for the last day'],
  ['/metrics since 36h', '📊 Figures for the last 36 hours'],
  ['/metrics --since=1h', '📊 Figures for the last hour'],
  ['/metrics lately', "I can't show figures for `lately`."],
  ['/metrics 99999d', "I can't show figures for `99999d`."],
])('%s: %s', async (text, firstLine) => {
  expect((await answerTo(text)).split('\n')[0]).toBe(firstLine);
});
