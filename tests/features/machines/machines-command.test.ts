import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Machines } from '../../../src/cluster/machines.ts';
import { Failure } from '../../../src/core/failure.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { BIG, type FakeMachines, fakeMachines, members } from './scene.ts';

const BOB = '34600999888';
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const CHAT = 'support:34600555666@s.whatsapp.net';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BOB, role: 'member', workspaces: undefined },
  ],
  groups: [],
} as const;

let rig: GatewayRig;
afterEach(() => rig.remove());

async function opened(
  doing: Partial<Pick<Machines, 'drain' | 'move'>> = {},
  locale: 'en' | 'es' = 'en',
): Promise<FakeMachines> {
  const machines = fakeMachines({ atMs: NOON_MS, members: [...members(NOON_MS)] }, doing);
  rig = await gatewayRig({ access: ACCESS, locale, machines });
  return machines;
}

async function answerTo(text: string, sender = ANA): Promise<string> {
  await rig.say(text, { sender, chat: sender === ANA ? 'ana' : 'bob' });
  return rig.phone.texts.at(-1) ?? '';
}

test('/machines tells how the others are, those that are gone first', async () => {
  await opened();
  expect((await answerTo('/machines')).split('\n')).toEqual([
    "🖥️ I'm the cell big-one. The others:",
    'Cell old: gone for 5 min 00 s · chats: 1 · messages waiting: 4 (4 min 00 s)',
    'Cell quito: draining · tasks 2 + 1 waiting · $1.25 today · 3 s ago',
    'Front support: running · 3 s ago',
    'All cells together: tasks 4 + 2 waiting · $2.50 today',
  ]);
});

test('/maquinas, en español', async () => {
  await opened({}, 'es');
  expect((await answerTo('/máquinas')).split('\n')).toEqual([
    '🖥️ Soy la celda big-one. Las otras:',
    'Celda old: no responde hace 5 min 00 s · chats: 1 · mensajes en espera: 4 (4 min 00 s)',
    'Celda quito: vaciándose · tareas 2 + 1 en espera · $1.25 hoy · hace 3 s',
    'Frente support: en marcha · hace 3 s',
    'Todas las celdas juntas: tareas 4 + 2 en espera · $2.50 hoy',
  ]);
});

test.each([
  ['/machines drain quito', ['drain quito'], /^✅ quito gets no new chats\. Chats on it: 2\./],
  ['/maquinas vaciar Quito', ['drain quito'], /^✅ quito gets no new chats/],
  ['/machines undrain quito', ['undrain quito'], /^✅ quito gets new chats again/],
  ['/maquinas abrir quito', ['undrain quito'], /^✅ quito gets new chats again/],
  [
    `/machines move ${CHAT} quito`,
    [`move ${CHAT} quito`],
    /^✅ The chat now lives on quito\.\n.*: 1\.\nIts tasks are/,
  ],
  [`/maquinas mover ${CHAT} quito`, [`move ${CHAT} quito`], /^✅ The chat now lives on quito/],
  ['/machines move support:ana quito', [], /^I can't move the chat you're writing in\./],
  ['/machines move quito', [], /^\/machines \[drain/],
  ['/machines drain', [], /^\/machines \[drain/],
  ['/machines drain quito now', [], /^\/machines \[drain/],
  ['/machines drain ../quito', [], /^\/machines \[drain/],
  ['/machines explode', [], /^\/machines \[drain/],
])('%s', async (text, asked, said) => {
  const machines = await opened();
  const answer = await answerTo(text);
  expect({ asked: machines.asked, answer }).toEqual({ asked, answer: expect.stringMatching(said) });
});

const failing = (kind: 'unavailable' | 'not-found' | 'conflict', trouble?: string) => async () => {
  throw new Failure(kind, 'in English', { facts: trouble === undefined ? {} : { trouble } });
};

test.each([
  ['/machines drain ghost', failing('not-found'), /^There's no cell ghost, so nothing changed\./],
  ['/machines drain quito', failing('unavailable'), /^PostgreSQL doesn't answer, so nothing changed\./],
  [`/machines move ${CHAT} quito`, failing('not-found', 'no-conversation'), /^There's no chat support:/],
  [`/machines move ${CHAT} quito`, failing('conflict', 'there-already'), /^The chat already lives on quito/],
  [`/machines move ${CHAT} quito`, failing('not-found', 'not-running'), /^quito isn't running/],
])('%s, and it fails', async (text, fails, said) => {
  await opened({ drain: fails, move: fails });
  expect(await answerTo(text)).toMatch(said);
});

test('the example of the guide', async () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guide/machines.md'), 'utf8');
  const machines = await opened();
  await answerTo(/```\n(.*)\n```/.exec(guide)?.[1] ?? '');
  expect(machines.asked).toEqual([`drain ${BIG}`]);
});

test('only an owner is answered, and only for an owner something is done', async () => {
  const machines = await opened();
  const answers = [
    await answerTo('/machines', BOB),
    await answerTo('/machines drain quito', BOB),
    await answerTo(`/machines move ${CHAT} quito`, BOB),
  ];
  expect([answers.every((answer) => !answer.includes('quito')), machines.asked]).toEqual([true, []]);
});

test('on a program that is alone there is no such command', async () => {
  rig = await gatewayRig({ access: ACCESS, locale: 'en' });
  expect(await answerTo('/machines')).not.toContain(BIG);
});
