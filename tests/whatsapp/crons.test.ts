/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { conversationId } from '../../src/core/ids.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import { storedRows } from '../support/stored-rows.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;

const Author = z.object({ chat: z.string(), sender: z.string() });
const RUNS = "SELECT last_outcome AS outcome FROM user_cron_jobs WHERE channel = 'whatsapp' ORDER BY id";

beforeAll(async () => {
  // Two commands in one line are always asked.
  const script = byTranscript([
    calls(['run_command', { command: 'touch made.txt && touch also-made.txt' }]),
    says('Made.'),
  ]);
  scene = await makeScene({ script });
  const linked = await linkedProgram(scene, {}, { expectsCrashes: true });
  world = linked.world;
  ana = phoneChat(world.person(OWNER));
  await ana.says('/status');
  await ana.reads(/wasap-agent/);
  await linked.program.kill();
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('a chat on WhatsApp gets its words once, and answers what its task asks, beside a program without WhatsApp', async () => {
  const { dataDir, workspace } = scene;
  const [author] = storedRows(dataDir, 'SELECT chat, sender FROM inbox ORDER BY seq DESC LIMIT 1', Author);
  if (author === undefined) throw new Error('nobody has written');
  const hers = { conversation: conversationId('whatsapp', author.chat), sender: author.sender };
  addStoredCrons(dataDir, [
    { ...hers, inMs: 0, name: 'kd', message: 'drink some water' },
    { ...hers, inMs: 1, name: 'xw', message: '/agent make it' },
  ]);
  const beside = scene.start({ env: { CHANNELS: 'console' } });
  beside.say('/status');
  await beside.heard(/wasap-agent/);
  await startAgain(scene, world);
  const words = await ana.reads(/drink some water/);
  await ana.reads(/^❓/);
  await ana.votes((await ana.poll()).id, '✅ Yes, once');
  const report = await ana.reads(/Done/);
  expect({
    words: ana.states(words.id).map(({ text }) => text),
    report: /cron xw/.test(ana.states(report.id).at(-1)?.text ?? ''),
    made: existsSync(path.join(workspace, 'also-made.txt')),
    twice: storedRows(dataDir, "SELECT id FROM outbox WHERE dedupe_key LIKE 'cron:%'", z.unknown()).length,
    elsewhere: beside.output.includes('water'),
    outcomes: storedRows(dataDir, RUNS, z.object({ outcome: z.string() })).length,
  }).toEqual({
    words: ['⏰ cron kd\ndrink some water'],
    report: true,
    made: true,
    twice: 1,
    elsewhere: false,
    outcomes: 2,
  });
});
