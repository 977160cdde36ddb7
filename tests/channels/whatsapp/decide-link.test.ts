import { describe, expect, test } from 'vitest';
import { decideLink, type LinkDecision } from '../../../src/channels/whatsapp/decide-link.ts';
import {
  type Link,
  type LinkEvent,
  type LinkMemory,
  type LinkState,
  STOPPED_LINK,
} from '../../../src/channels/whatsapp/link-state.ts';

const NOW = 1_000_000;
const MEMORY: LinkMemory = { ...STOPPED_LINK.memory, generation: 3 };
const OPEN: LinkState = { at: 'open', sinceMs: NOW - 5000 };

function linkIn(state: LinkState, memory: Partial<LinkMemory> = {}): Link {
  return { state, memory: { ...MEMORY, ...memory } };
}

function decide(link: Link, event: LinkEvent, random = 0.5): LinkDecision {
  return decideLink(link, event, { nowMs: NOW, random });
}

function closed(code: number, linked = true): LinkEvent {
  return { type: 'closed', generation: 3, code, why: 'gone', linked };
}

/** How a closed connection ends up, in short. */
function ends(code: number, link = linkIn(OPEN), random = 0.5): string {
  const { state } = decide(link, closed(code), random).link;
  if (state.at === 'backoff') return `backoff ${state.untilMs - NOW}`;
  return state.at === 'terminal' ? `terminal ${state.kind}` : state.at;
}

describe('the usual way', () => {
  test('start, lease, connection, log-in, sync', () => {
    const steps: [LinkEvent, string, readonly unknown[]][] = [
      [{ type: 'start' }, 'locking', [{ do: 'take-lease' }]],
      [
        { type: 'locked' },
        'connecting',
        [
          { do: 'connect', generation: 1 },
          { do: 'wake', afterMs: 45_000 },
        ],
      ],
      [{ type: 'opened', generation: 1 }, 'syncing', [{ do: 'wake', afterMs: 60_000 }]],
      [{ type: 'synced', generation: 1 }, 'open', [{ do: 'wake', afterMs: 60_000 }]],
      [{ type: 'stop' }, 'stopped', [{ do: 'end-socket', why: 'stopped' }, { do: 'release-lease' }]],
    ];
    let link = STOPPED_LINK;
    const seen = steps.map(([event]) => {
      const decision = decide(link, event);
      link = decision.link;
      return [event, link.state.at, decision.effects];
    });
    expect(seen).toEqual(steps);
  });

  test('a code to scan keeps a connection waiting without a limit of its own', () => {
    const connecting = linkIn({ at: 'connecting', sinceMs: NOW, synced: false });
    const event: LinkEvent = { type: 'pairing', generation: 3, by: 'qr', show: 'text' };
    expect(decide(connecting, event)).toEqual({
      link: linkIn({ at: 'pairing', by: 'qr', show: 'text', sinceMs: NOW }),
      effects: [],
    });
  });

  test('the server may say that nothing waits before the log-in is complete', () => {
    const connecting = linkIn({ at: 'connecting', sinceMs: 7, synced: false });
    const early = decide(connecting, { type: 'synced', generation: 3 });
    expect(early).toEqual({ link: linkIn({ at: 'connecting', sinceMs: 7, synced: true }), effects: [] });
    const { link } = decide(early.link, { type: 'opened', generation: 3 });
    expect(link.state).toEqual({ at: 'open', sinceMs: NOW });
  });

  test('only a minute of being open makes earlier failures forgotten', () => {
    const link = linkIn(OPEN, { attempts: 7 });
    expect(decide(link, { type: 'due' }).link).toEqual(linkIn(OPEN, { attempts: 0 }));
    expect(
      decide(linkIn({ at: 'syncing', sinceMs: NOW }, { attempts: 7 }), { type: 'synced', generation: 3 }).link
        .memory.attempts,
    ).toBe(7);
  });
});

