import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { SECOND_MS } from '../../../core/clock.ts';

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
