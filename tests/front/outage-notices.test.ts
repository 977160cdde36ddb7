/** @module-tag postgres */
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { silentLog } from '../../src/core/log.ts';
import { createFrontChats, type NoticeParts, notifyOfOutages } from '../../src/front/outage-notices.ts';
import { english } from '../../src/front/texts/en.ts';
import { spanish } from '../../src/front/texts/es.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freshDatabase } from '../support/postgres.ts';
import { FRONT, openCluster, ownDatabase, placeChat, seatCell } from './rig.ts';

interface Look {
  /** For how long PostgreSQL has been away. */
  readonly awayMs?: number;
  /** Chats in which something waits. */
  readonly waits?: readonly string[];
}

/** One front that looks after its chats; `told` is everything that it has said. */
async function rig() {
  const url = await freshDatabase();
  const db = await openCluster(url);
  const clock = new FakeClock();
  const chats = createFrontChats(ownDatabase());
  const told: string[] = [];
  let isCut = false;
  const cut = (now: boolean): void => {
    isCut = now;
  };
  const look = async ({ awayMs, waits = [] }: Look): Promise<void> => {
    const parts: NoticeParts = {
      db,
      awayMs: () => awayMs,
      journal: { listWaitingChats: () => waits },
      chats,
      front: FRONT,
      channel: {
        async send({ chat, body }) {
          if (isCut) throw new Failure('unavailable', 'The link is down.');
          if (body.kind === 'text') told.push(`${chat}: ${nameOf(body.text)}`);
        },
      },
      pace: { waitForTurn: async () => true, noteHeard: () => undefined },
      locale: 'en',
      patienceMs: MINUTE_MS,
      clock,
      log: silentLog,
    };
    await notifyOfOutages(parts);
  };
  return { url, clock, chats, told, look, cut };
}

function nameOf(text: string): string {
  const [name] = Object.entries(english).find(([, said]) => said === text) ?? [];
  if (name !== undefined) return name;
  return text === spanish.databaseAway || text === spanish.cellAway ? 'en español' : text;
}

test.each<[string, Look, readonly string[]]>([
  ['nothing is away', { waits: ['ana'] }, []],
  ['PostgreSQL, for a moment', { awayMs: MINUTE_MS - 1, waits: ['ana'] }, []],
  [
    'PostgreSQL, for a minute',
    { awayMs: MINUTE_MS, waits: ['ana', 'bo'] },
    ['ana: databaseAway', 'bo: en español'],
  ],
  ['PostgreSQL, and nobody waits', { awayMs: HOUR_MS }, []],
])('away: %s', async (_, look, expected) => {
  const { url, clock, chats, told, look: lookOnce } = await rig();
  await seatCell(url, 'lima');
  chats.noteHeard('ana', undefined, clock.nowMs());
  chats.noteHeard('bo', 'es', clock.nowMs());
  await lookOnce(look);
  expect(told).toEqual(expected);
});

eachInFull<[string, { silentSeconds?: number; heardAgoMs: number }, readonly string[]]>([
  ['it answers', { silentSeconds: 0, heardAgoMs: 0 }, []],
  ['it is silent, and its person wrote just now', { silentSeconds: 60, heardAgoMs: 0 }, ['ana: cellAway']],
  ['it is silent, and its person wrote long ago', { silentSeconds: 60, heardAgoMs: HOUR_MS + 1 }, []],
])('the cell of a chat: %s', async (_, { silentSeconds, heardAgoMs }, expected) => {
  const { url, clock, chats, told, look } = await rig();
  await seatCell(url, 'quito');
  await seatCell(url, 'lima', silentSeconds);
  await placeChat(url, 'ana', 'lima');
  await placeChat(url, 'bo', 'quito');
  for (const chat of ['ana', 'bo']) chats.noteHeard(chat, undefined, clock.nowMs() - heardAgoMs);
  await look({});
  expect(told).toEqual(expected);
});

test('in a cluster without cells who waits is told', async () => {
  const { told, look } = await rig();
  await look({ waits: ['ana'] });
  expect(told).toEqual(['ana: cellAway']);
});

test('an outage is told once, then that it is over, and again when it comes again', async () => {
  const { url, told, look } = await rig();
  await seatCell(url, 'lima');
  const away = { awayMs: HOUR_MS, waits: ['ana'] };
  for (const one of [away, away, {}, {}, away]) await look(one);
  expect(told).toEqual(['ana: databaseAway', 'ana: databaseBack', 'ana: databaseAway']);
});

test('an end that could not be told before the next outage is told when that is over, once', async () => {
  const { url, told, look, cut } = await rig();
  await seatCell(url, 'lima');
  const away = { awayMs: HOUR_MS, waits: ['ana'] };
  await look(away);
  cut(true);
  await look({});
  cut(false);
  for (const one of [{ awayMs: 1 }, {}, {}]) await look(one);
  expect(told).toEqual(['ana: databaseAway', 'ana: databaseBack']);
});

test('who did not wait during an outage is not told that it is over', async () => {
  const { url, clock, chats, told, look } = await rig();
  await seatCell(url, 'lima');
  chats.noteHeard('bo', undefined, clock.nowMs());
  await look({ awayMs: HOUR_MS, waits: ['ana'] });
  await look({});
  expect(told).toEqual(['ana: databaseAway', 'ana: databaseBack']);
});

test('a cell that answers again may be told of again', { tags: 'full' }, async () => {
  const { url, clock, chats, told, look } = await rig();
  await seatCell(url, 'lima', 60);
  await placeChat(url, 'ana', 'lima');
  chats.noteHeard('ana', undefined, clock.nowMs());
  await look({});
  await seatCell(url, 'lima', 0);
  await look({});
  await seatCell(url, 'lima', 60);
  await look({});
  expect(told).toEqual(['ana: cellAway', 'ana: cellAway']);
});
