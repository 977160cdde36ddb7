import { describe, expect, test } from 'vitest';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import { unseenMessageId } from '../../../src/core/ids.ts';
import { isPresent, urgencyOf } from '../../../src/features/quiet/quiet-feature.ts';

const TEXT: OutboundBody = { kind: 'text', text: 'x' };

test.each<[string, string, OutboundBody, string]>([
  ['a card that changes', 'progress:1', { kind: 'edit', target: 'a', text: 'x' }, 'silent'],
  ['a mark', 'done:1', { kind: 'reaction', target: 'a', emoji: '✅' }, 'silent'],
  ['a code that is taken away', 'lock-delete:1', { kind: 'delete', target: 'a' }, 'silent'],
  ['"write it again"', 'unreadable:7', TEXT, 'notice'],
  // To whoever is there, or to a schedule.
  ['a reply', 'reply:7:0', TEXT, 'news'],
  ['what a person set for this time', unseenMessageId('3:1795000000000'), TEXT, 'alarm'],
  ['a wrong code', 'lock-wrong:7:phone:ana', TEXT, 'warning'],
  ['a question', 'ask:Q1', TEXT, 'news'],
  ['its poll', 'poll:Q1', { kind: 'poll', question: '?', choices: [] }, 'news'],
  ['a reminder', 'remind:Q1', TEXT, 'news'],
  ['a report', 'ended:20261120-00000001:3EB0', TEXT, 'news'],
  ['what is found by itself', 'follow-up:1', TEXT, 'news'],
  ['a picture', 'ended:x:after:0', { kind: 'image', path: 'a', caption: '' }, 'news'],
  ['a schedule that was paused', 'cron-paused:1:2:3', TEXT, 'news'],
  ['anything new', 'something-new:1', TEXT, 'news'],
])('%s is %4$s', (_what, key, body, ring) => {
  expect(urgencyOf({ key, body })).toBe(ring);
});

describe('somebody is there', () => {
  test.each([
    ['who just wrote', 0, true],
    ['who wrote nine minutes ago', 9 * 60_000, true],
    ['who wrote ten minutes ago', 10 * 60_000, false],
    ['before the clock was set back', -60_000, false],
  ])('%s', (_who, agoMs, expected) => {
    expect(isPresent(1_000_000_000 - agoMs, 1_000_000_000)).toBe(expected);
  });

  test('who never wrote is not', () => {
    expect(isPresent(undefined, 1)).toBe(false);
  });
});
