/**
 * One of the long runs: the lock of an owner, from a phone.
 * @module-tag full
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hashPin } from '../../src/features/lock/pin-and-totp.ts';
import { filesHolding } from '../support/files-holding.ts';
import { atLevel } from '../support/level.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { setUpLock, withLockRows } from '../support/owner-lock.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { BOT, linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const PIN = '73920518';
const SECOND = { phone: '5491155550002', lid: '99900002', name: 'Bea' };
const KILLS = atLevel({ quick: 2, full: 6, soak: 50 });

let scene: Scene;
let world: WhatsAppServer;
afterEach(async () => {
  await scene?.close();
  await world?.stop();
});

/** Each task runs a line that says that it deploys; which file shows it stands in the task. */
const script = byTranscript([
  (request) => {
    const [, file = ''] = /(\S+\.txt)/.exec(taskOf(request)) ?? [];
    return calls(['run_command', { command: `echo deploy && touch ${file}` }]);
  },
  says('Done.'),
]);

async function linked(env: Readonly<Record<string, string>>) {
  scene = await makeScene({ script, env: { LOCALE: '' } });
  const opened = await linkedProgram(scene, env, { expectsCrashes: true });
  ({ world } = opened);
  setUpLock(scene.dataDir, hashPin(PIN));
  return { ...opened, ana: phoneChat(world.person(OWNER)) };
}

const isMade = (file: string) => existsSync(path.join(scene.workspace, file));

async function asked(chat: PhoneChat, file: string): Promise<string> {
  await chat.says(`/agent deploy ${file}`);
  return (await chat.reads(/^❓/)).id;
}

test.each([
  {
    locale: 'en',
    needed: /^🔐 This also needs your PIN/,
    wrong: /^❌ Wrong code/,
    clean: /^🧹 Delete your message/,
    warning: /^⚠️ Wrong code from \+5491155550001\./,
    lock: ['/lock', '/unlock'],
    locked: /^🔒 Locked\. Unlock/,
    unlocked: /^🔓 Unlocked/,
  },
  {
    locale: 'es',
    needed: /^🔐 Esto también necesita tu PIN/,
    wrong: /^❌ Código equivocado/,
    clean: /^🧹 Borra tu mensaje/,
    warning: /^⚠️ Código equivocado desde \+5491155550001\./,
    lock: ['/bloquear', '/desbloquear'],
    locked: /^🔒 Bloqueado\. Para abrir/,
    unlocked: /^🔓 Desbloqueado/,
  },
])(
  'a whole conversation ($locale): the PIN opens what a yes does not, and no file of the data folder ever holds it',
  async ({ locale, needed, wrong, clean, warning, lock: [lock = '', unlock = ''], locked, unlocked }) => {
    const numbers = `+${OWNER.phone},+${SECOND.phone}`;
    const { program, ana } = await linked({ LOCALE: locale, ALLOWED_PHONE_NUMBERS: numbers });
    const bea = phoneChat(world.person(SECOND));
    await bea.says('/status');
    await bea.reads(/./);
    const poll = await asked(ana, 'one.txt').then(() => ana.poll());
    const [yes = ''] = poll.options;
    await ana.votes(poll.id, yes);
    await ana.reads(needed);
    await ana.says('73920519');
    await ana.reads(wrong);
    await world.until(() => bea.person.texts().find((text) => warning.test(text)), 'the warning elsewhere');
    expect(isMade('one.txt')).toBe(false);
    const code = await ana.says(PIN);
    await ana.reads(clean);
    await world.until(() => (isMade('one.txt') ? true : undefined), 'the file');
    await ana.reads(/Done\./);
    // Quoted later on, it is still nobody's to read.
    await ana.says('thanks', { quoting: code });
    await ana.says(lock);
    await ana.reads(/^🔒/);
    await ana.says('/status');
    await ana.reads(locked);
    await ana.says(`${unlock} ${PIN}`);
    await ana.reads(unlocked);
    await asked(ana, 'two.txt');
    await ana.says(`1 ${PIN}`);
    await world.until(() => (isMade('two.txt') ? true : undefined), 'the second file');
    await ana.reads(/Done\./);
    await program.kill();
    const sent = JSON.stringify(scene.server.requests.map(({ body }) => body));
    expect({
      files: [PIN, '73920519'].flatMap((secret) => filesHolding(scene.dataDir, secret)),
      model: sent.includes(PIN) || sent.includes('73920519'),
      shown: `${program.output}${program.errors}`.includes(PIN),
      chats: [ana, bea].flatMap(({ person }) => person.texts()).filter((text) => text.includes(PIN)),
    }).toEqual({ files: [], model: false, shown: false, chats: [] });
  },
  120_000,
);

test('in the chat with oneself the message with the PIN is deleted for everybody', {
  timeout: 60_000,
}, async () => {
  scene = await makeScene({ script, env: { LOCALE: 'en' } });
  const opened = await linkedProgram(
    scene,
    { ALLOWED_PHONE_NUMBERS: `+${BOT.phone}` },
    { expectsCrashes: true },
  );
  ({ world } = opened);
  setUpLock(scene.dataDir, hashPin(PIN));
  await world.phone.notes('/lock');
  await world.phone.waitFor(
    ({ content }) => content.kind === 'text' && content.text.startsWith('🔒'),
    20_000,
  );
  const id = await world.phone.notes(`/unlock ${PIN}`);
  const deletion = await world.phone.waitFor(
    ({ message }) => message.protocolMessage?.key?.id === id,
    20_000,
  );
  expect(deletion.message.protocolMessage?.type).toBe(0);
});

test(`killed ${KILLS} times right after the PIN came: it counts or is asked for again, and is in no file`, {
  timeout: 180_000,
}, async () => {
  const env = { LOCALE: 'en' };
  const opened = await linked(env);
  const { ana } = opened;
  let { program } = opened;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const file = `kill-${kill}.txt`;
    await asked(ana, file);
    await ana.says(`yes ${PIN}`);
    await new Promise((resolve) => setTimeout(resolve, kill * 20));
    await program.kill();
    expect(filesHolding(scene.dataDir, PIN)).toEqual([]);
    program = await startAgain(scene, world, env);
    await ana.says(`yes ${PIN}`);
    await world.until(() => (isMade(file) ? true : undefined), 'the file');
    await ana.reads(/Done\./);
  }
  await program.kill();
  expect([
    filesHolding(scene.dataDir, PIN),
    withLockRows(scene.dataDir, (rows) => rows.findPerson(OWNER.phone)?.wrong),
  ]).toEqual([[], 0]);
});
