/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { CellName } from '../../src/cluster/names.ts';
import { type FakeFront, FRONT, startFakeFront } from '../channels/relay/fake-front.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { phoneOf } from '../support/whatsapp-load.ts';

const PEOPLE = 40;
const WITHIN = { timeout: 60_000, interval: 50 };
const LIMIT = { timeout: 240_000 };

const scene = useScenes();

interface Machines {
  readonly url: string;
  readonly front: FakeFront;
  readonly left: Program;
  readonly right: Program;
  startCell(name: string): Program;
  drain(): Program;
}

const chatOf = (person: number): string => `${phoneOf(person)}@s.whatsapp.net`;
const everybody = Array.from({ length: PEOPLE }, (_, person) => person);

/** Forty chats on the left cell, each with an answer, and an empty one on its right. */
async function twoCells(): Promise<Machines> {
  const url = await freshDatabase();
  const place: Scene = await scene({
    script: [],
    env: { DATABASE_URL: url, ALLOWED_PHONE_NUMBERS: everybody.map(phoneOf).join() },
  });
  const startCell = (name: string): Program =>
    place.start({
      args: ['cell', '--name', name],
      env: { DATA_DIR: path.join(place.folder, `data-${name}`) },
    });
  const left = startCell('left');
  const front = await startFakeFront({ url, cell: 'left' as CellName });
  onTestFinished(() => front.stop());
  await runSql(url, 'DELETE FROM wasap.placements');
  for (const person of everybody) {
    await runSql(
      url,
      `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, $3, 'left', 1)`,
      [`${FRONT}:${chatOf(person)}`, FRONT, phoneOf(person)],
    );
    await writes(front, person);
  }
  await expect.poll(() => textsOf(front).length, WITHIN).toBe(PEOPLE);
  const right = startCell('right');
  await expect.poll(() => isMember(url, 'right'), WITHIN).toBe(true);
  const drain = (): Program =>
    place.start({ args: ['cluster', 'drain', 'left', '--move', '--within', '0s'] });
  return { url, front, left, right, startCell, drain };
}

async function writes(front: FakeFront, person: number): Promise<void> {
  await front.says('/quiet', { chat: chatOf(person), sender: phoneOf(person) });
}

async function isMember(url: string, name: string): Promise<boolean> {
  const rows = await runSql(url, 'SELECT 1 FROM wasap.members WHERE name = $1 AND NOT has_left', [name]);
  return rows.length === 1;
}

/** As if its lease had run out, which takes 45 s. */
async function forget(url: string, name: string): Promise<void> {
  await runSql(url, `UPDATE wasap.members SET heartbeat = now() - interval '1 hour' WHERE name = $1`, [name]);
}

async function movedTo(url: string, cell: string): Promise<number> {
  const rows = await runSql(url, 'SELECT 1 FROM wasap.placements WHERE cell = $1 AND epoch = 2', [cell]);
  return rows.length;
}

const Body = z.object({ kind: z.string(), text: z.string().optional() });

function textsOf({ delivered }: FakeFront): readonly { readonly chat: string; readonly text: string }[] {
  return delivered.flatMap(({ chat, body }) => {
    const { kind, text = '' } = Body.parse(body);
    return kind === 'text' ? [{ chat, text }] : [];
  });
}

/** What each of them has read: how often that their chat has moved, and how many answers. */
function readBy(front: FakeFront): readonly { readonly moves: number; readonly answers: number }[] {
  return everybody.map((person) => {
    const texts = textsOf(front).filter(({ chat }) => chat === chatOf(person));
    const moves = texts.filter(({ text }) => text.startsWith('📦')).length;
    return { moves, answers: texts.length - moves };
  });
}

/** Two messages each, and one move. */
const ALL_IS_WELL = everybody.map(() => ({ moves: 1, answers: 2 }));

async function isUnderWay({ url }: Machines): Promise<void> {
  await expect.poll(() => movedTo(url, 'right'), { ...WITHIN, interval: 10 }).toBeGreaterThan(0);
}

const linesOf = ({ output }: Program): readonly string[] => output.trimEnd().split('\n');

test(
  'the command is killed in the middle, and given again: each chat moves once, and nothing is waited for',
  LIMIT,
  async () => {
    const machines = await twoCells();
    const { url, front } = machines;
    const first = machines.drain();
    await isUnderWay(machines);
    await first.kill();
    const halfWay = await movedTo(url, 'right');
    await Promise.all(everybody.map((person) => writes(front, person)));
    const second = machines.drain();
    const code = await second.exit;
    await expect.poll(() => readBy(front), WITHIN).toEqual(ALL_IS_WELL);
    expect({
      code,
      isHalfWay: halfWay < PEOPLE,
      moved: await movedTo(url, 'right'),
      warned: linesOf(second).filter((line) => line.startsWith('⚠️')),
      last: linesOf(second).at(-3),
    }).toEqual({
      code: 0,
      isHalfWay: true,
      moved: PEOPLE,
      warned: [],
      last: expect.stringMatching(/^✅ left has no chats any more\. Chats moved: \d+$/),
    });
  },
);

test(
  'the cell that is emptied is killed: its other chats move as they were copied last, and it comes back to none',
  LIMIT,
  async () => {
    const machines = await twoCells();
    const { url, front } = machines;
    const draining = machines.drain();
    await isUnderWay(machines);
    await machines.left.kill();
    await forget(url, 'left');
    await Promise.all(everybody.map((person) => writes(front, person)));
    const code = await draining.exit;
    machines.startCell('left');
    await expect.poll(() => readBy(front), WITHIN).toEqual(ALL_IS_WELL);
    await expect.poll(() => isMember(url, 'left'), WITHIN).toBe(true);
    expect({
      code,
      moved: await movedTo(url, 'right'),
      isSaid: linesOf(draining).some((line) => /^⚠️ .*(?:its cell is gone|no answer in 20 s)/.test(line)),
      read: readBy(front),
    }).toEqual({ code: 0, moved: PEOPLE, isSaid: true, read: ALL_IS_WELL });
  },
);

test(
  'the cell that gets the chats is killed: the others stay, the command says so, and all is well when it is back',
  LIMIT,
  async () => {
    const machines = await twoCells();
    const { url, front } = machines;
    const draining = machines.drain();
    await isUnderWay(machines);
    await machines.right.kill();
    await forget(url, 'right');
    const code = await draining.exit;
    const stayed = PEOPLE - (await movedTo(url, 'right'));
    await Promise.all(everybody.map((person) => writes(front, person)));
    machines.startCell('right');
    await expect.poll(async () => (await machines.drain().exit) === 0, WITHIN).toBe(true);
    await expect.poll(() => readBy(front), WITHIN).toEqual(ALL_IS_WELL);
    expect({
      code,
      isAnyLeft: stayed > 0,
      said: draining.output,
      moved: await movedTo(url, 'right'),
    }).toEqual({
      code: 1,
      isAnyLeft: true,
      said: expect.stringContaining(`Still on left: ${stayed}`),
      moved: PEOPLE,
    });
  },
);
