import { afterEach, describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { languageAfter, localeIn, localeOf } from '../../../src/gateway/incoming/language.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig | undefined;
afterEach(() => rig?.remove());

test.each([
  ['hola', 'es'],
  ['¿qué hace este archivo?', 'es'],
  ['arreglá el bug de login', 'es'],
  ['/agent Corré los tests y arreglá los que fallen', 'es'],
  ['/agent Agregá un endpoint GET /health en main.py', 'es'],
  ['cómo está la rama main', 'es'],
  ['quiero que todo funcione', 'es'],
  ['/ayuda', 'es'],
  ['que hace este proyecto', 'es'],
  ['arregla el login', 'es'],
  ['como va todo', 'es'],
  ['arreglalo', 'es'],
  ['explicame main.js', 'es'],
  ['agregar tests', 'es'],
  ['no anda', 'es'],
  ['fix la funcion login', 'es'],
  ['renombra user a usuario', 'es'],
  ['mostrame el diff', 'es'],
  ['dale', 'es'],
  ['hi', 'en'],
  ['what does this file do?', 'en'],
  ['/agent fix the failing login test', 'en'],
  ['/agent add dark mode to the settings page', 'en'],
  ['/status', undefined],
  ['/agent', undefined],
  ['no', undefined],
  ['npm install', undefined],
  ['fix login', 'en'],
  ['rename user to account', 'en'],
  ['why does it fail', 'en'],
  ['tests?', undefined],
  ['👍', undefined],
  ['', undefined],
])('%j is %s', (text, locale) => {
  expect(localeIn(text)).toBe(locale);
});

const ENGLISH = { locale: 'en', isChosen: false, others: 0 } as const;

/** The language after each of these messages. */
function after(...texts: readonly string[]): readonly (Locale | undefined)[] {
  let language = ENGLISH as Parameters<typeof languageAfter>[0];
  return texts.map((text) => {
    language = languageAfter(language, { text });
    return language.locale;
  });
}

test.each([
  [
    ['hola', 'gracias', 'dale', 'hola'],
    ['en', 'en', 'en', 'en'],
  ],
  [
    ['muchas gracias', 'ok dale', 'si hazlo', 'muchas gracias'],
    ['en', 'en', 'en', 'en'],
  ],
  [
    ['no anda', 'que falta?'],
    ['en', 'es'],
  ],
  [['¿qué hace este archivo?'], ['en']],
  [
    ['¿qué hace este archivo?', 'y las pruebas del login?'],
    ['en', 'es'],
  ],
  [
    ['¿qué hace este archivo?', 'ok', 'y las pruebas del login?'],
    ['en', 'en', 'es'],
  ],
  [
    ['¿qué hace este archivo?', 'what about the tests?', 'y las pruebas del login?'],
    ['en', 'en', 'en'],
  ],
  [
    ['/agent arregla el login por favor', '/agent corre las pruebas'],
    ['en', 'es'],
  ],
])('two messages in a row change it, no word does: %j', (texts, locales) => {
  expect(after(...texts)).toEqual(locales);
});

test('words of others and of another day change nothing', () => {
  const text = '¿qué hace este archivo?';
  const strange = [
    { text, forwarded: true },
    { text, scheduled: { id: 1, name: 'kd', nominalMs: 0 } as never },
    { text, gesture: { kind: 'reaction', target: 'x', emoji: '👍' } as const },
  ];
  for (const message of strange) expect(languageAfter(ENGLISH, message)).toEqual(ENGLISH);
});

test('the first clear message sets it, and a choice holds', () => {
  expect(languageAfter({ locale: undefined, isChosen: false, others: 0 }, { text: 'hola' }).locale).toBe(
    'es',
  );
  const chosen = { locale: 'en', isChosen: true, others: 0 } as const;
  expect(languageAfter(chosen, { text: '¿qué hace este archivo?' })).toBe(chosen);
  expect([localeOf(chosen, 'es'), localeOf(ENGLISH, 'es'), localeOf(ENGLISH, undefined)]).toEqual([
    'en',
    'es',
    'en',
  ]);
});

describe('in a chat', () => {
  const firstLine = () => rig?.phone.texts.at(-1)?.split('\n')[0];

  test('the second message in the other language is answered in it', async () => {
    rig = await gatewayRig();
    for (const text of ['/agent fix the login please', '#9 arregla el login ahora', '#9 y ahora las pruebas'])
      await rig.say(text);
    expect(rig.phone.texts.slice(-2)).toEqual([
      expect.stringMatching(/^There's no task #9/),
      expect.stringMatching(/^No hay ninguna tarea #9/),
    ]);
  });

  test.each([
    ['/language', 'I write English here. For Spanish: /language es'],
    ['/language es', '✅ Aquí escribo en español. Con /idioma auto te sigo.'],
    ['/idioma español', '✅ Aquí escribo en español. Con /idioma auto te sigo.'],
    ['/language English', "✅ I'll write English here. To follow you: /language auto"],
    ['/language klingon', "I don't speak klingon.\nSend /language en, /language es or /language auto."],
    ['/language auto', "✅ I'll write as you do.\nTwo messages in the other language change mine."],
    [
      `/language ${'x'.repeat(100)}`,
      `I don't speak ${'x'.repeat(40)}.\nSend /language en, /language es or /language auto.`,
    ],
  ])('%s', async (text, answer) => {
    rig = await gatewayRig();
    await rig.say('what does this file do?');
    await rig.say(text);
    expect(rig.phone.texts.at(-1)).toBe(answer);
  });

  test('a choice is kept over a restart and over the settings, until it is taken back', async () => {
    rig = await gatewayRig({ locale: 'en' });
    await rig.say('/idioma es');
    rig = await rig.restart();
    await rig.say('/cancel', { id: 'a' });
    const chosen = firstLine();
    await rig.say('/idioma auto', { id: 'b' });
    await rig.say('/cancel', { id: 'c' });
    expect([chosen, firstLine()]).toEqual([
      'No hay nada corriendo aquí. Empieza algo: /agente <tarea>',
      'Nothing is running here. Start something: /agent <task>',
    ]);
  });

  test('an open task goes on in the language that the settings name since', async () => {
    rig = await gatewayRig({ locale: 'en', run: () => new Promise(() => undefined) });
    await rig.say('/agent fix the login');
    const run: FakeRun = async (_session, agent) => agent.end({ kind: 'done', text: 'ok' });
    rig = await rig.restart({ locale: 'es', run });
    expect(rig.phone.texts.at(-1)).toMatch(/^✅ Listo/);
  });

  test('but not where another one was chosen', async () => {
    rig = await gatewayRig({ locale: 'en', run: () => new Promise(() => undefined) });
    await rig.say('/language en');
    await rig.say('/agent fix the login', { id: 'b' });
    const run: FakeRun = async (_session, agent) => agent.end({ kind: 'done', text: 'ok' });
    rig = await rig.restart({ locale: 'es', run });
    expect(rig.phone.texts.at(-1)).toMatch(/^✅ Done/);
  });

  test.each([
    ['the first clear word', ['/agent refactor login.ts', 'sí'], '✅ Listo'],
    ['a choice', ['/agent fix the login', '/language es', '1'], '✅ Listo'],
    ['one word in the other language', ['/agent fix the login', 'sí'], '✅ Done'],
  ])('an open task goes on in the language that its chat has by then: %s', async (_, said, report) => {
    let hasAsked = false;
    const run: FakeRun = async (_session, agent) => {
      if (hasAsked) return agent.end({ kind: 'done', text: 'ok' });
      hasAsked = true;
      return agent.ask();
    };
    rig = await gatewayRig({ run });
    for (const [index, text] of said.entries()) await rig.say(text, { id: `m${index}` });
    expect(firstLine()).toMatch(new RegExp(`^${report}`));
  });

  test('of one chat says nothing about another', async () => {
    rig = await gatewayRig({ allowed: ['34600111222', '34600999888'] });
    await rig.say('/idioma es');
    await rig.say('/cancel', { chat: 'bob', sender: '34600999888' });
    expect(firstLine()).toBe('Nothing is running here. Start something: /agent <task>');
  });
});
