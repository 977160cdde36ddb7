/**
 * One of the long runs: a person writes to their own number.
 * @module-tag full
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { BOT, linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import { voteBody } from '../support/whatsapp-server/bodies.ts';
import type { Arrived } from '../support/whatsapp-server/received.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const OWN_CHAT = `${BOT.phone}@s.whatsapp.net`;
const ENV = { LOCALE: 'en', ALLOWED_PHONE_NUMBERS: `+${BOT.phone}` };

/** `create x` makes a file by a line that is always asked. */
const SCRIPT = byKeyword([
  {
    keyword: 'create ',
    steps: [() => calls(['run_command', { command: 'touch own.txt && touch own.too' }]), says('Created.')],
  },
  { steps: [says('Hello.')] },
]);

let scene: Scene;
let world: WhatsAppServer;
let program: Program;

beforeAll(async () => {
  scene = await makeScene({ script: SCRIPT });
  ({ world, program } = await linkedProgram(scene, ENV, { expectsCrashes: true }));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

/** The first message in words that came after `from` messages and fits. */
function reads(fits: RegExp, from = 0): Promise<Arrived> {
  const isLate = (message: Arrived) => world.phone.received.indexOf(message) >= from;
  return world.phone.waitFor(
    (message) => isLate(message) && message.content.kind === 'text' && fits.test(message.content.text),
    20_000,
  );
}

test('whoever links their own number gives a task, answers the question and reads the report in the own chat', async () => {
  await world.phone.notes('/agent create own.txt');
  const poll = await world.phone.waitFor(({ content }) => content.kind === 'poll', 20_000);
  const secret = poll.message.messageContextInfo?.messageSecret ?? new Uint8Array();
  const chosen = poll.content.kind === 'poll' ? poll.content.options.slice(0, 1) : [];
  const of = { id: poll.id, chat: OWN_CHAT, own: true };
  await world.phone.notesBody(voteBody({ poll: of, creator: OWN_CHAT, voter: OWN_CHAT, secret, chosen }));
  await reads(/Created\./);
  expect(existsSync(path.join(scene.workspace, 'own.txt'))).toBe(true);
});

test('it never answers itself, not even what comes back to a program that was started since', async () => {
  await program.kill();
  program = await startAgain(scene, world, ENV);
  const requests = scene.server.requests.length;
  const ours = world.phone.received.filter(({ content }) => content.kind === 'text');
  for (const { id } of ours.slice(-3)) await world.phone.notes('/agent create more.txt', { id });
  const before = world.phone.received.length;
  await world.phone.notes('/status');
  await reads(/💰/u, before);
  // A message that was sent again because of the kill is no answer.
  const answers = world.phone.received
    .slice(before)
    .filter(({ content, copy }) => content.kind === 'text' && copy === 1);
  expect([scene.server.requests.length - requests, answers.length]).toEqual([0, 1]);
});

test('what is written by hand to somebody else, and what they answer, is not for the program', async () => {
  const ana = world.person(OWNER);
  const requests = scene.server.requests.length;
  await world.phone.says(ana, '/agent create more.txt');
  await ana.says('/agent create more.txt');
  const before = world.phone.received.length;
  await world.phone.notes('/status');
  await reads(/💰/u, before);
  expect([scene.server.requests.length - requests, ana.received]).toEqual([0, []]);
});
