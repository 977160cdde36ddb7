import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { checkCode } from '../../../src/features/lock/arriving-code.ts';
import { hashPin, newTotp, pinFault, totpUri } from '../../../src/features/lock/pin-and-totp.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const STEP = Math.floor(NOW / 30_000);
const APP = newTotp();

function codeAt(step: number, secret = APP.secret): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * 30_000 });
}

test.each<[string, number, number | undefined, unknown]>([
  ['of now', 0, undefined, { kind: 'right', step: STEP }],
  ['of the step before', -1, undefined, { kind: 'right', step: STEP - 1 }],
  ['of the next step', 1, undefined, { kind: 'right', step: STEP + 1 }],
  ['two steps old', -2, undefined, { kind: 'wrong' }],
  ['two steps early', 2, undefined, { kind: 'wrong' }],
  ['used before', 0, STEP, { kind: 'used' }],
  ['older than a used one', -1, STEP, { kind: 'used' }],
  ['newer than a used one', 1, STEP, { kind: 'right', step: STEP + 1 }],
  // The clock was set back by a day: what was seen then opens nothing.
  ['of now, with later ones used', 0, STEP + 2880, { kind: 'used' }],
])('a code %s', (_what, offset, usedStep, expected) => {
  expect(checkCode(codeAt(STEP + offset), APP, { nowMs: NOW, usedStep })).toEqual(expected);
});

test.each([[''], ['12345'], ['1234567'], ['000000'], [codeAt(STEP, newTotp().secret)]])(
  '%j is wrong',
  (typed) => {
    expect(checkCode(typed, APP, { nowMs: NOW, usedStep: undefined }).kind).toBe('wrong');
  },
);

describe('a PIN', () => {
  const pin = hashPin('73920518');

  test('is right as it was chosen, and wrong with any other digit', () => {
    const kinds = ['73920518', '73920519', '7392051', '739205180', ''].map(
      (typed) => checkCode(typed, pin, { nowMs: NOW, usedStep: undefined }).kind,
    );
    expect(kinds).toEqual(['right', 'wrong', 'wrong', 'wrong', 'wrong']);
  });

  test('is not in what is kept of it, and the same PIN is kept in another way each time', () => {
    const again = hashPin('73920518');
    expect([JSON.stringify(pin).includes('73920518'), pin.hash === again.hash]).toEqual([false, false]);
  });

  test.each([
    ['73920518', undefined],
    ['482913', undefined],
    ['12345', 'form'],
    ['1234567890123', 'form'],
    ['48291a', 'form'],
    ['111111', 'obvious'],
    ['123456', 'obvious'],
    ['987654', 'obvious'],
  ])('%s as a new one: %s', (chosen, fault) => {
    expect(pinFault(chosen)).toBe(fault);
  });
});

test('the address for an app names the program and holds the secret', () => {
  const { protocol, host, searchParams } = new URL(totpUri(APP));
  expect([protocol, host, searchParams.get('issuer'), searchParams.get('secret')]).toEqual([
    'otpauth:',
    'totp',
    'wasap-agent',
    APP.secret,
  ]);
});
