import { expect, test } from 'vitest';
import { type LinkState, linkWord } from '../../../src/channels/whatsapp/link-state.ts';

const why = 'because';

test.each<[LinkState, string]>([
  [{ at: 'open', sinceMs: 1 }, 'connected'],
  [{ at: 'degraded', why, sinceMs: 1 }, 'connected'],
  [{ at: 'locking', sinceMs: 1 }, 'connecting'],
  [{ at: 'connecting', sinceMs: 1, synced: false }, 'connecting'],
  [{ at: 'syncing', sinceMs: 1 }, 'connecting'],
  [{ at: 'backoff', untilMs: 1, why }, 'connecting'],
  [{ at: 'outdated', untilMs: 1, why, looked: true }, 'connecting'],
  [{ at: 'pairing', by: 'qr', show: 'x', sinceMs: 1 }, 'pairing'],
  [{ at: 'stopped' }, 'stopped'],
  [{ at: 'terminal', kind: 'logged_out', why }, 'logged_out'],
  [{ at: 'terminal', kind: 'banned', why }, 'given_up'],
  [{ at: 'terminal', kind: 'conflict', why }, 'given_up'],
])('%j is told as %s', (state, word) => {
  expect(linkWord(state)).toBe(word);
});
