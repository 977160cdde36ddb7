/**
 * One of the long runs.
 * @module-tag full
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { EFFECTS_FILE, makeCountingProject } from '../crash/counting-project.ts';
import { atLevel } from '../support/level.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript, type ScriptFunction } from '../support/messages-server/script.ts';
import { PROJECT_SCRIPTS, type Scene, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { crowd, deliveryOf, isQuiet, phoneOf, tokensIn } from '../support/whatsapp-load.ts';
import { linkedProgram, startAgain, whatsappEnv } from '../support/whatsapp-scene.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';
import { startWriting, TALK, type Words } from '../support/whatsapp-writers.ts';

const KILLS = atLevel({ quick: 1, full: 5, soak: 100 });
const TALKERS = atLevel({ quick: 3, soak: 98 });
const WORKERS = 2;
const PEOPLE = TALKERS + WORKERS;
const LIMIT_MS = 60_000 + KILLS * 12_000;
const TALK_EVERY_MS = atLevel({ quick: 1000, soak: 8000 });
const TASK_EVERY_MS = 5000;
/** More than this, and a program that lives for seconds would never catch up on a slow machine. */
const MAX_WAITING = atLevel({ quick: 30, soak: 150 });

/** What a program that dies again and again leaves waiting is more than a person would have waiting. */
const SETTINGS = `${PROJECT_SCRIPTS}limits:\n  backlog: 1000\n`;

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

/**
 * Each task has one command in the project itself, one task after the other, which cannot be run twice without being
 * found out.
 */
const COUNT: Words = (person, message) => `/queue count job-${person}-${message}`;

/** Says which message it answers, so that an answer that comes twice is found. Slow enough to be killed meanwhile. */
const model: ScriptFunction = (request, index) => {
  const [job] = /job-\d+-\d+/.exec(taskOf(request)) ?? [];
  if (job === undefined) return slow(says(`I read ${tokensIn(request).at(-1)}.`), Math.random() * 400);
  const steps = [calls(['run_command', { command: `mocha ${job}` }]), says(`Counted ${job}.`)];
  return byTranscript(steps.map((step) => slow(step, Math.random() * 200)))(request, index);
};

test(
  `the program is killed ${KILLS} times while people write and it works: nothing is lost, nothing is done or said twice, and everybody is told`,
  async () => {
    const place = await scene({ script: model, project: makeCountingProject, agentYaml: SETTINGS });
    const env = { ALLOWED_PHONE_NUMBERS: Array.from({ length: PEOPLE }, (_, n) => phoneOf(n)).join() };
    const opened = await linkedProgram(place, env, { expectsCrashes: true });
    world = opened.world;
    const people = crowd(world, { people: PEOPLE });
    const talk = startWriting(people.slice(0, TALKERS), TALK, TALK_EVERY_MS);
    const work = startWriting(people.slice(TALKERS), COUNT, TASK_EVERY_MS);
    let { program } = opened;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Every third program does not live to be connected, or just so.
      if (kill % 3 === 2) program = place.start({ env: { ...whatsappEnv(world), ...env } });
      else if (kill > 0) program = await startAgain(place, world, env);
      await sleep(Math.random() * 3000);
      if (world.unconfirmed().length > MAX_WAITING) await caughtUp(world);
      await program.kill();
      await sleep(Math.random() * 1000);
    }
    await Promise.all([talk.stop(), work.stop()]);
    const restarts = restartsDue(place);
    await startAgain(place, world, env);
    const said = [...talk.said, ...work.said];
    const jobs = work.said.flat().map((text) => text.slice('/queue count '.length));
    const limit = { timeout: LIMIT_MS / 2, interval: 500 };
    await expect.poll(() => inboxOf(place, people), limit).toEqual(said);
    await expect.poll(() => isOver(place), limit).toBe(true);
    expect({
      delivery: deliveryOf(place.server.requests, talk.said.map(tokens)),
      refusals: place.server.refusals,
      effects: effectsOf(place).toSorted(),
      reports: jobs.filter((job) => textsTo(people, new RegExp(`Counted ${job}\\.`)).length !== 1),
      repeatedAnswers: repeated(textsTo(people, /I read p/)),
      sentMoreThanTwice: people.flatMap(({ received }) => received.filter(({ copy }) => copy > 2)),
      restartsTold: textsTo(people, /Restarted while working/).length,
    }).toEqual({
      delivery: { lost: [], duplicated: [], reordered: [] },
      refusals: [],
      effects: jobs.toSorted(),
      reports: [],
      repeatedAnswers: [],
      sentMoreThanTwice: [],
      restartsTold: restarts,
    });
    world.verify();
  },
  LIMIT_MS,
);

async function caughtUp(server: WhatsAppServer): Promise<void> {
  const isSo = () => (server.unconfirmed().length < MAX_WAITING / 2 ? true : undefined);
  await server.until(isSo, 'the program to catch up', 60_000);
}

function tokens(said: readonly string[]): readonly string[] {
  return said.map((text) => text.slice('This is '.length, -1));
}

/** Restarts that people were or surely will be told of when the next program starts. */
function restartsDue({ dataDir }: Scene): number {
  const sql = `SELECT (SELECT count(*) FROM outbox WHERE dedupe_key LIKE 'restart:%')
    + (SELECT count(*) FROM sessions WHERE status = 'running') AS due`;
  return storedRows(dataDir, sql, z.object({ due: z.int() }))[0]?.due ?? 0;
}

/** What the inbox has of each person, in its order. */
function inboxOf({ dataDir }: Scene, people: readonly Person[]): readonly (readonly string[])[] {
  const sql = `SELECT chat, json_extract(message, '$.text') AS text FROM inbox WHERE state = 'done' ORDER BY seq`;
  const rows = storedRows(dataDir, sql, z.object({ chat: z.string(), text: z.string() }));
  return people.map((person) => rows.filter(({ chat }) => chat === person.jid('pn')).map(({ text }) => text));
}

/** Every session has ended, and everybody was sent everything. */
function isOver({ dataDir }: Scene): boolean {
  const unsent = storedRows(dataDir, "SELECT id FROM outbox WHERE state <> 'sent'", z.unknown());
  return isQuiet(dataDir) && unsent.length === 0;
}

function effectsOf({ folder }: Scene): readonly string[] {
  return readFileSync(path.join(folder, EFFECTS_FILE), 'utf8').split('\n').filter(Boolean);
}

/** Texts that came as messages of their own; what came again under the same id is one. */
function textsTo(people: readonly Person[], pattern: RegExp): readonly string[] {
  return people.flatMap(({ received }) =>
    received.flatMap(({ content, copy }) =>
      content.kind === 'text' && copy === 1 && pattern.test(content.text) ? [content.text] : [],
    ),
  );
}

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at);
}
