import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { SECOND_MS } from '../../core/clock.ts';
import { jsonInFile } from '../../files/look-at-path.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** The stored form of a PIN: codes can be compared with it, but the PIN cannot be read from it. */
const StoredPin = z.object({
  kind: z.literal('pin'),
  /** Base64. */
  salt: z.string(),
  hash: z.string(),
});
type StoredPin = z.infer<typeof StoredPin>;

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

/** The secret that an authenticator app shares with the program. */
export const StoredTotp = z.object({
  kind: z.literal('totp'),
  /** Base32. */
  secret: z.string().regex(/^[A-Z2-7]{16,}$/),
});
export type StoredTotp = z.infer<typeof StoredTotp>;

/** What every authenticator app can. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** The step before and the one after count as well: clocks differ, and people type slowly. */
const WINDOW = 1;

export function newTotp(): StoredTotp {
  return { kind: 'totp', secret: new Secret({ size: SECRET_BYTES }).base32 };
}

/** For an app to scan or to open. */
export function totpUri({ secret }: StoredTotp): string {
  const label = 'owner';
  return new TOTP({ issuer: 'wasap-agent', label, secret: Secret.fromBase32(secret), ...FORM }).toString();
}

/** The time step whose code this is; undefined when it belongs to none that counts now. */
export function stepOf(typed: string, { secret }: StoredTotp, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token: typed, secret: key, ...FORM, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / (FORM.period * SECOND_MS)) + delta;
}

const StoredFactor = z.discriminatedUnion('kind', [StoredPin, StoredTotp]);
export type StoredFactor = z.infer<typeof StoredFactor>;

/**
 * The file with the secret that codes are compared with. Only the user may read it; it is beside the database and in no
 * backup.
 */
export interface FactorFile {
  /** Absolute. */
  readonly path: string;
  /** Undefined when it is missing or damaged. */
  read(): StoredFactor | undefined;
  /** Undefined takes it away. */
  replace(factor: StoredFactor | undefined): void;
}

/** @param data DATA_DIR; @param learn teaches the redactor */
export function openFactorFile(data: string, learn: (secrets: readonly string[]) => void): FactorFile {
  const path = join(data, 'lock', 'factor.json');
  return {
    path,
    read() {
      const factor = StoredFactor.safeParse(jsonInFile(path)).data;
      if (factor?.kind === 'totp') learn([factor.secret]);
      return factor;
    },
    replace(factor) {
      if (factor !== undefined) replaceFile(path, `${JSON.stringify(factor)}\n`);
      else if (jsonInFile(path) !== undefined) replaceFile(path, undefined);
    },
  };
}
