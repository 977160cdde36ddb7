import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** The stored form of a PIN: codes can be compared with it, but the PIN cannot be read from it. */
export const StoredPin = z.object({
  kind: z.literal('pin'),
  /** Base64. */
  salt: z.string(),
  hash: z.string(),
});
export type StoredPin = z.infer<typeof StoredPin>;

/** About 50 ms and 16 MB for each guess. */
const COST = { N: 16_384, r: 8, p: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

export function hashPin(pin: string): StoredPin {
  const salt = randomBytes(SALT_BYTES);
  const hash = scryptSync(pin, salt, HASH_BYTES, COST);
  return { kind: 'pin', salt: salt.toString('base64'), hash: hash.toString('base64') };
}

export function isPin(typed: string, { salt, hash }: StoredPin): boolean {
  const expected = Buffer.from(hash, 'base64');
  const found = scryptSync(typed, Buffer.from(salt, 'base64'), HASH_BYTES, COST);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** Equal digits: there are so few of these that everybody would try them first. */
const ALL_ALIKE = /^(\d)\1*$/;

/** Why this cannot be chosen as a PIN; undefined when it can. */
export function pinFault(pin: string): 'form' | 'obvious' | undefined {
  if (!/^\d{6,12}$/.test(pin)) return 'form';
  return ALL_ALIKE.test(pin) || isRun(pin) ? 'obvious' : undefined;
}

/** `123456`, `654321`. */
function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
