import { afterEach, describe, expect, test } from 'vitest';
import type { ModelFacts } from '../../../src/contracts/commands.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const price = (input: number, output: number): ModelFacts['price'] => ({
  input: input * 1_000_000,
  output: output * 1_000_000,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
});
const MODELS: readonly ModelFacts[] = [
  { name: 'small-model', price: price(0.1, 0.5), windowTokens: 150_000, effort: 'medium' },
  { name: 'big-model', price: price(4, 20), windowTokens: 300_000, effort: 'high' },
  { name: 'local', price: undefined, windowTokens: 32_000, effort: undefined },
];

async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({
    locale: 'en',
    program: { model: 'small-model', models: MODELS },
    run: async () => new Promise(() => undefined),
    ...options,
  });
}

async function says(...lines: readonly string[]): Promise<string> {
  for (const line of lines) await rig.say(line);
  return rig.phone.texts.at(-1) ?? '';
}

const begun = () =>
  rig
    .sessions()
    .toReversed()
    .map(({ task, prompt: { model } }) => [task, model]);

test.each([
  [
    'en',
    '/model',
    [
      '🧠 This chat uses `small-model`.',
      '1. `small-model`: $0.10 in, $0.50 out per million tokens · window 150k · effort medium',
      '2. `big-model`: $4 in, $20 out per million tokens · window 300k · effort high',
      '3. `local`: price unknown · window 32k',
      'Switch this chat: /model 2',
      'For a single task: /agent --model big-model <task>',
    ],
  ],
  [
    'es',
    '/modelo',
    [
      '🧠 Este chat usa `small-model`.',
      '1. `small-model`: $0.10 de entrada y $0.50 de salida por millón de tokens · ventana 150k · esfuerzo medium',
      '2. `big-model`: $4 de entrada y $20 de salida por millón de tokens · ventana 300k · esfuerzo high',
      '3. `local`: precio desconocido · ventana 32k',
      'Para cambiarlo en este chat: /modelo 2',
      'Para una sola tarea: /agente --modelo big-model <tarea>',
    ],
  ],
] as const)('the list (%s)', async (locale, typed, lines) => {
  await open({ locale });
  expect((await says(typed)).split('\n')).toEqual(lines);
});

test('a choice is for what begins next in this chat, also after a restart, until it is taken back', async () => {
  await open();
  expect(await says('/agent first', '/model big')).toBe(
    '🧠 New tasks here use `big-model`.\nRunning tasks keep theirs.',
  );
  await says('/queue second');
  rig = await rig.restart();
  await says('/queue third');
  expect(await says('/model')).toContain('🧠 This chat uses `big-model`.');
  expect(await says('/status')).toContain('🧠 New tasks here use `big-model` (/model)');
  expect(await says('/model usual')).toBe('🧠 New tasks here use the usual model: `small-model`.');
  await says('/queue fourth');
  expect(begun()).toEqual([
    ['first', 'small-model'],
    ['second', 'big-model'],
    ['third', 'big-model'],
    ['fourth', 'small-model'],
  ]);
});

test.each([
  ['/model 2', 'big-model'],
  ['/model big-model', 'big-model'],
  ['/model BIG', 'big-model'],
  ['/models local', 'local'],
  ['/modelo local', 'local'],
])('%s means %s', async (typed, model) => {
  await open();
  await says(typed, '/agent go');
  expect(begun()).toEqual([['go', model]]);
});

test.each([
  ['/model 9', 'No model is called `9`.\nThere are: `small-model`, `big-model`, `local`'],
  ['/model gigantic', 'No model is called `gigantic`.\nThere are: `small-model`, `big-model`, `local`'],
  // Several have this word.
  ['/model model', 'No model is called `model`.\nThere are: `small-model`, `big-model`, `local`'],
  ['/model small-model', '🧠 This chat already uses `small-model`.'],
  [
    '/agent --model gigantic fix it',
    'No model is called `gigantic`.\nThere are: `small-model`, `big-model`, `local`',
  ],
])('%s changes and begins nothing', async (typed, told) => {
  await open();
  expect([await says(typed), begun()]).toEqual([told, []]);
});

test.each([
  ['/agent --model big fix the login', 'fix the login'],
  ['/agent --model=big-model fix the login', 'fix the login'],
  ['/agente --modelo big arregla el login', 'arregla el login'],
  ['/queue --model big\nfix\nthe login', 'fix\nthe login'],
  // Phones make one of two dashes.
  ['/agent —model big fix the login', 'fix the login'],
])('%s is a task with its own model', async (typed, task) => {
  await open();
  await says(typed, '/queue another');
  expect(begun()).toEqual([
    [task, 'big-model'],
    ['another', 'small-model'],
  ]);
});

test('a model that the settings no longer list is not used', async () => {
  await open();
  await says('/model big');
  rig = await rig.restart();
  const { store } = rig;
  store.database.write('UPDATE chosen_models SET model = @model').run({ model: 'gone' });
  await says('/agent go');
  expect([begun(), (await says('/model')).split('\n')[0]]).toEqual([
    [['go', 'small-model']],
    '🧠 This chat uses `small-model`.',
  ]);
});

describe('who may choose', () => {
  const BEA = '34600333444';

  test.each([
    ['reader', 'Readers'],
    ['member', '🧠 New tasks here use `big-model`.'],
    ['owner', '🧠 New tasks here use `big-model`.'],
  ] as const)('a %s', async (role, told) => {
    await open({
      access: {
        people: [
          { phone: ANA, role: 'owner', workspaces: undefined },
          { phone: BEA, role, workspaces: undefined },
        ],
        groups: [],
      },
    });
    await rig.say('/model big', { sender: BEA });
    const text = rig.phone.texts.at(-1) ?? '';
    expect(text.startsWith(told) || (role === 'reader' && !text.includes('big-model'))).toBe(true);
  });
});
