import { expect, test } from 'vitest';
import type { EmptyingNews, EmptyingResult } from '../../src/cli/cluster/empty-cell.ts';
import { afterDraining, afterMoving, endText, newsLines } from '../../src/cli/cluster/move-away.ts';
import { clusterWords } from '../../src/cli/cluster/texts/texts.ts';
import type { CellName } from '../../src/cluster/names.ts';

const LIMA = 'lima' as CellName;
const { cluster: english } = clusterWords('en');
const { cluster: spanish } = clusterWords('es');
const NEWS: readonly EmptyingNews[] = [
  { kind: 'waits', conversations: 3, leftMs: 90_000 },
  { kind: 'moved', conversation: 'main:ana', to: 'quito' as CellName, handover: 'done', moved: 7, all: 500 },
  { kind: 'moved', conversation: 'main:bo', to: 'quito' as CellName, handover: 'silent', moved: 8, all: 500 },
  { kind: 'moved', conversation: 'main:mia', to: 'quito' as CellName, handover: 'full', moved: 8, all: 500 },
  { kind: 'pace', moved: 8, all: 500, leftMs: 61_000 },
  { kind: 'stays', conversation: 'main:eva', why: 'not-running' },
  { kind: 'stays', conversation: 'main:leo', why: undefined },
];

test('what happens is told line by line, in English', () => {
  expect(NEWS.flatMap((news) => newsLines(news, english))).toEqual([
    '⏳ Chats with open tasks: 3. I park them after 2 min.',
    '📦 7/500 main:ana → quito',
    "⚠️ main:bo: no answer in 20 s. I'm moving its last copy.",
    '📦 8/500 main:bo → quito',
    "⚠️ main:mia: its cell can't store anything.\nIts tasks aren't paused, and its last copy moves.",
    '📦 8/500 main:mia → quito',
    '⏱️ Chats moved: 8 of 500. About 1 min 01 s left.',
    "⚠️ main:eva stays: That cell isn't running, so nothing moved there.\nStart it first: wasap cell --name <name>",
    '⚠️ main:leo stays: it could not be moved.',
  ]);
});

test('what happens is told line by line, in Spanish', () => {
  expect(NEWS.flatMap((news) => newsLines(news, spanish))).toEqual([
    '⏳ Chats con tareas abiertas: 3. En 2 min las pauso.',
    '📦 7/500 main:ana → quito',
    '⚠️ main:bo: sin respuesta en 20 s. Muevo su última copia.',
    '📦 8/500 main:bo → quito',
    '⚠️ main:mia: su celda no puede guardar nada.\nNo pausé sus tareas, y muevo su última copia.',
    '📦 8/500 main:mia → quito',
    '⏱️ Chats movidos: 8 de 500. Faltan unos 1 min 01 s.',
    '⚠️ main:eva se queda: Esa celda no está en marcha: no moví nada ahí.\nIníciala primero: wasap cell --name <nombre>',
    '⚠️ main:leo se queda: no se pudo mover.',
  ]);
});

test.each<[string, EmptyingResult, readonly string[]]>([
  [
    'all moved',
    { end: 'done', moved: 12, left: [] },
    [
      '✅ lima has no chats any more. Chats moved: 12',
      'Now stop it, upgrade it and start it. Then:',
      'wasap cluster drain lima --end',
    ],
  ],
  [
    'stopped',
    { end: 'stopped', moved: 1, left: ['main:bo'] },
    [
      '⚠️ Chats moved: 1. Still on lima: 1',
      'It gets no new chats.',
      'To continue: wasap cluster drain lima --move',
      'To give it chats again: wasap cluster drain lima --end',
    ],
  ],
  [
    'some stay',
    { end: 'done', moved: 1, left: ['main:bo'] },
    ['⚠️ Chats moved: 1. Still on lima: 1', '   main:bo', 'Try again: wasap cluster drain lima --move'],
  ],
  [
    'many stay',
    { end: 'done', moved: 1, left: Array.from({ length: 500 }, (_, chat) => `main:${chat}`) },
    [
      '⚠️ Chats moved: 1. Still on lima: 500',
      ...Array.from({ length: 20 }, (_, chat) => `   main:${chat}`),
      '   … +480',
      'Try again: wasap cluster drain lima --move',
    ],
  ],
])('at the end it says what to do next: %s', (_, emptied, lines) => {
  const after = afterDraining(LIMA, english);
  expect(endText(LIMA, emptied, { words: english, after }).split('\n')).toEqual(lines);
});

test('at the end it says in Spanish what to do next', () => {
  const after = afterDraining(LIMA, spanish);
  const said = endText(LIMA, { end: 'done', moved: 2, left: [] }, { words: spanish, after });
  expect(said.split('\n')).toEqual([
    '✅ lima ya no tiene chats. Chats movidos: 2',
    'Ahora detenla, actualízala e iníciala. Después:',
    'wasap cluster drain lima --end',
  ]);
});

test.each<[string, CellName | undefined, EmptyingResult, string]>([
  [
    'stopped',
    undefined,
    { end: 'stopped', moved: 1, left: ['main:bo'] },
    'To continue: wasap cluster move --from lima',
  ],
  [
    'some stay',
    'quito' as CellName,
    { end: 'done', moved: 1, left: ['main:bo'] },
    'Try again: wasap cluster move --from lima --to quito',
  ],
])('at the end of `move --from` it says how to go on: %s', (_, to, emptied, last) => {
  const after = afterMoving(LIMA, to, english);
  expect(endText(LIMA, emptied, { words: english, after }).split('\n').at(-1)).toBe(last);
});
