/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import { atLevel } from '../support/level.ts';
import { useScenes } from '../support/scene.ts';
import {
  BRIEF,
  crowd,
  deliveryOf,
  everybodyWrites,
  inboxOf,
  isQuiet,
  type Load,
  phoneOf,
  tokensOf,
} from '../support/whatsapp-load.ts';
import { linkedProgram } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const LOAD: Load = atLevel({
  quick: { people: 6, messages: 10 },
  full: { people: 12, messages: 20 },
  soak: { people: 100, messages: 50 },
});
const ALL = LOAD.people * LOAD.messages;

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

const everybody = (): string => Array.from({ length: LOAD.people }, (_, index) => phoneOf(index)).join();

test(`${LOAD.people} people write ${LOAD.messages} messages each at the same time: none is lost, doubled or out of order`, async () => {
  const place = await scene({ script: BRIEF });
  const opened = await linkedProgram(place, { ALLOWED_PHONE_NUMBERS: everybody() });
  world = opened.world;
  const people = crowd(world, LOAD);
  await everybodyWrites(people, LOAD);
  const limit = { timeout: 200_000, interval: 1000 };
  await expect.poll(() => inboxOf(place.dataDir), limit).toEqual({ done: ALL, other: 0 });
  await expect.poll(() => isQuiet(place.dataDir), limit).toBe(true);
  expect(deliveryOf(place.server.requests, tokensOf(LOAD))).toEqual({
    lost: [],
    duplicated: [],
    reordered: [],
  });
  world.verify();
}, 240_000);
