import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { select } from '../../store/store-file.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../../support/whatsapp-server/server.ts';
import { ANA, ANA_CHAT, BOT, type ChannelRig, linkedRig, until } from './rig.ts';

// One linked device for all: linking takes most of a test's time.
let world: WhatsAppServer;
let rig: ChannelRig;
let ana: ReturnType<WhatsAppServer['person']>;
let folder: string;

beforeAll(async () => {
  world = await startWhatsAppServer({ account: BOT });
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-wa-'));
  rig = await linkedRig(world, { folder, lasting: true });
  ana = world.person({ ...ANA, as: 'lid' });
});
beforeEach(() => void rig.received.splice(0));
afterAll(async () => {
  await rig.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
  world.verify();
});

async function next(count = 1): Promise<readonly InboundMessage[]> {
  await until(() => rig.received.length >= count, `${count} messages`);
  return rig.received;
}

describe('what a person does', () => {
  test.each([
    [{ text: 'in a direct chat' }, 'pn' as const],
    [{ text: 'under the other address' }, 'lid' as const],
  ])('writes %j: one chat and one sender, whatever the address', async ({ text }, as) => {
    await ana.says(text, { as });
    expect(await next()).toMatchObject([{ chat: ANA_CHAT, sender: ANA.phone, text }]);
  });

  test('quotes a message of the program', async () => {
    const id = await rig.send({ kind: 'text', text: '1. Read the file' });
    await ana.waitFor((message) => message.id === id);
    await ana.says('not that one', { quoting: id });
    expect(await next()).toMatchObject([
      { text: 'not that one', quotedId: id, quoted: { author: 'program', text: '1. Read the file' } },
    ]);
  });

  test('quotes an own message, and passes on what somebody else wrote', async () => {
    const { id } = await ana.says('mine');
    await ana.says('that', { quoting: id, forwarded: true });
    expect((await next(2))[1]).toMatchObject({ quoted: { author: 'sender', text: 'mine' }, forwarded: true });
  });

  test('reacts, and takes it back', async () => {
    const id = await rig.send({ kind: 'text', text: 'ok?' });
    await ana.waitFor((message) => message.id === id);
    await ana.reacts(id, '👍');
    await ana.reacts(id, '');
    expect((await next(2)).map(({ gesture }) => gesture)).toEqual([
      { kind: 'reaction', target: id, emoji: '👍' },
      { kind: 'reaction', target: id, emoji: '' },
    ]);
  });

  test('votes, and what was chosen comes in the words of the poll', async () => {
    const choices = ['Once', 'This session', 'No'];
    const id = await rig.send({ kind: 'poll', question: 'Run `npm test`?', choices });
    await ana.waitFor((message) => message.id === id);
    await ana.votes(id, ['This session']);
    expect(await next()).toMatchObject([
      { text: '', gesture: { kind: 'vote', target: id, choices: ['This session'] } },
    ]);
  });

  test('changes a message, and deletes it', async () => {
    const { id } = await ana.says('delte all');
    await ana.edits(id, 'delete nothing');
    await ana.deletes(id);
    expect((await next(3)).map(({ gesture }) => gesture)).toEqual([
      undefined,
      { kind: 'edit', target: id, text: 'delete nothing' },
      { kind: 'delete', target: id },
    ]);
  });

  test.each(['image', 'document', 'voice'] as const)('sends a file: %s', async (kind) => {
    const bytes = Buffer.from(`the bytes of a ${kind}`);
    if (kind === 'image') await ana.sendsImage(bytes, { caption: 'look' });
    if (kind === 'document') await ana.sendsDocument(bytes, { name: 'spec.pdf', mime: 'application/pdf' });
    if (kind === 'voice') await ana.sendsVoice(bytes);
    const [message] = await next();
    const [attachment] = message?.attachments ?? [];
    if (attachment === undefined) throw new Error('no attachment');
    expect(attachment).toMatchObject({ kind, bytes: bytes.length });
    expect(Buffer.from((await rig.channel.fetch?.(attachment, 1000)) ?? [])).toEqual(bytes);
    await expect(rig.channel.fetch?.(attachment, 5)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('sends a file that the server loses: the phone is asked for it again, and may have lost it, too', async () => {
    const bytes = Buffer.from('kept on the phone');
    await ana.sendsDocument(bytes, { name: 'a.txt' });
    const [attachment] = (await next())[0]?.attachments ?? [];
    if (attachment === undefined) throw new Error('no attachment');
    world.faults.refuseDownloads(404);
    expect(Buffer.from((await rig.channel.fetch?.(attachment, 1000)) ?? [])).toEqual(bytes);
    ana.habits.uploadsAgain = false;
    await expect(rig.channel.fetch?.(attachment, 1000)).rejects.toMatchObject({ kind: 'not-found' });
    world.faults.refuseDownloads(500);
    await expect(rig.channel.fetch?.(attachment, 1000)).rejects.toMatchObject({ kind: 'unavailable' });
    world.faults.refuseDownloads(undefined);
  });

  test('writes in a group: addressed only when the program was mentioned', async () => {
    const group = world.group({ subject: 'Team', members: [ana] });
    await ana.says('among us', { in: group });
    await ana.says('you there', { in: group, mentions: [world.phone.jid('lid')] });
    expect(await next(2)).toMatchObject([
      { chat: group.jid, sender: ANA.phone, group: { addressed: false } },
      { chat: group.jid, sender: ANA.phone, group: { addressed: true } },
    ]);
  });
});

describe('what the program sends', () => {
  test('a text is replaced in place', async () => {
    const id = await rig.send({ kind: 'text', text: 'step 1' });
    await ana.waitFor((message) => message.id === id);
    await rig.send({ kind: 'edit', target: id, text: 'step 2' });
    await until(() => ana.texts().includes('step 2'), 'the edit');
    expect(ana.texts()).not.toContain('step 1');
  });

  test('a reaction to what the person wrote, in a group as well', async () => {
    const group = world.group({ subject: 'Team', members: [ana] });
    const direct = await ana.says('direct');
    const among = await ana.says('among us', { in: group });
    await next(2);
    await rig.send({ kind: 'reaction', target: direct.id ?? '', emoji: '👀' });
    await rig.send({ kind: 'reaction', target: among.id ?? '', emoji: '✅' }, group.jid);
    const seen = await ana.waitFor(({ content }) => content.kind === 'reaction' && content.emoji === '✅');
    expect(seen.content).toEqual({ kind: 'reaction', target: among.id, emoji: '✅' });
  });

  test('a picture and a file', async () => {
    const png = Buffer.alloc(64, 7);
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(png);
    png.write('IHDR', 12, 'latin1');
    writeFileSync(path.join(folder, 'diff.png'), png);
    writeFileSync(path.join(folder, 'x'), '+ line\n');
    const image = await rig.send({ kind: 'image', path: path.join(folder, 'diff.png'), caption: 'the diff' });
    const file = await rig.send({
      kind: 'document',
      path: path.join(folder, 'x'),
      name: 'change.patch',
      caption: '',
    });
    const seen = await Promise.all([image, file].map((id) => ana.waitFor((message) => message.id === id)));
    expect(seen.map(({ content }) => content)).toEqual([
      { kind: 'image', bytes: png, caption: 'the diff', mime: 'image/png' },
      {
        kind: 'document',
        bytes: Buffer.from('+ line\n'),
        name: 'change.patch',
        caption: '',
        mime: 'text/plain',
      },
    ]);
  });

  test('a file that is not there is no reason to try again', async () => {
    const body = { kind: 'image', path: path.join(folder, 'none.png'), caption: '' } as const;
    await expect(rig.send(body)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('is sent once more to a phone that could not read it', async () => {
    const id = await rig.send({ kind: 'text', text: 'again, please' });
    await ana.waitFor((message) => message.id === id);
    ana.asksAgain(id);
    const again = await ana.waitFor((message) => message.id === id && message.copy === 2);
    expect(again.content).toEqual({ kind: 'text', text: 'again, please' });
  });

  test('typing shows and ends', async () => {
    rig.channel.setTyping(ANA_CHAT, true);
    rig.channel.setTyping(ANA_CHAT, false);
    await until(() => world.events.typing.length >= 2, 'typing');
    expect(world.events.typing.slice(-2).map(({ state }) => state)).toEqual(['composing', 'paused']);
  });
});

test('the keys of a conversation do not grow with its turns', { tags: 'full' }, async () => {
  const file = path.join(folder, 'wasap.db');
  const largest = () =>
    select(file, `SELECT max(length(value)) AS size FROM whatsapp_keys WHERE type = 'session'`);
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      rig.received.length = 0;
      await ana.says(`turn ${turn}`);
      await next();
      await rig.send({ kind: 'text', text: `answer ${turn}` });
    }
  };
  await turns(10);
  const before = largest();
  await turns(30);
  expect(largest()).toEqual(before);
});

test('how often a message was asked for again is known after a restart', async () => {
  const id = await rig.send({ kind: 'text', text: 'unreadable' });
  await ana.waitFor((message) => message.id === id);
  ana.asksAgain(id);
  await ana.waitFor((message) => message.id === id && message.copy === 2);
  const rows = select(
    path.join(folder, 'wasap.db'),
    `SELECT value FROM whatsapp_keys WHERE type = 'retry-count'`,
  );
  expect(rows).toContainEqual({ value: expect.stringMatching(/^[12]$/) });
});

test('what the own phone writes is not for the program', async () => {
  await world.phone.says(ana, 'by hand');
  await world.phone.notes('a note');
  await ana.says('after it');
  expect((await next()).map(({ text }) => text)).toEqual(['after it']);
});
