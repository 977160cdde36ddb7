/**
 * What goes wrong in the field with programs of this kind, row by row, and the test that provokes it here. Paths are
 * below tests/; "here" is this file, which does it to the whole program.
 *
 * | row | what goes wrong | provoked in |
 * |---|---|---|
 * | 1 | another program takes the device (440) | channels/whatsapp/people (two conflicts), decide-link |
 * | 2 | two processes on one device | channels/whatsapp/faults (another program holds the account), people (taken over) |
 * | 3 | 515 after pairing | channels/whatsapp/faults, whatsapp/pair |
 * | 4 | unlinked on the phone (401) | here; channels/whatsapp/faults (credentials are moved aside) |
 * | 5 | a passing error taken for a log-out | channels/whatsapp/decide-link (credentials; an older socket) |
 * | 6 | credentials that cannot be read | channels/whatsapp/journal |
 * | 7 | messages that cannot be decrypted, and their log | here; channels/whatsapp/journal (never readable), parts (log) |
 * | 8 | number and LID | whatsapp/security (3 and 4), channels/whatsapp/people |
 * | 9 | the same message again | here; channels/whatsapp/journal |
 * | 10 | written while it was away | here; channels/whatsapp/load |
 * | 11 | mistyped events | nothing of ours depends on the type: 10, and every other test here |
 * | 12 | events held back for ever | channels/whatsapp/field |
 * | 13 | connected and deaf; quiet and restarted | channels/whatsapp/faults, field |
 * | 14 | 408, 428, 500, 503 | channels/whatsapp/faults, decide-link, storm |
 * | 15 | 403, 405, 411 | channels/whatsapp/field, version, decide-link |
 * | 16 | "waiting for this message" | here; channels/whatsapp/richness |
 * | 17 | 463 | here; channels/whatsapp/faults |
 * | 18 | 429, bans | not provoked: only WhatsApp knows when; pacing is tested in channels/whatsapp |
 * | 19 | media that is gone | channels/whatsapp/richness, whatsapp/attachments |
 * | 20 | memory | channels/whatsapp/storm, richness (keys of a conversation) |
 * | 21 | keys for first messages run out | channels/whatsapp/parts, field |
 * | 22 | dies between sending and knowing | here; channels/whatsapp/faults (the same one when it is sent again), tests/crash |
 * | 23 | order | channels/whatsapp/arrival-order, load, kill |
 * | 24 | a link that is down and does not say so | here; whatsapp/doctor |
 *
 * @module-tag full
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS } from '../../src/core/clock.ts';
import { says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

/** What is still to be sent; what WhatsApp refused for good is not. */
const WAITING = "SELECT id FROM outbox WHERE state IN ('queued', 'sending')";
/** A restart, a link and what waited. */
const RESTART_MS = 60_000;

let scene: Scene;
let world: WhatsAppServer;
let program: Program;
let ana: PhoneChat;

