import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sentenceIn } from '../../src/core/failure.ts';
import { expectationInSpanish } from '../../src/core/texts/es/english-sentences.ts';
import { readSettings } from '../../src/settings/settings.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const SETTINGS = path.join(PACKAGE, 'src/settings');

/** Other files that people write, and what reads them. */
const READERS = [
  'policy/tool-commands.ts',
  'features/jobs/graph/graph.ts',
  'features/mcp/config/find-servers.ts',
  'cli/eval/task.ts',
  'cli/eval/run-routing.ts',
].map((file) => path.join(PACKAGE, 'src', file));

/** What schemas expect, as it is written; a number stands where the code puts one. */
function expectations(): readonly string[] {
  const settings = readdirSync(SETTINGS)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(SETTINGS, name));
  const source = [...settings, ...READERS].map((file) => readFileSync(file, 'utf8')).join('\n');
  const written = [...source.matchAll(/'(expected [^'\n]+)'|`(expected [^`\n]+)`/g)];
  const rule = /NAME_RULE = '([^']+)'/.exec(source)?.[1] ?? '';
  return [
    ...new Set(
      written.map(([, plain = '', filled = plain]) =>
        filled.replaceAll(/\$\{NAME_RULE\}/g, rule).replaceAll(/\$\{\w+\}/g, '7'),
      ),
    ),
  ];
}

test('whatever a file that people write is expected to hold is said in Spanish', () => {
  const all = expectations();
  expect([all.length > 35, all.filter((one) => expectationInSpanish(one) === one)]).toEqual([true, []]);
});

test.each([
  ['expected a whole number from 1 to 1000', 'debe ser un número entero de 1 a 1000'],
  ['expected boolean, received string', 'debe ser de tipo boolean, y es de tipo string'],
  ['Too small: expected number to be >=1', 'fuera del rango: >=1'],
  ['Invalid input: expected array, received string', 'debe ser de tipo array, y es de tipo string'],
  ['Invalid string: must start with "-"', 'debe empezar con "-"'],
  [
    'args.0: holds line breaks or hidden characters',
    'args.0: tiene saltos de línea o caracteres que no se ven',
  ],
  ['constructor: this name is taken by the language itself', 'ese nombre está reservado'],
  ['its name does not end with _', 'el nombre no debe terminar en _'],
  [
    'The frontmatter cannot be used: it has more than 16384 characters.',
    'El encabezado tiene más de 16384 caracteres.',
  ],
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
  const env = { METRICS_PORT: 'x' };
  const wrong: unknown = await readSettings({ packageRoot: PACKAGE, overrides, env }).catch(
    (error: unknown) => error,
  );
  expect(sentenceIn('es', wrong).split('\n')).toEqual([
    'Corrige estos ajustes y prueba otra vez:',
    '- ANTHROPIC_API_KEY (de la línea de comandos) es (no se muestra): van letras, números y signos, sin espacios',
    '- AGENT_MAX_ROUNDS (de la línea de comandos) es "0": debe ser un número entero de 1 a 1000',
    '- METRICS_PORT (del entorno) es "x": debe ser un número entero de 1 a 65535',
    '- PROJECT_ROOT es "/nowhere/at/all": debe ser una carpeta que exista',
  ]);
});
