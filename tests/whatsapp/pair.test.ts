import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { BOT, linkedProgram, linkProgram, whatsappEnv } from '../support/whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer;
afterEach(async () => {
  world.verify();
  await world.stop();
});

function pair(at: Scene, ...args: readonly string[]): Program {
  return at.start({ env: whatsappEnv(world), args: ['pair', ...args] });
}

async function qrOf(program: Program): Promise<string> {
  const [line = ''] = (await program.heard(/\{"qr":"[^"]+"\}\n$/)).trim().split('\n').slice(-1);
  return (JSON.parse(line) as { qr: string }).qr;
}

/** How often the client has taken in what a phone hands over once. */
function syncsOf({ dataDir }: Scene): number {
  const sql = 'SELECT text FROM whatsapp_credentials ORDER BY generation DESC LIMIT 1';
  const [row] = storedRows(dataDir, sql, z.object({ text: z.string() }));
  return Number(/"accountSyncCounter":(\d+)/.exec(row?.text ?? '')?.[1]);
}

test('it stays until the phone has handed the new device its history, so that the program waits for nothing', {
  tags: 'full',
}, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  const linking = pair(at, '--json');
  await world.phone.scan(await qrOf(linking));
  await linking.exit;
  expect([world.unconfirmed(), syncsOf(at)]).toEqual([[], 1]);
});

test('when the phone hands over nothing it says what it waits for, and Ctrl-C ends at once with the phone linked', {
  tags: 'full',
}, async () => {
  world = await startWhatsAppServer({ account: BOT });
  world.faults.withholdHistory(true);
  const at = await scene({ script: [] });
  const linking = at.start({
    env: { ...whatsappEnv(world), LOCALE: 'en' },
    args: ['pair', '--phone', BOT.phone],
  });
  const shown = await linking.heard(/on your phone: \S+/);
  await world.phone.enterCode(/on your phone: (\S+)/.exec(shown)?.[1] ?? '');
  await linking.heard(/Linked as .*\n.*up to 20 s\). Ctrl-C ends it\.\n$/);
  linking.process.kill('SIGINT');
  // After 20 s the client counts as if it had been handed over.
  expect([await linking.exit, syncsOf(at)]).toEqual([0, 0]);
  expect(await pair(at).exit).toBe(0);
});

test('a number that is linked is not linked again', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  await linkProgram(at, world);
  const again = pair(at);
  expect({ code: await again.exit, output: again.output }).toEqual({
    code: 0,
    output: `Already linked as +${BOT.phone}. To link another: wasap pair --new\n`,
  });
});

test('--new puts the device aside and links another one', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  await linkProgram(at, world);
  const again = pair(at, '--new', '--json');
  await world.phone.scan(await qrOf(again));
  expect(await again.exit).toBe(0);
  expect(again.output).toMatch(new RegExp(`^(\\{"qr":"[^"]+"\\}\n)+\\{"paired":"${BOT.phone}"\\}\n$`));
});

test('while the program runs it is asked, and its link stays as it is', { tags: 'full' }, async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  const logins = world.events.connects.length;
  const asking = pair(opened.scene, '--json');
  expect({ code: await asking.exit, output: asking.output }).toEqual({
    code: 0,
    output: `{"paired":"${BOT.phone}"}\n`,
  });
  expect(world.events.connects).toHaveLength(logins);
});

test('a running program links another device when it is asked to, and goes on with it', {
  tags: 'full',
}, async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  const asking = pair(opened.scene, '--new', '--json');
  await world.phone.scan(await qrOf(asking));
  expect(await asking.exit).toBe(0);
  const ana = world.person({ phone: '5491155550001', lid: '99900001', name: 'Ana' });
  await ana.says('/help');
  await ana.waitFor(({ content }) => content.kind === 'text');
});

test('a program that waits for a phone shows its codes to whoever asks, and Ctrl-C ends only the asking', {
  tags: 'full',
}, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  const program = at.start({ env: whatsappEnv(world) });
  await program.heard(/Scan in WhatsApp/);
  const asking = pair(at);
  await asking.heard(/Scan in WhatsApp/);
  asking.process.kill('SIGINT');
  expect({ code: await asking.exit, output: asking.output }).toEqual({
    code: 130,
    output: expect.stringMatching(
      /Stopped\. Nothing was linked\.\nThe running program still waits for a phone\.\n$/,
    ),
  });
  const byCode = pair(at, '--phone', `+${BOT.phone}`, '--json');
  const printed = await byCode.heard(/\{"code":"[^"]+"\}/);
  await world.phone.enterCode(/"code":"([^"]+)"/.exec(printed)?.[1] ?? '');
  expect(await byCode.exit).toBe(0);
  await program.heard(/WhatsApp: connected/);
});

test('Ctrl-C in the middle links nothing, and the next try begins afresh', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  const stopped = pair(at, '--json');
  await qrOf(stopped);
  stopped.process.kill('SIGINT');
  expect(await stopped.exit).toBe(130);
  expect(stopped.output).toMatch(/\{"failed":"stopped"\}\n$/);
  await linkProgram(at, world);
});

test('without a network it says so and ends', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  const env = { ...whatsappEnv(world), WHATSAPP_WS_URL: 'ws://127.0.0.1:9/ws/chat' };
  const failed = at.start({ env, args: ['pair'] });
  expect({ code: await failed.exit, output: failed.output }).toEqual({
    code: 1,
    output: expect.stringMatching(/I can't reach WhatsApp \(.*ECONNREFUSED.*\), so nothing was linked\./),
  });
});

const TOO_NEW = 2_000_000_000;

test('a client that WhatsApp calls too old says what to do and ends, when there is no newer version to speak', {
  tags: 'full',
}, async () => {
  world = await startWhatsAppServer({ account: BOT });
  world.faults.demandRevision(TOO_NEW);
  const failed = pair(await scene({ script: [] }));
  expect({ code: await failed.exit, output: failed.output }).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^WhatsApp says this client is too old \(405.*\)\.\nNothing was linked\. Update/,
    ),
  });
});

test('where there is a newer version it is spoken, and the phone is linked', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  world.faults.demandRevision(TOO_NEW);
  world.faults.offerRevision(TOO_NEW);
  const at = await scene({ script: [] });
  await linkProgram(at, world);
  const asked = at.start({ env: whatsappEnv(world), args: ['doctor', '--json', '--offline'] });
  await asked.exit;
  expect(asked.output).toContain('A phone is linked');
});

test('a device that was removed on the phone is linked anew at once', { tags: 'full' }, async () => {
  world = await startWhatsAppServer({ account: BOT });
  const at = await scene({ script: [] });
  await linkProgram(at, world);
  world.phone.unlink();
  const again = pair(at, '--json');
  await world.phone.scan(await qrOf(again));
  expect(await again.exit).toBe(0);
});

test('Ctrl-C while another device was wanted leaves the one before in use, with and without a running program', {
  tags: 'full',
}, async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  const asking = pair(opened.scene, '--new', '--json');
  await qrOf(asking);
  asking.process.kill('SIGINT');
  expect(await asking.exit).toBe(130);
  await opened.program.heard(/connected[\s\S]*connected/);
  opened.program.process.kill('SIGTERM');
  await opened.program.exit;
  const alone = pair(opened.scene, '--new');
  await alone.heard(/Scan in WhatsApp/);
  alone.process.kill('SIGINT');
  await alone.exit;
  expect(alone.output).toMatch(/Stopped\. Nothing has changed\.\n$/);
  expect(await pair(opened.scene).exit).toBe(0);
});
