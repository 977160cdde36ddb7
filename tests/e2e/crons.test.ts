/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { conversationId } from '../../src/core/ids.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { useScenes } from '../support/scene.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();
const ASKED = calls(['run_command', { command: 'echo once >> ../effects.log && cat ../effects.log' }]);

function makeScene() {
  return scene({ script: byTranscript([ASKED, says('It ran once.')]) });
}

test('a task by cron asks, is answered, and the transcript names the cron', async () => {
  const { start, folder, dataDir, storedText } = await makeScene();
  addStoredCrons(dataDir, [{ inMs: 1500, name: 'kd', message: '/agent run it' }]);
  const program = start();
  const question = await program.heard(/\/approve ...,/);
  const code = /\/approve (...),/.exec(question)?.[1] ?? '';
  program.say(`/approve ${code}`);
  const end = await program.heard(/✅ Done[\s\S]*⏱️.*\n/u);
  const exitCode = await program.hangUp();
  const effects = path.join(folder, 'effects.log');
  expect({ exitCode, effects: existsSync(effects) && readFileSync(effects, 'utf8') }).toEqual({
    exitCode: 0,
    effects: 'once\n',
  });
  const kept = storedText();
  expect([question, end, kept, kept]).toEqual([
    expect.stringContaining('⏰ cron kd\n🚀 On it: run it'),
    expect.stringMatching(/⏱️ .* · ⏰ cron kd\n/u),
    expect.stringContaining('"cron":"kd"'),
    expect.stringContaining('"event": "cron.fired"'),
  ]);
});

const STATES = `SELECT count(*) AS count FROM user_cron_jobs WHERE active = 1 AND channel = 'console'`;
const left = (dataDir: string) => storedRows(dataDir, STATES, z.object({ count: z.int() }))[0]?.count;

test('two programs on one data folder say each thing once, and nothing of a channel that neither serves', async () => {
  const { start, dataDir } = await makeScene();
  const names = ['bb', 'cc', 'dd', 'ff', 'gg', 'hh', 'jj', 'kk'];
  addStoredCrons(dataDir, [
    ...names.map((name, place) => ({ inMs: 2500 + (place % 2), name, message: `words of ${name}` })),
    { inMs: 0, conversation: conversationId('whatsapp', 'ana'), name: 'zz', message: 'not here' },
  ]);
  const programs = [start(), start()];
  while ((left(dataDir) ?? 0) > 0) await sleep(20);
  const exits = await Promise.all(programs.map((program) => program.hangUp()));
  const said = programs.flatMap(({ output }) => output.match(/words of ../g) ?? []).toSorted();
  const waiting = storedRows(
    dataDir,
    "SELECT name FROM user_cron_jobs WHERE active = 1 AND channel = 'whatsapp'",
    z.object({ name: z.string() }),
  );
  expect({ exits, said, waiting }).toEqual({
    exits: [0, 0],
    said: names.map((name) => `words of ${name}`),
    waiting: [{ name: 'zz' }],
  });
});
