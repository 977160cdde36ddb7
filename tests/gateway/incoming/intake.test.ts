import { afterEach, expect, test } from 'vitest';
import type { InboxStore } from '../../../src/contracts/store.ts';
import { Failure, isFailure } from '../../../src/core/failure.ts';
import { english } from '../../../src/core/texts/en.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import type { FakeRun, GatewayRig, RigOptions } from '../../support/gateway-rig.ts';
import { ANA, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';
import { sideBySide } from '../../support/side-by-side.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({ locale: 'en', ...options });
}

const endless: FakeRun = (_session, _agent, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'suspended' })));

test('a stranger gets nothing at all: no reply, no typing, no session; a row without the words says why', async () => {
  await open();
  await rig.say('/agent delete everything', { sender: '34999999999' });
  expect({
    sent: rig.phone.sent,
    typings: rig.phone.typings,
    sessions: rig.sessions(),
    unfinished: rig.store.inbox.listUnfinished(INSTANCE),
  }).toEqual({ sent: [], typings: [], sessions: [], unfinished: [] });
});

test('a message that is delivered twice is handled once', async () => {
  await open();
  await rig.say('/status', { id: 'same' });
  await rig.say('/status', { id: 'same' });
  expect(rig.phone.sent.length).toBe(1);
});

test('the same message id of another person in the chat is another message', async () => {
  await open({ allowed: [ANA, '34600999888'] });
  await rig.say('/help', { id: 'same' });
  await rig.say('/help', { id: 'same', sender: '34600999888' });
  expect(rig.phone.sent.length).toBe(2);
});

test.each([
  ['', 'Your message has no text. Write what you need, or /help.'],
  [
    'x'.repeat(100_000),
    'Your message is too long: 100,000 characters.\nI read up to 20,000, so I did nothing with it. Put the long part into a project file and tell me its name, or send it in parts.',
  ],
])('a message of no use is answered (%#)', async (text, answer) => {
  await open();
  await rig.say(text);
  expect({ said: rig.phone.texts, sessions: rig.sessions() }).toEqual({ said: [answer], sessions: [] });
});

test('a flood is capped with one notice, and others are not affected', async () => {
  await open({ run: endless, ...sideBySide() });
  await rig.say('/agent one');
  for (let n = 0; n < 200; n += 1) await rig.phone.say(`hurry ${n}`);
  await rig.say('/agent two', { chat: 'bea' });
  const [, first] = rig.sessions();
  const notice = rig.phone.texts.filter((text) => text.startsWith('Too fast for me'));
  expect({
    unread: first && rig.store.steering.listUnread(first.id).length,
    notices: notice.length,
    started: rig.started,
  }).toEqual({ unread: 49, notices: 1, started: ['one', 'two'] });
});

test('a thousand messages in a minute get one notice and no further than the cap; two others are served meanwhile', {
  tags: 'full',
}, async () => {
  await open({ run: endless, ...sideBySide() });
  await rig.say('/agent one');
  const before = rig.phone.sent.length;
  for (let n = 0; n < 1000; n += 1) {
    await rig.phone.say(`hurry ${n}`);
    if (n === 300) await rig.say('/help', { chat: 'bea' });
    if (n === 600) await rig.say('/agent three', { chat: 'carl' });
    if (n % 100 === 99) await rig.clock.advance(5000);
  }
  const session = rig.sessions().find(({ task }) => task === 'one');
  const sent = rig.phone.sent.slice(before);
  const to = (chat: string) => sent.filter((message) => message.chat === chat).length;
  expect({
    unread: session && rig.store.steering.listUnread(session.id).length,
    notices: rig.phone.texts.filter((text) => text.startsWith('Too fast for me')).length,
    others: [to('bea') > 0, to('carl') > 0],
    started: rig.started,
  }).toEqual({ unread: 49, notices: 1, others: [true, true], started: ['one', 'three'] });
});

test('the cap can be raised', { tags: 'full' }, async () => {
  await open({ run: endless, settings: { backlog: 150 } });
  await rig.say('/agent one');
  for (let n = 0; n < 200; n += 1) await rig.phone.say(`hurry ${n}`);
  await settled();
  const [session] = rig.sessions();
  expect(session && rig.store.steering.listUnread(session.id).length).toBe(149);
});

test('the local owner is not capped', { tags: 'full' }, async () => {
  await open({ run: endless, channels: [new FakeChannel('console', { localOwner: true })] });
  await rig.say('/agent one');
  for (let n = 0; n < 60; n += 1) await rig.phone.say(`line ${n}`);
  await settled();
  const [session] = rig.sessions();
  expect(session && rig.store.steering.listUnread(session.id).length).toBe(60);
});

