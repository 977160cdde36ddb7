/** @module-tag postgres */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { machinesOfCell, type OpenCell } from '../../src/cli/cluster/machines-of-cell.ts';
import { answerQuestions, askCells, type CellAnswers } from '../../src/cluster/ask-cells.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { CELL, joinAs, OTHER, openDatabase } from './rig.ts';

const CLOCK = systemClock;
const WITHIN_MS = 20_000;

let url: string;
beforeEach(async () => {
  url = await freshDatabase();
});

/** A cell with a connection of its own. */
async function answering(cell: CellName, answers: CellAnswers): Promise<void> {
  const db = await openDatabase(url);
  const task = answerQuestions({ db, cell, answers, clock: CLOCK, log: silentLog });
  onTestFinished(() => task.stop());
}

const questions = (): Promise<unknown[]> => runSql(url, 'SELECT cell, kind FROM wasap.questions');

test('each cell answers for itself, and neither question nor answer stays', async () => {
  const db = await openDatabase(url);
  for (const cell of [CELL, OTHER])
    await answering(cell, new Map([['echo', async (question) => ({ cell, question })]]));
  const asked = { cells: [CELL, OTHER], kind: 'echo', question: { of: 'ñandú' } };
  expect({
    answers: await askCells(db, asked, { clock: CLOCK, withinMs: WITHIN_MS }),
    left: await questions(),
  }).toEqual({
    answers: [CELL, OTHER].map((cell) => ({ cell, answer: { cell, question: { of: 'ñandú' } } })),
    left: [],
  });
});

test('a cell asks all others, or those of them that are named', { tags: 'full' }, async () => {
  const db = await openDatabase(url);
  const third = 'rio' as CellName;
  for (const cell of [CELL, OTHER, third]) await joinAs(db, cell);
  for (const cell of [CELL, OTHER, third]) await answering(cell, new Map([['name', async () => cell]]));
  const open: Partial<OpenCell> = { cluster: db };
  const { askOthers } = machinesOfCell(CELL, () => open as OpenCell);
  expect([await askOthers('name', null), await askOthers('name', null, [CELL, third])]).toEqual([
    [OTHER, third].map((cell) => ({ cell, answer: cell })),
    [{ cell: third, answer: third }],
  ]);
});

test('who is not there, knows nothing of it, or fails is silent, and the others are heard', {
  tags: 'full',
}, async () => {
  const db = await openDatabase(url);
  await answering(
    CELL,
    new Map([
      ['sum', async () => 7],
      ['fails', () => Promise.reject(new Error('broken'))],
    ]),
  );
  const ask = (kind: string) =>
    askCells(db, { cells: [CELL, OTHER], kind, question: null }, { clock: CLOCK, withinMs: 1500 });
  await askCells(db, { cells: [CELL], kind: 'sum', question: null }, { clock: CLOCK, withinMs: WITHIN_MS });
  expect([
    await ask('news of a later version'),
    await ask('fails'),
    await ask('sum'),
    await questions(),
  ]).toEqual([
    [
      { cell: CELL, answer: undefined },
      { cell: OTHER, answer: undefined },
    ],
    [
      { cell: CELL, answer: undefined },
      { cell: OTHER, answer: undefined },
    ],
    [
      { cell: CELL, answer: 7 },
      { cell: OTHER, answer: undefined },
    ],
    [],
  ]);
});

test('a question that fails keeps back no other one that was asked at the same moment', async () => {
  const db = await openDatabase(url);
  const ask = (kind: string, withinMs: number) =>
    askCells(db, { cells: [CELL], kind, question: null }, { clock: CLOCK, withinMs });
  await runSql(
    url,
    `INSERT INTO wasap.questions (id, cell, kind, question, asked)
     VALUES (gen_random_uuid(), '${CELL}', 'fails', 'null', clock_timestamp())`,
  );
  await answering(
    CELL,
    new Map([
      ['sum', async () => 7],
      ['fails', () => Promise.reject(new Error('broken'))],
    ]),
  );
  expect(await ask('sum', WITHIN_MS)).toEqual([{ cell: CELL, answer: 7 }]);
});

test('what somebody asked who was killed meanwhile is gone after a minute', { tags: 'full' }, async () => {
  const db = await openDatabase(url);
  await runSql(
    url,
    `INSERT INTO wasap.questions (id, cell, kind, question, asked)
     SELECT gen_random_uuid(), 'lima', 'old', '1', now() - age FROM unnest('{2 minutes, 5 seconds}'::interval[]) AS age`,
  );
  await askCells(db, { cells: [OTHER], kind: 'new', question: null }, { clock: CLOCK, withinMs: 0 });
  expect(await questions()).toEqual([{ cell: 'lima', kind: 'old' }]);
});
