import { expect, test } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { conversationId, type InstanceId } from '../../../src/core/ids.ts';
import { freshStore } from '../../store/store-file.ts';
import { routingsIn } from '../../support/routings.ts';

const CHAT = conversationId('console', 'local');
const ONE = 'one' as InstanceId;
const OTHER = 'other' as InstanceId;

const wish = (request: string, requester = 'ana') => ({
  instance: ONE,
  conversation: CHAT,
  locale: 'en' as const,
  requester,
  workspace: '/projects/shop',
  request,
  messageId: `q-${request}`,
  sources: [`m-${request}`],
  inboxSeqs: [7],
  atMs: 1,
});
const asked = (polls: readonly string[] = []) => ({
  state: 'offered' as const,
  material: '{"a":1}',
  polls,
  atMs: 2,
});

test('a wish is found by the message that asked for it, and by its question and polls once they are asked', () => {
  const routings = routingsIn(freshStore());
  const seq = routings.add(wish('login'));
  const before = ['m-login', 'q-login', 'poll'].map((id) => routings.findByMessage(CHAT, id)?.seq);
  routings.setQuestion(seq, asked(['poll']));
  const after = ['m-login', 'q-login', 'poll', 'other'].map((id) => routings.findByMessage(CHAT, id)?.seq);
  const elsewhere = routings.findByMessage(conversationId('console', 'other'), 'poll');
  expect([before, after, elsewhere]).toEqual([
    [seq, undefined, undefined],
    [seq, seq, seq, undefined],
    undefined,
  ]);
});

test("a later wish replaces what the same person has open, and nobody else's", () => {
  const routings = routingsIn(freshStore());
  const [first, bea, second] = [
    routings.add(wish('login')),
    routings.add(wish('logout', 'bea')),
    routings.add(wish('tests')),
  ];
  expect([first, bea, second].map((seq) => routings.get(seq)?.state)).toEqual([
    'replaced',
    'wanted',
    'wanted',
  ]);
});

test('what is over is asked nothing more, and ends once', () => {
  const routings = routingsIn(freshStore());
  const seq = routings.add(wish('login'));
  const ends = [
    routings.end(seq, 'cancelled'),
    routings.end(seq, 'accepted'),
    routings.setQuestion(seq, asked()),
  ];
  expect([ends, routings.findOpen(CHAT, 'ana')]).toEqual([[true, false, false], undefined]);
});

test('complete answers make it wanted again, under another message, by whoever took them', () => {
  const routings = routingsIn(freshStore());
  const seq = routings.add(wish('login'));
  routings.setQuestion(seq, { ...asked(), state: 'asked' });
  const answers = [{ question: 'Which?', answer: 'all' }];
  routings.setAnswers(seq, answers, undefined);
  const between = routings.get(seq)?.state;
  routings.setAnswers(seq, answers, { messageId: 'q2', instance: OTHER, atMs: 3 });
  expect([between, routings.listUnfinished(OTHER)]).toMatchObject([
    'asked',
    [{ seq, state: 'wanted', answers, messageId: 'q2', inboxSeqs: [7] }],
  ]);
});

test('another program takes over what is wanted, and nothing that waits for its person', () => {
  const store = freshStore();
  const routings = routingsIn(store);
  const { instances } = store;
  routings.setQuestion(routings.add(wish('login')), asked());
  const seq = routings.add(wish('tests', 'bea'));
  instances.register({ id: ONE, pid: 1, startTime: 'x', atMs: 1 });
  instances.adopt(ONE, OTHER);
  expect(routings.listUnfinished(OTHER).map((one) => one.seq)).toEqual([seq]);
});

test('old ones are forgotten with their messages, but none that is still wanted', () => {
  const routings = routingsIn(freshStore());
  const old = routings.add(wish('login'));
  routings.setQuestion(old, asked(['poll']));
  const wanted = routings.add(wish('tests', 'bea'));
  expect([
    routings.removeOld(10, 100),
    routings.get(old),
    routings.findByMessage(CHAT, 'poll'),
    routings.get(wanted)?.seq,
  ]).toEqual([1, undefined, undefined, wanted]);
});

test('a message that was done is opened again, once, for this program', () => {
  const { inbox } = freshStore();
  const message: InboundMessage = {
    account: 'a',
    chat: 'c',
    sender: 's',
    id: 'm1',
    text: 'hello',
    sentAtMs: 1,
  };
  const seq = inbox.accept({ channel: 'console', message, instance: ONE, atMs: 1 })?.seq ?? 0;
  inbox.finish(seq, 'done', undefined);
  const opened = [inbox.reopen([seq], OTHER), inbox.reopen([seq], OTHER)].map((rows) =>
    rows.map((row) => row.seq),
  );
  expect([opened, inbox.listUnfinished(OTHER).map((row) => row.message.text)]).toEqual([
    [[seq], []],
    ['hello'],
  ]);
});