beforeAll(async () => {
  scene = await makeScene({ script: () => says('Entendido.'), env: { LOCALE: 'es' } });
  const linked = await linkedProgram(scene, {}, { expectsCrashes: true });
  ({ world, program } = linked);
  ana = phoneChat(world.person(OWNER));
  await ana.says('hola');
  await ana.reads(/Entendido/);
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

const logLines = () => readFileSync(path.join(scene.dataDir, 'wasap.log'), 'utf8').split('\n').length;
/** How often the model was told these words, each time as a message of its own. */
const told = (words: string) => allTold(scene.server).filter((text) => text.includes(words)).length;

test('7: messages that cannot be read at first are all answered once, and the log stays short', {
  tags: 'full',
}, async () => {
  const before = logLines();
  world.faults.undecryptable(20);
  for (let n = 0; n < 20; n += 1) await ana.person.says(`ilegible-${n}-`);
  await world.until(() => (world.unconfirmed().length === 0 ? true : undefined), 'all of them', 30_000);
  await ana.says('/status');
  await ana.reads(/💰/u);
  await world.until(() => (told('ilegible-19-') === 1 ? true : undefined), 'the last one');
  const counts = Array.from({ length: 20 }, (_, n) => told(`ilegible-${n}-`));
  expect([counts, logLines() - before < 100]).toEqual([Array(20).fill(1), true]);
});

test('10: what was written while it was away is taken up, with one line; what is older than a day is not', {
  timeout: RESTART_MS,
  tags: 'full',
}, async () => {
  await program.kill();
  await ana.says('de ayer', { sentAt: Date.now() - 1.5 * DAY_MS });
  await ana.says('de recién');
  program = await startAgain(scene, world);
  const line = await ana.reads(/^📵/);
  await world.until(() => (told('de recién') === 1 ? true : undefined), 'the new one');
  expect({ line: line.content, old: told('de ayer') }).toEqual({
    line: {
      kind: 'text',
      text: expect.stringMatching(
        /^📵 Estuve sin conexión de \d\d:\d\d a \d\d:\d\d \(\S+\)\.\nYa tengo tus 2 mensajes de ese rato\.\nUno tiene más de un día: no hice nada con él\./,
      ),
    },
    old: 0,
  });
});

test('9: a message that comes again, alike or encrypted afresh, is taken once', async () => {
  const id = await ana.says('una sola vez');
  await ana.reads(/Entendido/);
  await world.faults.duplicateLive(id);
  world.faults.redeliverBytes(id);
  await ana.says('/status');
  await ana.reads(/💰/u);
  const rows = storedRows(scene.dataDir, `SELECT state FROM inbox WHERE message_id = '${id}'`, z.unknown());
  // An answer of an earlier test reads alike: this one's words may still be on their way to the model.
  await expect.poll(() => told('una sola vez')).toBeGreaterThan(0);
  expect([told('una sola vez'), rows]).toEqual([1, [{ state: 'done' }]]);
});

test('16: a phone that could not read a message of the program before gets it from the one after', async () => {
  const answer = ana.buzzes().at(0);
  if (answer === undefined) throw new Error('nothing was ever sent');
  // What is on its way now could not be read either, and would come again in the middle of the next test.
  await expect.poll(() => storedRows(scene.dataDir, WAITING, z.unknown())).toEqual([]);
  ana.person.asksAgain(answer.id);
  const again = await ana.person.waitFor(({ id, copy }) => id === answer.id && copy === 2);
  expect(again.content).toEqual(answer.content);
});

test('17: what WhatsApp refuses as unwanted (463) is not tried again, and holds nothing up', async () => {
  world.faults.ackWithError(463);
  await ana.says('/status');
  const refused = await world.until(
    () => world.events.messages.find(({ answer }) => answer === 463),
    'the refusal',
  );
  await ana.says('/help');
  await ana.reads(/\/ayuda todo/);
  // It may have been sent before: the phone of the last test asks again for what it could not read.
  const later = world.events.messages.filter(({ id, at }) => id === refused.id && at > refused.at);
  expect(later).toEqual([]);
});

// Sent once more under the same id, or not at all when the phone's receipt comes first and proves that it arrived.
test('22: an answer that was sent and not acknowledged before a kill never becomes a second message', {
  timeout: RESTART_MS,
  tags: 'full',
}, async () => {
  world.faults.withholdAcks(true);
  await ana.says('/sessions');
  const answer = await ana.reads(/continuar <id>/);
  await program.kill();
  world.faults.withholdAcks(false);
  program = await startAgain(scene, world);
  const waiting = () => storedRows(scene.dataDir, WAITING, z.unknown());
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  await ana.says('/status');
  await ana.reads(/💰/u);
  const copies = ana.person.received.filter(
    ({ content }) => JSON.stringify(content) === JSON.stringify(answer.content),
  );
  expect([new Set(copies.map(({ id }) => id)), copies.length <= 2]).toEqual([new Set([answer.id]), true]);
});

test('24: a link that is lost says so, and why, where the program runs, and when it is back', {
  tags: 'full',
}, async () => {
  const said = program.output.length;
  world.faults.streamError(503);
  const lines = () =>
    program.output
      .slice(said)
      .split('\n')
      // A slow machine adds lines of the log.
      .filter((line) => line.startsWith('WhatsApp'));
  await expect
    .poll(lines, { timeout: 20_000 })
    .toEqual([
      expect.stringMatching(/^WhatsApp: sin conexión \(error 503: su servidor no está disponible\)/),
      'WhatsApp: conectado.',
    ]);
});

test('4: a device that was unlinked says what to do, and is not dialled again, also not by the next start', {
  timeout: RESTART_MS,
  tags: 'full',
}, async () => {
  world.phone.unlink();
  await program.heard(/wasap pair/);
  await program.exit;
  const connects = world.events.connects.filter(({ as }) => as === 'registered').length;
  const next = scene.start({ env: { CHANNELS: 'whatsapp', WHATSAPP_WS_URL: world.url } });
  await next.heard(/Dispositivos vinculados|wasap pair/);
  expect(world.events.connects.filter(({ as }) => as === 'registered').length).toBe(connects);
});
