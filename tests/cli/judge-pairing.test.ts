import { expect, test } from 'vitest';
import type { LinkReport } from '../../src/cli/control/control-protocol.ts';
import { judgePairing, PAIRING_BEGINS, type PairingEnd } from '../../src/cli/pairing/link-device.ts';

const code = { at: 'pairing', by: 'qr', show: 'x', sinceMs: 0 } as const;
const connecting = { at: 'connecting', sinceMs: 0, synced: false } as const;
const open = { at: 'open', sinceMs: 0 } as const;
const lost = (why: string) => ({ at: 'backoff', untilMs: 0, why }) as const;
const banned = { at: 'terminal', kind: 'banned', why: 'no' } as const;
const outdated = (looked: boolean) => ({ at: 'outdated', untilMs: 0, why: '405: x', looked }) as const;
const times = (count: number, ...states: LinkReport['state'][]) =>
  Array.from({ length: count }, () => states).flat();

test.each<[string, readonly LinkReport['state'][], PairingEnd | undefined]>([
  ['a code was used', [connecting, code, connecting, open], { kind: 'linked', number: '34600' }],
  ['no code was needed', [connecting, open], { kind: 'already', number: '34600' }],
  ['two series were not used', times(2, code, code, lost('408: QR refs attempts ended')), undefined],
  ['three were not', times(3, code, code, lost('408: QR refs attempts ended')), { kind: 'unscanned' }],
  ['three connections failed', times(3, connecting, lost('428: x')), undefined],
  ['four did', times(4, connecting, lost('428: x')), { kind: 'unreachable', why: '428: x' }],
  [
    'WhatsApp gave no code for the number',
    times(4, connecting, lost('428: no pairing code was given')),
    { kind: 'no-code', why: '428: no pairing code was given' },
  ],
  [
    'a code came after failures, which then count no more',
    [...times(3, lost('x')), code, lost('x'), ...times(3, lost('x'))],
    undefined,
  ],
  [
    'the version is refused and there is no newer one',
    [connecting, outdated(false), outdated(true)],
    { kind: 'outdated', why: '405: x' },
  ],
  ['it is given up', [code, banned], { kind: 'refused', state: banned }],
])('%s', (_title, states, expected) => {
  let soFar = PAIRING_BEGINS;
  let end: PairingEnd | undefined;
  for (const state of states) {
    expect(end).toBeUndefined();
    ({ soFar, end } = judgePairing(soFar, { state, sinceMs: 0, number: '34600' }));
  }
  expect(end).toEqual(expected);
});
