import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { Figure } from './figure.ts';
import { type BareLinked, startBareLinked, startLinked } from './linked.ts';
import type { Rig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { median, quantile } from './statistics.ts';

const PEOPLE = 50;
const WARM_UP = { ms: 1500, turns: 40 };
const TURNS = 200;
const BURST = 600;
const EACH = 4;
/** So often do all of them ask: once takes a second, in which much else may happen on the machine. */
const TIMES = 5;
const LOOK_MS = 5;
/** One burst of a person is one message for ours: until it has had its say, it is not asked anything else. */
const QUIET_MS = 6000;

interface Speed {
  readonly turnMs: readonly number[];
  readonly burstMs: number;
  readonly answerMs: number;
  readonly problems: number;
}

/** Beside a client that stores nothing, on the same library and in the same run. */
export async function linkedSpeedFigures(rig: Rig): Promise<readonly Figure[]> {
  const bare = await speedOf(await startBareLinked(rig, PEOPLE));
  const ours = await speedOf(await startLinked(rig, PEOPLE));
  const beside = (name: string, limit: number, of: (speed: Speed) => number): Figure => ({
    name: `WhatsApp: ${name}`,
    unit: 'ms',
    ours: of(ours),
    bare: of(bare),
    bar: { of: 'ratio', limit },
  });
  return [
    beside('a command to its answer, median', 2.4, ({ turnMs }) => median(turnMs)),
    beside('a command to its answer, slowest hundredth', 3, ({ turnMs }) => quantile(turnMs, 0.99)),
    beside(`${BURST} messages of one person at once, each`, 1.4, ({ burstMs }) => burstMs),
    beside(`${PEOPLE} people at once, each answer`, 2.3, ({ answerMs }) => answerMs),
    {
      name: 'WhatsApp: not understood by server or phones, beside the bare client',
      unit: '',
      ours: ours.problems,
      bar: { of: 'ours', limit: 0 },
    },
  ];
}

async function speedOf(linked: BareLinked): Promise<Speed> {
  const { world, people } = linked;
  const [ana] = people;
  if (ana === undefined) throw new Error('nobody is there');
  await sleep(WARM_UP.ms);
  for (let turn = 0; turn < WARM_UP.turns; turn += 1) await answer(linked, ana);
  const turnMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) turnMs.push(await answer(linked, ana));
  // Nobody writes for the first time while it is measured.
  for (const person of people) await answer(linked, person);
  const answerMs: number[] = [];
  for (let time = 0; time < TIMES; time += 1)
    answerMs.push(await timed(people.length * EACH, () => answers(linked)));
  const burstMs = await timed(BURST, async () => {
    for (let count = 0; count < BURST; count += 1) await ana.says(`Message ${count}.`);
    while (world.unconfirmed().length > 0) await sleep(LOOK_MS);
  });
  await sleep(QUIET_MS);
  return { turnMs, burstMs, answerMs: median(answerMs), problems: await linked.end() };
}

/** Milliseconds for each of so many. */
async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const beganAtMs = preciseNowMs();
  await work();
  return (preciseNowMs() - beganAtMs) / count;
}

async function answer({ world }: Pick<BareLinked, 'world'>, person: Person): Promise<number> {
  const before = person.received.length;
  return await timed(1, async () => {
    await person.says('/status');
    await world.until(() => (person.received.length > before ? true : undefined), 'an answer');
  });
}

/** Everybody asks a few times without waiting for the answers. */
async function answers({ world, people }: BareLinked): Promise<void> {
  const due = people.map(({ received }) => received.length + EACH);
  const asked = people.map(async (person) => {
    for (let count = 0; count < EACH; count += 1) await person.says('/status');
  });
  await Promise.all(asked);
  const isAnswered = () => people.every(({ received }, at) => received.length >= (due[at] ?? 0));
  await world.until(() => (isAnswered() ? true : undefined), 'every answer', 60_000);
}
