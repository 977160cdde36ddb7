import * as z from 'zod';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { createWaker } from '../../core/waiting.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { Companion } from '../companion.ts';
import { type CellName, channelOfQuestions } from '../names.ts';

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
export function answerQuestions(parts: AnsweringParts): Companion {
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
