import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { useScenes } from '../support/scene.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

const RUNS = 12;
const KILLED_AT = [10, 7, 4, 1];
/** Of the words that a cron says, one row each; of the tasks, one message and one session each. */
const LEFT = `SELECT
  (SELECT count(*) FROM user_cron_jobs WHERE active = 1) AS due,
  (SELECT count(*) FROM outbox WHERE state <> 'sent' AND ephemeral = 0) AS unsent,
  (SELECT count(*) FROM sessions WHERE status <> 'done') AS open,
  (SELECT count(*) FROM inbox WHERE state = 'accepted') AS accepted`;
const MADE = `SELECT
  (SELECT count(*) FROM outbox WHERE dedupe_key LIKE 'cron:%') AS words,
  (SELECT count(*) FROM inbox WHERE account = 'cron') AS messages,
  (SELECT count(*) FROM sessions) AS sessions,
  (SELECT count(DISTINCT source_message_id) FROM sessions) AS origins,
  (SELECT count(*) FROM user_cron_jobs WHERE last_key IS NULL) AS unfired`;
const Count = z.record(z.string(), z.int());

test('a program that is killed again and again while crons fire loses no run and doubles none', {
  tags: 'full',
}, async () => {
  const { start, dataDir } = await scene({
    script: byTranscript([says('Done.')]),
  });
  addStoredCrons(
    dataDir,
    Array.from({ length: RUNS }, (_, place) => ({
      inMs: 1000 + place * 250,
      message: place % 3 === 0 ? `/agent task ${place}` : `words ${place}`,
    })),
  );
  const said: string[] = [];
  const state = () => storedRows(dataDir, LEFT, Count)[0] ?? {};
  // Whatever the machine's speed: each is killed right after it fired some.
  for (const due of KILLED_AT) {
    const program = start();
    while ((state().due ?? 0) > due) await sleep(15);
    await program.kill();
    said.push(program.output);
  }
  const last = start();
  while (Object.values(state()).some((count) => count > 0)) await sleep(40);
  await last.hangUp();
  said.push(last.output);
  const heard = new Set(said.join('').match(/words \d+/g));
  expect({ heard: heard.size, made: storedRows(dataDir, MADE, Count) }).toEqual({
    heard: 8,
    made: [{ words: 8, messages: 4, sessions: 4, origins: 4, unfired: 0 }],
  });
});
