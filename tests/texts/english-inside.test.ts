import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reasonInSpanish } from '../../src/cli/eval/texts/es.ts';
import { sentenceIn } from '../../src/core/failure.ts';
import { linkReasonInSpanish, linkStateInSpanish } from '../../src/core/texts/es/english-sentences.ts';
import { validationFault } from '../../src/features/jobs/check/schema-check.ts';
import { readGraph } from '../../src/features/jobs/graph/graph.ts';
import { configKeyFailure, gitFailure } from '../../src/git/repository.ts';
import { toolCommandsOf } from '../../src/policy/tool-commands.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../src');

function gitSays(stderr: string): string {
  const failure = gitFailure({ code: 128, stdout: '', bytes: Buffer.alloc(0), stderr }, 'unavailable');
  return sentenceIn('es', failure);
}

test.each([
  ['fatal: repository not found', 'git dice: «repository not found»'],
  [
    "fatal: detected dubious ownership in repository at '/a'\n\tgit config --global --add safe.directory /a",
    "La carpeta es de otro usuario. Si es tuya, ejecuta `git config --global --add safe.directory /a`. git dice: «detected dubious ownership in repository at '/a'»",
  ],
  [
    "fatal: Unable to create '/a/.git/index.lock': File exists.",
    "Hay otro git trabajando, o lo mataron y dejó su bloqueo. Si no hay ninguno, ejecuta `rm '/a/.git/index.lock'`. git dice: «Unable to create '/a/.git/index.lock': File exists.»",
  ],
  ['', 'git dice: «exit code 128»'],
])("git's own words are quoted, not mixed into a Spanish sentence: %j", (stderr, says) => {
  expect(gitSays(stderr)).toBe(says);
});

test("what a repository's own setting would do is said in Spanish", () => {
  expect(sentenceIn('es', configKeyFailure('core.fsmonitor', 'runs'))).toBe(
    'La configuración del repositorio define "core.fsmonitor". Git la ejecutaría. Quítala, o ponla en tu configuración global de git si confías en ella.',
  );
});

test.each([
  ['408: no answer within 45 s', 'error 408: no hubo respuesta'],
  ['428: no pairing code was given', 'error 428: no dio ningún código'],
  ['599: Weird Failure', 'error 599: «Weird Failure»'],
  ['events are held back', 'los mensajes llegan con retraso'],
  ['WhatsApp did not confirm it within 30 s', 'WhatsApp no lo confirmó en 30 s'],
  ['something new', '«something new»'],
])('WhatsApp closed the connection: %s', (english, spanish) => {
  expect(linkReasonInSpanish(english)).toBe(spanish);
});

test('a state of the link has a Spanish name', () => {
  expect(['backoff', 'connecting', 'new'].map(linkStateInSpanish)).toEqual([
    'sin conexión',
    'conectando',
    '«new»',
  ]);
});

test.each([
  ['it ran out of rounds', 'llegó al límite de rondas'],
  [
    '`npm test` ended with 1, not 0: not ok 1 - adds',
    '`npm test` terminó con código 1, no 0: not ok 1 - adds',
  ],
  [
    'with everything mended: `npm test` took longer than 20 s',
    'con todo corregido: `npm test` tardó más de 20 s',
  ],
  ['src/a.ts holds /TODO/', 'src/a.ts contiene /TODO/'],
  [
    'its tests miss this: off by one (`npm test` ended with 0, not 1)',
    'sus pruebas no detectan esto: off by one (`npm test` terminó con código 0, no 1)',
  ],
  [
    'needs cargo: `cargo --version` was ended from outside',
    'necesita cargo: `cargo --version` se cortó desde afuera',
  ],
  ['words of nobody', '«words of nobody»'],
])('why an evaluation task was not solved: %s', (english, spanish) => {
  expect(reasonInSpanish(english)).toBe(spanish);
});

test('each reason of an evaluation that is written in the source is known in Spanish', () => {
  const folder = path.join(SOURCE, 'cli/eval');
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const written = [...source.matchAll(/reason: '([^']+)'|: '(it [^']+|its [^']+|the model [^']+)'/g)].map(
    ([, reason, parked]) => reason ?? parked ?? '',
  );
  expect([written.length > 12, written.filter((one) => reasonInSpanish(one).startsWith('«'))]).toEqual([
    true,
    [],
  ]);
});

test('problems of a job are said in the language of their author', () => {
  const read = readGraph({ name: 'a/b', tasks: [{ id: 'x', service: 'git', command: 'status', color: 1 }] });
  const problems = read.kind === 'problems' ? read.problems : [];
  expect([
    ...problems.map(({ fault }) => fault.in('es')),
    validationFault(['/a is required']).in('es'),
  ]).toEqual([
    'empieza con una letra y sigue con letras, números, - o _; 64 como máximo',
    'ese campo no existe',
    'Los parámetros no son válidos: «/a is required»',
  ]);
});

test('problems of a list of commands are said in the language of their author', () => {
  let said = '';
  try {
    toolCommandsOf({ config: { tool_commands: 1 } }, () => 'mine.yaml:2');
  } catch (error) {
    said = sentenceIn('es', error);
  }
  expect(said).toBe('mine.yaml:2: config.tool_commands: debe ser de tipo object, y es de tipo number');
});
