import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeAtStart, readSettings, terminalLocale } from '../../src/settings/settings.ts';
import { tempFolder } from '../support/program.ts';
import { wasap } from '../support/run-wasap.ts';

test.each([
  ['nothing is set', undefined, {}, 'en'],
  ['the system is Spanish', undefined, { LANG: 'es_MX.UTF-8' }, 'es'],
  ['the system is plain', undefined, { LANG: 'C.UTF-8' }, 'en'],
  ['the system is Estonian', undefined, { LANG: 'est' }, 'en'],
  ['messages are English', undefined, { LANG: 'es_ES.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'en'],
  ['all is Spanish', undefined, { LANG: 'de_DE', LC_MESSAGES: 'de_DE', LC_ALL: 'es_AR.UTF-8' }, 'es'],
  ['LC_ALL is empty', undefined, { LC_ALL: '', LANG: 'es_ES.UTF-8' }, 'es'],
  ['LOCALE says English', 'en', { LANG: 'es_ES.UTF-8' }, 'en'],
  ['LOCALE says Spanish', 'es', { LANG: 'en_US.UTF-8' }, 'es'],
  ['LOCALE is empty', '', { LANG: 'es_ES.UTF-8' }, 'es'],
] as const)('the language of a terminal where %s', (_what, configured, environment, locale) => {
  expect(terminalLocale(configured, environment)).toBe(locale);
});

test('it is the same before the settings are read and in them, and chats keep theirs', async () => {
  const folder = tempFolder('terminal-locale');
  const request = {
    packageRoot: process.cwd(),
    cwd: folder.path,
    env: { HOME: folder.path, LANG: 'es_ES.UTF-8' },
  };
  const { terminalLocale: own, locale } = await readSettings(request);
  expect([localeAtStart(request), own, locale]).toEqual(['es', 'es', undefined]);
  folder.remove();
});

test('a Spanish system has Spanish commands', { tags: 'full' }, async () => {
  const folder = tempFolder('terminal-locale');
  const env = { LANG: 'es_ES.UTF-8', DATA_DIR: `${folder.path}/data` };
  const said = async (...args: readonly string[]) => {
    const { stdout, stderr } = await wasap(args, { folder: folder.path, env });
    return stdout + stderr;
  };
  expect([await said('--help'), await said('sessions')]).toEqual([
    expect.stringContaining('Uso: wasap'),
    expect.stringContaining('Todavía no hay nada guardado'),
  ]);
  folder.remove();
});

test.each([
  ['an unclear message is answered in the language of the system', '/cost #99\n', 'No hay ninguna tarea #99'],
  ['the first clear one changes that', 'what can you do for me?\n/cost #99\n', "There's no task #99"],
])('in a Spanish terminal %s', { tags: 'full' }, async (_what, input, reply) => {
  const folder = tempFolder('terminal-locale');
  const env = {
    LANG: 'es_ES.UTF-8',
    CHANNELS: 'console',
    DATA_DIR: `${folder.path}/data`,
    CONFIG_DIR: `${folder.path}/config`,
    PROJECT_ROOT: `${folder.path}/project`,
  };
  mkdirSync(env.PROJECT_ROOT);
  const { stdout } = await wasap(['start'], { folder: folder.path, env, input });
  expect(stdout).toContain(reply);
  folder.remove();
});
