/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import { useScenes } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

test('a command from a phone is answered there', async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  const ana = world.person(OWNER);
  await ana.says('/help');
  const answer = await ana.waitFor(({ content }) => content.kind === 'text');
  expect(answer.content).toMatchObject({ kind: 'text', text: expect.stringContaining('/help everything') });
  world.verify();
});
