import { afterEach, describe, expect, test } from 'vitest';
import { LOCALES, type Locale, texts } from '../../../src/core/texts/texts.ts';
import { commandsOf } from '../../../src/features/contributions.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

/** Characters in a line of a phone, lines on its screen, and what one takes in at a glance. */
const LINE = 40;
const MAX_LINES = 20;
const MAX_LENGTH = 900;
/** Lines for the next commands of a topic, so that who adds one has not to shorten those of others. */
const ROOM = 3;

/** Behind the command, in each language. */
const SCREENS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['', ' tasks', ' results', ' projects', ' schedules', ' safety', ' chat', ' program'],
  es: ['', ' tareas', ' resultados', ' proyectos', ' horarios', ' seguridad', ' chat', ' programa'],
};
const COMMANDS: Readonly<Record<Locale, string>> = { en: '/help', es: '/ayuda' };

let rig: GatewayRig;
afterEach(() => rig.remove());

async function answerTo(text: string, locale: Locale): Promise<string> {
  rig = await gatewayRig({ locale });
  await rig.say(text);
  return rig.phone.texts.join('\n');
}

/** The lines that a phone makes of a text: it breaks between words. */
function onPhone(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const lines = [''];
    for (const word of line.split(' ')) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
      if (longer.length <= LINE) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

describe.each(LOCALES)('in %s', (locale) => {
  test.each(SCREENS[locale])('/help%s fits the screen of a phone', async (word) => {
    const text = await answerTo(`${COMMANDS[locale]}${word}`, locale);
    const name = word === '' ? 'first' : word.trim();
    await expect(`${onPhone(text).join('\n')}\n`).toMatchFileSnapshot(`golden/${locale}-${name}.golden.txt`);
    expect(
      { lines: onPhone(text).length <= MAX_LINES, length: text.length <= MAX_LENGTH },
      `A screen has at most ${MAX_LINES} lines and ${MAX_LENGTH} characters: say it shorter, or give the command a topic with room (the golden files show which).`,
    ).toEqual({ lines: true, length: true });
  });

  // A topic with one command tells all about it; with a second one it becomes a short list.
  test.each(SCREENS[locale].filter((word) => !/ schedules| horarios/.test(word)))(
    '/help%s has room for another command',
    async (word) => {
      const text = await answerTo(`${COMMANDS[locale]}${word}`, locale);
      expect(
        onPhone(text).length,
        `At most ${MAX_LINES - ROOM} lines: say it on one line of ${LINE} characters, or give a command the topic where people look for it.`,
      ).toBeLessThanOrEqual(MAX_LINES - ROOM);
    },
  );

  test('everything is all commands, by topic', async () => {
    const text = await answerTo(locale === 'en' ? '/help everything' : '/ayuda todo', locale);
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${locale}-everything.golden.txt`);
  });

  test('each command stands once in everything', async () => {
    const lines = (await answerTo('/help everything', locale)).split('\n');
    const usages = commandsOf(rig.features).map((command) => command.describe(texts(locale)).usage);
    const listed = lines.flatMap((line) => usages.filter((usage) => line.startsWith(`${usage} - `)));
    expect(listed.toSorted()).toEqual(usages.toSorted());
  });
});

describe('a topic', () => {
  test.each([
    ['/help Tasks', '📋 Tasks'],
    ['/help tareas', '📋 Tasks'],
    ['/help git', '🔀 Results'],
    ['/ayuda dinero', '🎛️ The program'],
    ['/ayuda proyectos', '📁 Projects'],
    ['/help programaciones', '⏰ Schedules'],
    ['/help /projects', '/workspace [switch <name> | info | add <url>]'],
    ['/help /tareas', '/sessions'],
    ['/help project', '/workspace [switch <name> | info | add <url>]'],
  ])('%j answers with %j: with a slash a command is meant', async (text, line) => {
    expect((await answerTo(text, 'en')).split('\n')[0]).toBe(line);
  });
});

describe('an unknown word', () => {
  test.each([
    ['/help taks', 'I don\'t know "taks". Did you mean "tasks"?', '📋 Tasks'],
    ['/help sefety', 'I don\'t know "sefety". Did you mean "safety"?', '🛡️ Safety'],
    ['/help mrege', 'I don\'t know "mrege". Did you mean "merge"?', '/merge [#n]'],
    ['/help xyzzyx', 'I don\'t know "xyzzyx".', '👋 To get started:'],
  ])('%j is answered with the nearest', async (text, line, screen) => {
    const [first, , third] = (await answerTo(text, 'en')).split('\n');
    expect([first, third]).toEqual([line, screen]);
  });

  test('behind a known one does not matter', async () => {
    expect((await answerTo('/help undo please', 'en')).split('\n')[0]).toBe('/undo [#n]');
  });

  test('is not repeated at length', async () => {
    expect((await answerTo(`/help ${'x'.repeat(500)}`, 'en')).split('\n')[0]?.length).toBeLessThan(60);
  });
});
