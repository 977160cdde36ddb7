import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import { createLockStore } from '../../../src/features/lock/lock.ts';
import { hashPin, newTotp, type StoredTotp } from '../../../src/features/lock/pin-and-totp.ts';
import type { ApprovalDifference } from '../../support/approval-difference.ts';
import { filesHolding } from '../../support/files-holding.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

export { ANA };
export const BOB = '34600999888';
export const PIN = '73920518';
export const APP = newTotp();
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The code that the app shows at this time. */
export function codeAt(nowMs: number, { secret }: StoredTotp = APP): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: nowMs });
}

/** A code that is wrong now and for so long, and was not and will not be right for some minutes around it. */
export function wrongAt(nowMs: number, forMs = 0): string {
  const steps = Array.from({ length: Math.ceil(forMs / 30_000) + 7 }, (_, step) => step - 3);
  const near = steps.map((step) => codeAt(nowMs + step * 30_000));
  return ['111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888'].find(
    (code) => !near.includes(code),
  ) as string;
}

/** Asks for a yes, to something that others see at once unless the test says otherwise, and is done when it goes on. */
export function asksOnce(change: ApprovalDifference = {}): FakeRun {
  const asked = new Set<string>();
  return async (session, agent) => {
    if (asked.has(session.id)) return agent.end({ kind: 'done', text: 'Deployed.' });
    asked.add(session.id);
    return agent.ask(change);
  };
}

const rigs: GatewayRig[] = [];

/** An owner's phone and a code of an app, unless the test says otherwise. */
export async function lockRig(options: RigOptions = {}): Promise<GatewayRig> {
  const program = { timezone: 'UTC', ...options.program };
  const rig = await gatewayRig({
    locale: 'en',
    factor: APP,
    inFile: true,
    run: asksOnce(),
    ...options,
    program,
  });
  rigs.push(rig);
  return rig;
}

export async function removeRigs(): Promise<void> {
  for (const rig of rigs.splice(0)) await rig.remove();
}

/** A new program on the same data. */
export async function restarted(rig: GatewayRig): Promise<GatewayRig> {
  const next = await rig.restart();
  rigs.splice(rigs.indexOf(rig), 1, next);
  return next;
}

/** What is sent after these words. */
export async function told(
  rig: GatewayRig,
  text: string,
  change?: Parameters<GatewayRig['say']>[1],
): Promise<readonly string[]> {
  const since = rig.phone.sent.length;
  await rig.say(text, change);
  return rig.phone.texts.slice(since);
}

export function now(rig: GatewayRig): string {
  return codeAt(rig.clock.nowMs());
}

export function wrong(rig: GatewayRig): string {
  return wrongAt(rig.clock.nowMs());
}

export function approval(rig: GatewayRig): ApprovalRecord | undefined {
  return rig.store.approvals.get('k7x' as ApprovalRecord['id']);
}

export function lockRows(rig: GatewayRig) {
  return createLockStore(rig.store.database);
}

export function pinFactor() {
  return hashPin(PIN);
}

/** Files of the data folder that hold this code. */
export function filesWith(rig: GatewayRig, code: string): readonly string[] {
  return filesHolding(path.dirname(rig.store.database.path), code);
}
