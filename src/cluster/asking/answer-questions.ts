import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { MINUTE_MS } from '../../core/time.ts';
import { createWaker } from '../../core/waker.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { Companion } from '../companion.ts';
import { type CellName, channelOfQuestions } from '../names.ts';

/** Whoever asked has long gone on without an answer. */
const ASKED_WITHIN_SECONDS = 10;

export type Answers = ReadonlyMap<string, (question: Json) => Promise<Json>>;

interface AnsweringParts {
  readonly db: Pick<ClusterDatabase, 'listen' | 'rows' | 'run'>;
  readonly cell: CellName;
  /** By the kind of the question. */
  readonly answers: Answers;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers what other cells ask this one. Secrets are taken out by whoever answers: they do not leave their machine. */
export function answerQuestions(parts: AnsweringParts): Companion {
  const { db, cell, clock } = parts;
  const waker = createWaker(clock);
  db.listen(channelOfQuestions(cell), () => waker.wake());
  const course = (async () => {
    while (!waker.signal.aborted) {
      await waker.wait(MINUTE_MS);
      if (!waker.signal.aborted) await tryToAnswer(parts);
    }
  })();
  return {
    async stop() {
      waker.stop();
      await course;
    },
  };
}

async function tryToAnswer(parts: AnsweringParts): Promise<void> {
  try {
    await answerAll(parts);
  } catch (error) {
    // The connection says itself that PostgreSQL is away, and whoever asked hears of no answer.
    if (!isFailure(error) || error.kind !== 'unavailable')
      parts.log.error('cluster.answer.failed', { error: messageOf(error) });
  }
}

async function answerAll({ db, cell, answers }: AnsweringParts): Promise<void> {
  const asked = await db.rows(
    z.object({ id: z.string(), kind: z.string(), question: z.json() }),
    `SELECT id, kind, question FROM wasap.questions
     WHERE cell = $1 AND answer IS NULL AND asked > clock_timestamp() - interval '${ASKED_WITHIN_SECONDS} seconds'`,
    [cell],
  );
  for (const { id, kind, question } of asked) {
    const answer = await answers.get(kind)?.(question);
    if (answer === undefined) continue;
    await db.run('UPDATE wasap.questions SET answer = $3 WHERE id = $1 AND cell = $2', [
      id,
      cell,
      JSON.stringify(answer),
    ]);
  }
}
