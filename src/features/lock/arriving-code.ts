import type { CodeCheck, InboundMessage } from '../../contracts/channel.ts';
import type { MessageArrival } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { unreachable } from '../../core/failure.ts';
import type { InstanceId } from '../../core/ids.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import { reachesOthers } from '../../policy/irreversible.ts';
import { lockNow, waitLeft } from './decide-lock.ts';
import type { CodeTries, Factor, LockLookup, LockStore, WaitingAnswers } from './lock.ts';
import { type FactorFile, isPin, type StoredFactor, stepOf } from './pin-and-totp.ts';
import { maskTypedCode, readTypedCode, type TypedCode } from './typed-code.ts';

/** How long a yes waits for its code. */
export const ANSWER_WAITS_MS = 5 * MINUTE_MS;

export interface ArrivingParts {
  readonly rows: LockLookup & CodeTries & WaitingAnswers & Pick<LockStore, 'lock' | 'noteHeard'>;
  readonly file: Pick<FactorFile, 'read'>;
  readonly store: Pick<Store, 'approvals'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How long an owner may be silent, in milliseconds; undefined when there is no limit. */
  readonly idleMs: number | undefined;
  /** Names of commands whose yes lasts: a code may stand behind it. */
  yesCommands(): readonly string[];
  /** Tells the owners elsewhere that a wrong code was sent; inside the same transaction. */
  warn(message: InboundMessage, arrival: MessageArrival): void;
}

/**
 * Returns the message without its code, and the verdict on the code: only this place ever holds one. Of a message in a
 * locked chat, only its arrival is kept.
 */
export function checkArrivingCode(
  message: InboundMessage,
  arrival: MessageArrival,
  parts: ArrivingParts,
): InboundMessage {
  const { rows, clock, idleMs } = parts;
  const factor = rows.factor();
  const nowMs = clock.nowMs();
  const typed = codeIn(message, arrival, parts);
  if (arrival.person.role !== 'owner' || factor === undefined) {
    const found = typed && ({ ...message, text: typed.rest, code: 'uncounted' } as const);
    return factor === undefined ? (found ?? message) : withoutOthers(found ?? message);
  }
  const { phone } = arrival.person;
  const known = rows.findPerson(phone);
  const locked = lockNow(known, { factor, idleMs, isAtMachine: isAtMachine(phone), nowMs });
  if (locked !== undefined) {
    if (known?.locked === undefined) rows.lock(phone, locked);
    return whileLocked(message, typed, { arrival, factor, parts });
  }
  rows.noteHeard(phone, ownChat(message, arrival), nowMs);
  if (typed === undefined) return withoutOthers(message);
  const code = judgeTypedCode(message, typed, { arrival, factor, parts });
  return withoutOthers({ ...message, text: typed.rest, code });
}

/** Words as they may be kept anywhere else: in as many bytes, with stars for a code. */
export function maskWords(words: string, parts: ArrivingParts): string {
  const { rows, yesCommands } = parts;
  if (rows.factor() !== undefined) return maskTypedCode(words, isAwaitedAnywhere(parts), yesCommands());
  return /^\s*\//u.test(words) ? maskTypedCode(words, false) : words;
}

function codeIn(
  { text, gesture }: InboundMessage,
  { conversation, person }: MessageArrival,
  { rows, store, clock, yesCommands }: ArrivingParts,
): TypedCode | undefined {
  if (gesture !== undefined) return undefined;
  if (rows.factor() === undefined)
    return text.trimStart().startsWith('/') ? readTypedCode(text, false) : undefined;
  const waiting = rows.findWaiting({ conversation, person: person.phone });
  const isAwaited =
    (waiting !== undefined && clock.nowMs() - waiting.atMs < ANSWER_WAITS_MS) ||
    store.approvals.listPending(conversation).some((approval) => reachesOthers(approval.question));
  return readTypedCode(text, isAwaited, yesCommands());
}

function isAwaitedAnywhere({ rows, store, instance, clock }: ArrivingParts): boolean {
  return (
    rows.countLocked() > 0 ||
    rows.isAnyWaiting(clock.nowMs() - ANSWER_WAITS_MS) ||
    store.approvals.listAllPending(instance).some((approval) => reachesOthers(approval.question))
  );
}

