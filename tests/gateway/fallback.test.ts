import { expect, test } from 'vitest';
import type { ChannelCapabilities, OutboundBody } from '../../src/contracts/channel.ts';
import { fitted, PLAIN_TEXT } from '../../src/gateway/fallback.ts';

const ABLE: ChannelCapabilities = {
  ...PLAIN_TEXT,
  edit: 'any',
  reaction: true,
  poll: true,
  image: true,
  document: true,
};

const edit: OutboundBody = { kind: 'edit', target: 'm1', text: 'new' };
const reaction: OutboundBody = { kind: 'reaction', target: 'm1', emoji: '👍' };
const poll: OutboundBody = { kind: 'poll', question: 'Go on?', choices: ['yes', 'no'] };
const image: OutboundBody = { kind: 'image', path: '/data/diff.png', caption: 'The diff' };
const document: OutboundBody = { kind: 'document', path: '/data/1.diff', name: 'login.diff', caption: '' };

test.each([edit, reaction, poll, image, document])('a channel that can $kind gets it as it is', (body) => {
  expect(fitted(body, ABLE)).toEqual([body]);
});

test.each([
  [edit, ['new']],
  [reaction, []],
  [poll, ['Go on?\n1 yes\n2 no']],
  [image, ['The diff\n/data/diff.png']],
  [document, ['login.diff: /data/1.diff']],
] as const)('%j becomes text where the channel knows nothing else', (body, texts) => {
  expect(fitted(body, PLAIN_TEXT)).toEqual(texts.map((text) => ({ kind: 'text', text })));
});

test('a text that is too long becomes several', () => {
  const parts = fitted({ kind: 'text', text: 'word '.repeat(100) }, { ...PLAIN_TEXT, maxLength: 200 });
  expect(parts.map((part) => part.kind === 'text' && part.text.length <= 200)).toEqual([true, true, true]);
});
