import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { createWaker } from '../core/waiting.ts';
import type { ClusterBackgroundTask, ClusterDatabase } from './cluster-database.ts';
import { type CellName, channelOfQuestions } from './names.ts';
import type { SqlTransactions } from './sql.ts';

const LOOK_EVERY_MS = 50;

export interface CellQuestion {
  /** The subject of the question: a cell that does not know it does not answer. */
  readonly kind: string;
  readonly question: Json;
}

export interface CellAnswer {
  readonly cell: string;
  /** Undefined if the cell did not answer in time. */
  readonly answer: Json | undefined;
}

/**
 * Asks several cells at the same moment and collects their answers. Neither question nor answer is kept: the table is
 * no record, and what another machine has is read anew each time.
 * @throws Failure `unavailable` while PostgreSQL is away
 */
export async function askCells(
  db: SqlTransactions,
  { cells, kind, question }: CellQuestion & { readonly cells: readonly string[] },
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<readonly CellAnswer[]> {
  if (cells.length === 0) return [];
  const id = randomUUID();
  await db.transaction(async (sql) => {
    // Questions of processes that were killed while they waited.
    await sql.run(`DELETE FROM wasap.questions WHERE asked < clock_timestamp() - interval '1 minute'`);
    await sql.run(
      `INSERT INTO wasap.questions (id, cell, kind, question)
       SELECT $1::uuid, cell, $2::text, $3::jsonb FROM unnest($4::text[]) AS cell`,
      [id, kind, JSON.stringify(question), cells],
    );
    await sql.run(`SELECT pg_notify(channel, '') FROM unnest($1::text[]) AS channel`, [
      cells.map(channelOfQuestions),
    ]);
  });
  const endUpMs = clock.upMs() + withinMs;
  do await clock.sleep(LOOK_EVERY_MS);
  while (clock.upMs() < endUpMs && (await isWaitedFor(db, id)));
  const rows = await db.rows(
    z.object({ cell: z.string(), answer: z.json().nullable() }),
    'DELETE FROM wasap.questions WHERE id = $1 RETURNING cell, answer',
    [id],
  );
  const answers = new Map(rows.map(({ cell, answer }) => [cell, answer ?? undefined]));
  return cells.map((cell) => ({ cell, answer: answers.get(cell) }));
}

async function isWaitedFor(db: SqlTransactions, id: string): Promise<boolean> {
  return (await db.run('SELECT 1 FROM wasap.questions WHERE id = $1 AND answer IS NULL LIMIT 1', [id])) > 0;
}

/** An older question is skipped: its sender no longer waits. */
const ASKED_WITHIN_SECONDS = 10;

export type CellAnswers = ReadonlyMap<string, (question: Json) => Promise<Json>>;

interface AnsweringParts {
  readonly db: Pick<ClusterDatabase, 'listen' | 'rows' | 'run'>;
  readonly cell: CellName;
  /** One answer for each kind of question. */
  readonly answers: CellAnswers;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers what other cells ask this one. Secrets are taken out here, so that they do not leave their machine. */
export function answerQuestions(parts: AnsweringParts): ClusterBackgroundTask {
  const { db, cell, clock } = parts;
  const waker = createWaker(clock);
  db.listen(channelOfQuestions(cell), () => waker.wake());
  const course = (async () => {
    while (!waker.signal.aborted) {
      await waker.wait(MINUTE_MS);
      if (!waker.signal.aborted) await orLog(() => answerAll(parts), parts.log);
    }
  })();
  return {
    async stop() {
      waker.stop();
      await course;
    },
  };
}

async function orLog(work: () => Promise<void>, log: Log): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The connection reports by itself that PostgreSQL is away, and the asking cell gets no answer.
    if (!isFailure(error) || error.kind !== 'unavailable')
      log.error('cluster.answer.failed', { error: messageOf(error) });
  }
}

const Asked = z.object({ id: z.string(), kind: z.string(), question: z.json() });

async function answerAll(parts: AnsweringParts): Promise<void> {
  const { db, cell, log } = parts;
  const asked = await db.rows(
    Asked,
    `SELECT id, kind, question FROM wasap.questions
     WHERE cell = $1 AND answer IS NULL AND asked > clock_timestamp() - interval '${ASKED_WITHIN_SECONDS} seconds'`,
    [cell],
  );
  // Answered one by one, so that a failing answer does not keep back the others.
  for (const one of asked) await orLog(() => answerOne(one, parts), log);
}

async function answerOne(
  { id, kind, question }: z.infer<typeof Asked>,
  { db, cell, answers }: AnsweringParts,
): Promise<void> {
  const answer = await answers.get(kind)?.(question);
  if (answer === undefined) return;
  await db.run('UPDATE wasap.questions SET answer = $3 WHERE id = $1 AND cell = $2', [
    id,
    cell,
    JSON.stringify(answer),
  ]);
}