/** Undefined in a group: what is said to a person alone belongs into a chat of their own. */
function ownChat(
  { group }: InboundMessage,
  { conversation }: MessageArrival,
): MessageArrival['conversation'] | undefined {
  return group === undefined ? conversation : undefined;
}

interface ArrivalContext {
  readonly arrival: MessageArrival;
  readonly factor: Factor;
  readonly parts: ArrivingParts;
}

/** Only that they wrote, and what came of a code behind `/unlock`. */
function whileLocked(
  message: InboundMessage,
  typed: TypedCode | undefined,
  judging: ArrivalContext,
): InboundMessage {
  const { account, chat, sender, id, sentAtMs, delayed, group } = message;
  const isUnlock = typed?.rest.startsWith('/') === true;
  return {
    account,
    chat,
    sender,
    id,
    sentAtMs,
    ...(delayed === undefined ? {} : { delayed }),
    ...(group === undefined ? {} : { group }),
    text: isUnlock ? typed.rest : '',
    ...(isUnlock ? { code: judgeTypedCode(message, typed, judging) } : {}),
  };
}

/** Masks a code in a quotation or an edit: it counts for nothing, and still nobody may read it. */
function withoutOthers(message: InboundMessage): InboundMessage {
  const { quoted, gesture } = message;
  return {
    ...message,
    ...(quoted === undefined ? {} : { quoted: { ...quoted, text: maskTypedCode(quoted.text, true) } }),
    ...(gesture?.kind === 'edit' ? { gesture: { ...gesture, text: maskTypedCode(gesture.text, true) } } : {}),
  };
}

function judgeTypedCode(
  message: InboundMessage,
  { digits }: TypedCode,
  { arrival, factor, parts }: ArrivalContext,
): CodeCheck {
  const { rows, file, clock } = parts;
  if (message.forwarded === true) return 'uncounted';
  // The program ended between the arrival and this: what it had stored of the message has no code any more.
  if (digits === undefined && message.text.includes('*')) return 'lost';
  const result = judgeCode(arrival.person.phone, digits ?? '', factor, { rows, file, nowMs: clock.nowMs() });
  if (result === 'wrong') parts.warn(message, arrival);
  return result;
}

export type JudgedCode = Exclude<CodeCheck, 'lost' | 'uncounted'>;

/**
 * Judges a code that this person typed anywhere. A wrong one is counted and makes the next one wait, a right one of an
 * app is used up. Inside a transaction, so that two at once are two tries.
 */
export function judgeCode(
  person: string,
  digits: string,
  factor: Factor,
  { rows, file, nowMs }: { rows: LockLookup & CodeTries; file: Pick<FactorFile, 'read'>; nowMs: number },
): JudgedCode {
  if (waitLeft(rows.findPerson(person), nowMs) > 0) return 'too-soon';
  const stored = file.read();
  if (stored === undefined || stored.kind !== factor.kind) return 'unusable';
  const result = checkCode(digits, stored, { nowMs, usedStep: factor.usedStep });
  if (result.kind === 'wrong') rows.addWrong(person, nowMs);
  if (result.kind === 'right') {
    rows.clearWrong(person);
    if (result.step !== undefined) rows.useStep(result.step);
  }
  return result.kind;
}

type CodeResult =
  /** `step`: only of an app's code. */
  { readonly kind: 'right'; readonly step: number | undefined } | { readonly kind: 'wrong' | 'used' };

interface CodeCheckContext {
  readonly nowMs: number;
  /** The last time step whose code was used: neither it nor an earlier one counts again. */
  readonly usedStep: number | undefined;
}

/** Compares a code with what is stored. It knows nothing of who sent it, or how often. */
export function checkCode(
  typed: string,
  factor: StoredFactor,
  { nowMs, usedStep }: CodeCheckContext,
): CodeResult {
  switch (factor.kind) {
    case 'pin':
      return isPin(typed, factor) ? { kind: 'right', step: undefined } : { kind: 'wrong' };
    case 'totp': {
      const step = stepOf(typed, factor, nowMs);
      if (step === undefined) return { kind: 'wrong' };
      // With the clock set back, the codes of that time are those that somebody may have seen.
      return usedStep !== undefined && step <= usedStep ? { kind: 'used' } : { kind: 'right', step };
    }
    default:
      return unreachable(factor);
  }
}
