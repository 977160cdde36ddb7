/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageFormatOf } from '../../src/core/media-format.ts';
import { COUNTING, splitting } from '../support/job-model.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

let scene: Scene;
let world: WhatsAppServer;
let program: Program;
let ana: PhoneChat;

beforeAll(async () => {
  scene = await makeScene({ script: splitting('counting', COUNTING) });
  ({ world, program } = await linkedProgram(scene, {}, { expectsCrashes: true }));
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

const effects = () => {
  const file = path.join(scene.folder, 'effects.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** The pictures that came so far, as what they are. */
const pictures = () =>
  ana.person.received.flatMap(({ content }) =>
    content.kind === 'image' ? [imageFormatOf(Buffer.from(content.bytes))] : [],
  );

test('a job is asked for, shown as words, picture and poll, run by a vote, killed while it asks, and done by a vote', async () => {
  await ana.says('/plan count and keep it');
  const plan = await ana.reads(/^📋/u);
  const poll = await ana.poll();
  const shown = { pictures: pictures().length, effects: effects() };
  await ana.votes(poll.id, 'run');
  await ana.reads(/^❓/u);
  const question = await ana.poll();
  await program.kill();
  program = await startAgain(scene, world);
  await ana.votes(question.id, '✅ Yes, once');
  const report = await ana.reads(/^✅ Done/u);
  expect({
    shown,
    plan: plan.content.kind === 'text' && plan.content.text.split('\n')[0],
    asked: poll,
    effects: effects(),
    kept: readFileSync(path.join(scene.workspace, 'COUNT.md'), 'utf8'),
    report: report.content.kind === 'text' && report.content.text.split('\n').slice(-5, -1),
    pictures: pictures(),
    refusals: scene.server.refusals,
  }).toEqual({
    shown: { pictures: 1, effects: '' },
    plan: '📋 counting: 3 tasks',
    asked: { id: poll.id, question: expect.stringMatching(/^Run job \w{4}\?$/), options: ['run', 'cancel'] },
    effects: 'counted\n',
    kept: 'It says one\n',
    report: ['All 3 tasks are done.', '📤 look', '   path: COUNT.md', '   total: 1'],
    pictures: Array(2).fill({ mediaType: 'image/png', width: 1080, height: expect.any(Number) }),
    refusals: [],
  });
});

test('a vote for the other choice gives it up', async () => {
  await ana.says('/plan count and keep it');
  const poll = await ana.poll();
  await ana.votes(poll.id, 'cancel');
  await ana.reads(/^🛑 Job \w{4} is cancelled/u);
  expect(effects()).toBe('counted\n');
});
