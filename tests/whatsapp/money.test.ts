/**
 * One of the long runs.
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says, withUsage } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;

beforeAll(async () => {
  // Two dollars at the price of this model: the whole limit of a task.
  const script = byTranscript([
    withUsage(calls(['read_source_file', { path: 'package.json' }]), { input_tokens: 1_000_000 }),
    says('Listo.'),
  ]);
  scene = await makeScene({ script, env: { LOCALE: 'es', AGENT_MODEL: 'claude-sonnet-5-5' } });
  ({ world } = await linkedProgram(scene));
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('at the cap a poll has the three choices, and a vote for one more dollar goes on', async () => {
  await ana.says('/agent mira');
  const question = await ana.reads(/^💰 Esta tarea llegó a su límite/);
  const poll = await ana.poll();
  const { options } = poll;
  await ana.votes(poll.id, '+$1 más');
  await ana.reads(/^✅ Listo/);
  await world.until(() => (ana.states(question.id).length > 1 ? true : undefined), 'the edited question');
  expect({ options, closed: ana.states(question.id).at(-1)?.text.split('\n').at(-1) }).toEqual({
    options: ['+$1 más', 'Termina con lo que tienes', 'Para'],
    closed: '✅ $1 más. Sigo.',
  });
});