test.each([
  ['lost', {}],
  ['kept', { handsInAgain: true }],
] as const)(
  'a full database takes no message, says once that it is %s, and loses nothing it had accepted',
  async (what, capabilities) => {
    await open({ maxPages: 110, run: endless, channels: [new FakeChannel('phone', capabilities)] });
    await rig.say('/agent one');
    let refused = 0;
    for (let n = 0; n < 100 && refused < 3; n += 1) {
      await rig.phone
        .say('/help', { id: `filler-${n}`, text: `words ${'x'.repeat(19_000)}` })
        .catch((error: unknown) => {
          if (!isFailure(error) || error.kind !== 'unavailable') throw error;
          refused += 1;
        });
      await settled();
    }
    const notices = rig.phone.texts.filter((text) => text.startsWith('⚠️ My disk or database is full'));
    expect({ refused, notices, sessions: rig.sessions().map(({ task }) => task) }).toEqual({
      refused: 3,
      notices: [english.replies.storageFull[what]],
      sessions: ['one'],
    });
    await rig.gateway.stop();
  },
);

test('that messages wait is said once while the disk is full, and again of a later time', async () => {
  await open({ maxPages: 110, channels: [new FakeChannel('phone', { handsInAgain: true })] });
  const big = `words ${'x'.repeat(19_000)}`;
  const isRefused = async (id: string, text: string): Promise<boolean> => {
    let refused = false;
    await rig.phone.say(text, { id }).catch(() => {
      refused = true;
    });
    await settled();
    return refused;
  };
  const untilFull = async (): Promise<void> => {
    for (let n = 0; !(await isRefused(`m${n}`, big)); n += 1) if (n > 100) throw new Error('It takes all.');
  };
  const notices = (): number => rig.phone.texts.filter((text) => text.includes('Nothing is lost')).length;
  await untilFull();
  await rig.clock.advance(11 * 60_000);
  await untilFull();
  expect(notices()).toBe(1);
  expect(await isRefused('small', '/status')).toBe(false);
  await untilFull();
  expect(notices()).toBe(2);
});

test('a full disk does not keep the program from ending: what was accepted stays for the next', async () => {
  await open();
  const full = new Failure('unavailable', 'the database is full');
  const finish = () => {
    throw full;
  };
  rig = await rig.restart({ store: { ...rig.store, inbox: { ...rig.store.inbox, finish } } });
  await rig.say('/status');
  await rig.gateway.stop();
  expect({ said: rig.phone.texts.length, unfinished: rig.gateway.summary().unfinishedMessages }).toEqual({
    said: 1,
    unfinished: 1,
  });
});

test('a message held up by a full disk is handled once there is room, in its order', async () => {
  await open();
  let full = true;
  const finish: InboxStore['finish'] = (...closing) => {
    if (full) throw new Failure('unavailable', 'the database is full');
    rig.store.inbox.finish(...closing);
  };
  rig = await rig.restart({ store: { ...rig.store, inbox: { ...rig.store.inbox, finish } } });
  await rig.say('/agent one');
  await rig.say('/agent two');
  const before = [...rig.started];
  full = false;
  await rig.clock.advance(2000);
  const notices = rig.phone.texts.filter((text) => text.startsWith('⚠️ My disk'));
  expect({ before, after: rig.started, notices: notices.length }).toEqual({
    before: [],
    after: ['one', 'two'],
    notices: 1,
  });
});

test('rows of an earlier program are handled in order at the next start', async () => {
  await open({ run: endless });
  for (const [index, text] of ['/agent one', '/agent two', '/status'].entries()) {
    const message = { account: 'bot', chat: 'ana', sender: ANA, id: `old-${index}`, sentAtMs: 0, text };
    rig.store.inbox.accept({ channel: 'phone', message, instance: INSTANCE, atMs: 0 });
  }
  rig = await rig.restart();
  expect({ started: rig.started, said: rig.phone.texts.slice(0, 2) }).toEqual({
    started: ['one'],
    said: ['🚀 On it: one', '🕓 Queued: two\nStarts when this ends: one'],
  });
});

test('a row of a person who is no longer allowed is refused at the next start', async () => {
  await open();
  const message = {
    account: 'bot',
    chat: 'bea',
    sender: '34999999999',
    id: 'old',
    sentAtMs: 0,
    text: '/agent one',
  };
  rig.store.inbox.accept({ channel: 'phone', message, instance: INSTANCE, atMs: 0 });
  rig = await rig.restart();
  expect({ started: rig.started, unfinished: rig.store.inbox.listUnfinished(INSTANCE) }).toEqual({
    started: [],
    unfinished: [],
  });
});