describe('a closed connection', () => {
  test.each([
    [515, 'connecting'],
    [428, 'backoff 500'],
    [408, 'backoff 500'],
    [503, 'backoff 5000'],
    [500, 'backoff 5000'],
    [999, 'backoff 500'],
    [440, 'backoff 60000'],
    [405, 'outdated'],
    [401, 'terminal logged_out'],
    [403, 'terminal banned'],
    [411, 'terminal logged_out'],
  ])('code %i leads to %s', (code, expected) => {
    expect(ends(code)).toBe(expected);
  });

  test('a restart that the server asks for is no failed attempt', () => {
    expect(decide(linkIn(OPEN, { attempts: 2 }), closed(515)).link.memory).toEqual({
      ...MEMORY,
      generation: 4,
      attempts: 2,
      closesMs: [NOW],
    });
  });

  test.each([
    [0, 1, 'backoff 1000'],
    [3, 1, 'backoff 8000'],
    [3, 0, 'backoff 0'],
    [9, 1, 'backoff 300000'],
    [1000, 1, 'backoff 300000'],
  ])('after %i attempts and with chance %i: %s', (attempts, random, expected) => {
    expect(ends(428, linkIn(OPEN, { attempts }), random)).toBe(expected);
  });

  test.each([428, 515])('the fifth close (%i) within 30 s waits for 30 s at least', (code) => {
    const closesMs = [29_000, 20_000, 9000, 1].map((ago) => NOW - ago);
    expect(ends(code, linkIn(OPEN, { closesMs }), 0)).toBe('backoff 30000');
    expect(ends(428, linkIn(OPEN, { closesMs: closesMs.map((ms) => ms - 2000) }), 0)).toBe('backoff 0');
  });

  test('a second conflict within 10 minutes is the end, a later one is not', () => {
    expect(ends(440, linkIn(OPEN, { conflictAtMs: NOW - 600_000 }))).toBe('terminal conflict');
    expect(ends(440, linkIn(OPEN, { conflictAtMs: NOW - 600_001 }))).toBe('backoff 60000');
  });

  test('a version that is refused is never the end: a newer one is looked for, and tried again in 15 min at the latest', () => {
    const { link, effects } = decide(linkIn(OPEN), closed(405));
    const outdated = { at: 'outdated', untilMs: NOW + 900_000, why: expect.stringContaining('405') } as const;
    expect([link.state, effects]).toEqual([
      { ...outdated, looked: false },
      [{ do: 'wake', afterMs: 900_000 }, { do: 'refresh-version' }],
    ]);
    const found = decide(link, { type: 'version', newer: true });
    const none = decide(link, { type: 'version', newer: false });
    const late = decide(none.link, { type: 'due' });
    expect([found.link.state.at, none.link.state, none.effects, late.link.state.at]).toEqual([
      'connecting',
      { ...outdated, looked: true },
      [],
      'connecting',
    ]);
    expect(decide(linkIn(OPEN), { type: 'version', newer: true })).toEqual({
      link: linkIn(OPEN),
      effects: [],
    });
  });

  test('credentials are moved aside only when a linked device was unlinked', () => {
    expect(decide(linkIn(OPEN), closed(401)).effects.map((effect) => effect.do)).toEqual([
      'quarantine',
      'release-lease',
      'finish',
    ]);
    const effects = [401, 403, 405, 411, 440, 500].map((code) => decide(linkIn(OPEN), closed(code, false)));
    const doing = effects.map((decision) => decision.effects.some((effect) => effect.do === 'quarantine'));
    expect(doing).toEqual([false, false, false, true, false, false]);
  });

  test('codes that nobody scanned are followed by new ones at once', () => {
    const pairing: LinkState = { at: 'pairing', by: 'qr', show: 'x', sinceMs: NOW };
    const { link } = decide(linkIn(pairing, { attempts: 4 }), closed(408, false), 1);
    expect(link).toEqual({
      state: { at: 'backoff', untilMs: NOW + 1000, why: '408: gone' },
      memory: { ...MEMORY, attempts: 4, closesMs: [NOW] },
    });
  });
});

describe('the watchdog', () => {
  test.each<[string, Link, LinkEvent, readonly string[]]>([
    [
      'no answer to the upgrade',
      linkIn({ at: 'connecting', sinceMs: 0, synced: false }),
      { type: 'due' },
      ['end-socket', 'wake'],
    ],
    [
      'a silent socket',
      linkIn(OPEN),
      { type: 'silent', generation: 3, why: 'no answer' },
      ['end-socket', 'wake'],
    ],
    ['events held back in a sync', linkIn({ at: 'syncing', sinceMs: 0 }), { type: 'due' }, ['flush', 'wake']],
    ['events held back when open', linkIn(OPEN), { type: 'stuck', generation: 3 }, ['flush', 'wake']],
    [
      'events held back after a flush',
      linkIn({ at: 'degraded', why: 'held', sinceMs: 0 }),
      { type: 'due' },
      ['end-socket', 'wake'],
    ],
  ])('%s', (_name, link, event, effects) => {
    expect(decide(link, event).effects.map((effect) => effect.do)).toEqual(effects);
  });

  test('a degraded link that catches up is open again', () => {
    const link = linkIn({ at: 'degraded', why: 'held', sinceMs: 0 });
    expect(decide(link, { type: 'synced', generation: 3 }).link.state).toEqual({ at: 'open', sinceMs: NOW });
  });
});

describe('the lease', () => {
  test('one that is lost closes the socket before anything else, and is not given back', () => {
    const why = 'taken';
    expect(decide(linkIn(OPEN), { type: 'lock-lost', why })).toEqual({
      link: linkIn({ at: 'terminal', kind: 'lease', why }),
      effects: [
        { do: 'end-socket', why },
        { do: 'finish', why },
      ],
    });
  });

  test('one that is refused ends the channel without a connection', () => {
    const decision = decide(linkIn({ at: 'locking', sinceMs: 0 }), { type: 'lock-refused', why: 'held' });
    expect(decision.effects).toEqual([{ do: 'finish', why: 'held' }]);
  });
});

describe('what does not count', () => {
  const backoff: LinkState = { at: 'backoff', untilMs: NOW + 5, why: 'x' };
  const terminal: LinkState = { at: 'terminal', kind: 'banned', why: 'x' };
  test.each<[string, LinkState, LinkEvent]>([
    ['a close of an older socket', OPEN, { ...closed(401), generation: 2 } as LinkEvent],
    ['a close while waiting', backoff, closed(401)],
    ['a close after stopping', { at: 'stopped' }, closed(401)],
    ['a second start', OPEN, { type: 'start' }],
    ['a timer after the end', terminal, { type: 'due' }],
    ['a lost lease after the end', terminal, { type: 'lock-lost', why: 'x' }],
    ['a code while open', OPEN, { type: 'pairing', generation: 3, by: 'qr', show: 'x' }],
  ])('%s', (_name, state, event) => {
    const link = linkIn(state);
    expect(decide(link, event)).toEqual({ link, effects: [] });
  });
});
