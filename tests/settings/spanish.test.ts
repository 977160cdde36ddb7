import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sentenceIn } from '../../src/core/failure.ts';
import { expectationInSpanish } from '../../src/core/texts/es/expectations.ts';
import { readSettings } from '../../src/settings/settings.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const SETTINGS = path.join(PACKAGE, 'src/settings');

/** What schemas of the settings expect, as it is written; a number stands where the code puts one. */
function expectations(): readonly string[] {
  const source = readdirSync(SETTINGS)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(SETTINGS, name), 'utf8'))
    .join('\n');
  const written = [...source.matchAll(/(['`])(expected [^'`\n]+)\1/g)].map(([, , text = '']) => text);
  return [...new Set(written.map((text) => text.replace(/\$\{\w+\}/g, '7')))];
}

test('whatever a setting is expected to be is said in Spanish', () => {
  const all = expectations();
  expect([all.length > 20, all.filter((one) => expectationInSpanish(one) === one)]).toEqual([true, []]);
});

test.each([
  ['expected a whole number from 1 to 1000', 'debe ser un número entero de 1 a 1000'],
  ['expected boolean, received string', 'debe ser de tipo boolean, y es de tipo string'],
  ['Too small: expected number to be >=1', 'fuera del rango: >=1'],
  ['a sentence of nobody', 'a sentence of nobody'],
])('%s', (english, spanish) => {
  expect(expectationInSpanish(english)).toBe(spanish);
});

test('wrong settings are listed in Spanish, with their source', async () => {
  const overrides = {
    AGENT_MAX_ROUNDS: '0',
    ANTHROPIC_API_KEY: 'with a blank',
    PROJECT_ROOT: '/nowhere/at/all',
  };
  const wrong: unknown = await readSettings({ packageRoot: PACKAGE, overrides, env: {} }).catch(
    (error: unknown) => error,
  );
  expect(sentenceIn('es', wrong).split('\n')).toEqual([
    'Corrige estos ajustes y prueba otra vez:',
    '- ANTHROPIC_API_KEY (de la línea de comandos) es (no se muestra): van letras, números y signos, sin espacios',
    '- AGENT_MAX_ROUNDS (de la línea de comandos) es "0": debe ser un número entero de 1 a 1000',
    '- PROJECT_ROOT es "/nowhere/at/all": debe ser una carpeta que exista',
  ]);
});
