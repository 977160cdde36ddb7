import { expect, test } from 'vitest';
import { englishReasons } from '../../src/core/texts/en/permissions.ts';
import { spanishReasons } from '../../src/core/texts/es/permissions.ts';
import { reasonIn } from '../../src/core/texts/texts.ts';

test('each reason that is written in English is written in Spanish', () => {
  const missing = Object.keys(englishReasons).filter((rule) => reasonIn('es', rule) === undefined);
  expect(missing).toEqual([]);
});

test('a reason is whole sentences of at most 22 words', () => {
  const long = [englishReasons, spanishReasons]
    .flatMap((table) => Object.values(table))
    .filter((reason) => !reason.endsWith('.') || reason.split('. ').some(isLong));
  expect(long).toEqual([]);
});

function isLong(sentence: string): boolean {
  return sentence.split(' ').length > 22;
}

test.each([
  ['en', 'fetch', 'It uses the network to get the changes of this remote.'],
  ['es', 'fetch', 'usa la red para traer los cambios de ese remoto.'],
  ['en', 'unknown-command', undefined],
  ['es', 'unknown-command', 'ese programa no está en mi lista de comandos.'],
  ['en', 'no-such-rule', undefined],
  ['es', 'toString', undefined],
  [
    'en',
    'project-script+kept-running',
    "It runs the project's own code. It keeps running after the task, for up to 30 minutes.",
  ],
  ['en', 'unknown-command+kept-running', undefined],
  [
    'es',
    'unknown-command+kept-running',
    'ese programa no está en mi lista de comandos. Sigue corriendo después de la tarea, hasta 30 minutos.',
  ],
] as const)('in %s the reason of the rule %s is %j', (locale, rule, reason) => {
  expect(reasonIn(locale, rule)).toBe(reason);
});
