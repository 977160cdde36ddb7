import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { formatForWhatsApp } from '../../../src/channels/whatsapp/format.ts';
import type { ChannelCapabilities, OutboundBody } from '../../../src/contracts/channel.ts';
import { createTurns } from '../../../src/core/work-queues.ts';
import { fitBody, fitBodyInTurns, PLAIN_TEXT } from '../../../src/gateway/outgoing/fit-body.ts';

const ABLE: ChannelCapabilities = {
  ...PLAIN_TEXT,
  edit: 'any',
  reaction: true,
  poll: true,
  image: true,
  document: true,
  voiceNote: true,
};

const edit: OutboundBody = { kind: 'edit', target: 'm1', text: 'new' };
const reaction: OutboundBody = { kind: 'reaction', target: 'm1', emoji: '👍' };
const poll: OutboundBody = { kind: 'poll', question: 'Go on?', choices: ['yes', 'no'] };
const image: OutboundBody = { kind: 'image', path: '/data/diff.png', caption: 'The diff' };
const document: OutboundBody = { kind: 'document', path: '/data/1.diff', name: 'login.diff', caption: '' };
const file: OutboundBody = { kind: 'text-file', text: 'all of it', name: 'a.txt', caption: '' };
const voiceNote: OutboundBody = { kind: 'voice-note', path: '/data/voice/1.ogg', seconds: 12 };

test.each([edit, reaction, poll, image, document, file, voiceNote])(
  'a channel that can $kind gets it as it is',
  (body) => {
    expect(fitBody(body, { capabilities: ABLE })).toEqual([body]);
  },
);

test.each([
  [edit, ['new']],
  [reaction, []],
  [voiceNote, []],
  [poll, ['Go on?\n1 yes\n2 no']],
  [image, ['The diff\n/data/diff.png']],
  [document, ['login.diff: /data/1.diff']],
  [file, ['a.txt:\nall of it']],
] as const)('%j becomes text where the channel knows nothing else', (body, texts) => {
  expect(fitBody(body, { capabilities: PLAIN_TEXT })).toEqual(texts.map((text) => ({ kind: 'text', text })));
});

const capabilities = { ...PLAIN_TEXT, maxLength: 200 };
const long = (lines: number) =>
  Array.from({ length: lines }, (_, line) => `- line ${line + 1} of ${lines}`).join('\n');

test('a text that is too long becomes several, each with its number', () => {
  const parts = fitBody({ kind: 'text', text: long(26) }, { capabilities }).map(textOf);
  expect(parts.map((part) => part.split('\n', 1)[0])).toEqual(['(1/3)', '(2/3)', '(3/3)']);
  expect(parts.every((part) => part.length <= 200)).toBe(true);
  expect(parts.map((part) => part.replace(/^.*\n/, '')).join('\n')).toBe(long(26));
});

test('a text that fits has no number', () => {
  expect(fitBody({ kind: 'text', text: long(5) }, { capabilities }).map(textOf)).toEqual([long(5)]);
});

test('what would be more than four messages is its beginning, a file with all of it, and its end', () => {
  const text = `${long(40)}\n\nHow to answer: yes or no`;
  const bodies = fitBody({ kind: 'text', text }, { capabilities: { ...capabilities, document: true } });
  expect(bodies).toEqual([
    { kind: 'text', text: expect.stringMatching(/^\(1\/4\)\n- line 1 of 40\n/) },
    { kind: 'text', text: expect.stringMatching(/^\(2\/4\)\n- line \d+ of 40\n/) },
    { kind: 'text-file', text, name: 'answer.md', caption: '(3/4) 1 kB' },
    {
      kind: 'text',
      text: expect.stringMatching(/^\(4\/4\)\n(- line \d+ of 40\n)+\nHow to answer: yes or no$/),
    },
  ]);
});

test('where there are no documents, every part is a message', () => {
  const parts = fitBody({ kind: 'text', text: long(100) }, { capabilities }).map(textOf);
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.map((part) => part.replace(/^.*\n/, '')).join('\n')).toBe(long(100));
});

test('what counts is the length that a text has when it is sent', () => {
  const text = ['| Option | What it is good for, at length |', '|---|---|', ...rows(60)].join('\n');
  const channel = { capabilities: { ...PLAIN_TEXT, maxLength: 1000 }, formatted: formatForWhatsApp };
  const parts = fitBody({ kind: 'text', text }, channel).map(textOf);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every((part) => formatForWhatsApp(part).length <= 1000)).toBe(true);
  // A table that is cut is a table in every part.
  expect(
    parts.every((part) => part.includes('| Option | What it is good for, at length |\n|---|---|\n')),
  ).toBe(true);
});

test('a megabyte is not cut further than it is sent', () => {
  const text = 'word after word, and so on. '.repeat(36_000);
  const bodies = fitBody(
    { kind: 'text', text },
    { capabilities: { ...PLAIN_TEXT, document: true }, format: formatForWhatsApp },
  );
  expect(bodies.map(({ kind }) => kind)).toEqual(['text', 'text', 'text-file', 'text']);
});

test.each([
  ['a short text', long(3), ABLE],
  ['several parts', long(100), capabilities],
  ['a file', long(100), { ...capabilities, document: true }],
])('with a turn for others after each part it comes to the same: %s', async (_what, text, able) => {
  const body = { kind: 'text', text } as const;
  const channel = { capabilities: able, formatted: formatForWhatsApp };
  expect(await fitBodyInTurns(body, channel, createTurns())).toEqual(fitBody(body, channel));
});

function rows(count: number): readonly string[] {
  return Array.from({ length: count }, (_, row) => `| __o${row}__ | it does *that* for snake_case ${row} |`);
}

function textOf(body: OutboundBody): string {
  return body.kind === 'text' ? body.text : '';
}

test('to split a text, each piece is formatted once, and others get their turn after each', async () => {
  let [turn, isSplit] = [0, false];
  const asked: { text: string; turn: number }[] = [];
  const channel = {
    capabilities,
    format(text: string) {
      asked.push({ text, turn });
      // Each piece has to be cut a second time.
      return text.length > 100 ? `${text}${'*'.repeat(40)}` : text;
    },
  };
  const splitting = fitBodyInTurns({ kind: 'text', text: long(20) }, channel, createTurns()).finally(() => {
    isSplit = true;
  });
  while (!isSplit) {
    await nextTurn();
    turn += 1;
  }
  const times = (values: readonly (string | number)[]) => values.length - new Set(values).size;
  expect((await splitting).length).toBeGreaterThan(1);
  expect([times(asked.map(({ text }) => text)), times(asked.map((one) => one.turn))]).toEqual([0, 0]);
});

test('long texts for two chats are formatted in different turns', async () => {
  let [turn, areFitted] = [0, false];
  const formattedIn: number[] = [];
  const channel = {
    capabilities,
    format(text: string) {
      formattedIn.push(turn);
      return text;
    },
  };
  const turns = createTurns(2);
  const body = { kind: 'text', text: long(20) } as const;
  const both = [fitBodyInTurns(body, channel, turns), fitBodyInTurns(body, channel, turns)];
  const fitting = Promise.all(both).finally(() => {
    areFitted = true;
  });
  while (!areFitted) {
    await nextTurn();
    turn += 1;
  }
  await fitting;
  expect([formattedIn.length > 4, new Set(formattedIn).size]).toEqual([true, formattedIn.length]);
});
