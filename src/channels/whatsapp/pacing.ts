import * as z from 'zod';
import type { OutboundBody } from '../../contracts/channel.ts';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, HOUR_MS, MINUTE_MS, steadyNow } from '../../core/clock.ts';
import { noteRow, readNote } from './account-rows.ts';
import { readBinaryJson } from './binary-json.ts';

/** WhatsApp blocks numbers that write more than people do. Its limits are not published; these are guesses. */
export interface PacingLimits {
  /** Distance between two unasked messages to one chat, give or take 40 %. */
  readonly chatDistanceMs: number;
  /** Messages of the account within a minute. */
  readonly perMinute: number;
  /** Limit for messages that no person has just asked for: the rest of a minute is kept for answers. */
  readonly unaskedPerMinute: number;
  readonly unaskedPerHour: number;
}

/** A time in which an account may not start conversations. */
export interface FirstContactLock {
  readonly isActive: boolean;
  /** Undefined when the server did not say. */
  readonly untilMs: number | undefined;
}

interface PacingParts {
  /** When undefined, only the server's own limits count. */
  readonly limits: PacingLimits | undefined;
  readonly clock: Clock;
  /** From 0 up to 1. */
  random(): number;
  readonly memory: PacingMemory;
}

/** How soon a message asks again whether the link is back. */
export const WITHOUT_LINK_MS = 1000;

/** A person who writes is answered at once, with so many messages, and for so long. */
const ANSWERS = 4;
const ANSWER_WITHIN_MS = 2 * MINUTE_MS;
const SPREAD = 0.4;
/**
 * Pause after the server reported too many messages (429): twice as long each time, until it has accepted messages
 * for a while.
 */
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 10 * MINUTE_MS;
const CONTENT_AFTER_MS = 30 * MINUTE_MS;
/** How long a lock without a given end lasts. */
const UNKNOWN_LOCK_MS = HOUR_MS;
/** How many chats are remembered; beyond that, those without pending limits are dropped. */
const MAX_CHATS = 500;

interface ChatPace {
  answersLeft: number;
  answersUntilMs: number;
  /** When the next unasked message may be sent. */
  nextMs: number;
}

/**
 * Decides when a message may be sent. Answers to a person who has just written go first and at once; other messages
 * keep a distance within a chat and their share of the account's limit. Edits and reactions do not count: edits keep
 * their own interval, and reactions are not messages. Nothing is sent or stored here: the caller asks again when the
 * time has come.
 */
export class Pacing {
  readonly #parts: PacingParts;
  readonly #nowMs: () => number;
  readonly #chats = new Map<string, ChatPace>();
  /** Send times within the last minute, and of unasked messages within the last hour. */
  #sentMs: number[] = [];
  #unaskedMs: number[] = [];
  #restUntilMs = 0;
  #restMs = 0;
  #lockedUntilMs = 0;

  constructor(parts: PacingParts) {
    this.#parts = parts;
    this.#nowMs = steadyNow(parts.clock);
  }

  /** 0 when it may be sent now, and is counted. Otherwise the milliseconds after which to ask again. */
  take(chat: string, kind: OutboundBody['kind']): number {
    const nowMs = this.#nowMs();
    const restMs = this.#restUntilMs - nowMs;
    if (restMs > 0) return restMs;
    if (kind === 'edit' || kind === 'reaction' || kind === 'delete') return 0;
    const pace = this.#paceOf(chat, nowMs);
    const isAnswer = pace.answersLeft > 0 && nowMs < pace.answersUntilMs;
    const waitMs = Math.max(this.#accountWaitMs(nowMs), isAnswer ? 0 : this.#unaskedWaitMs(pace, nowMs));
    if (waitMs > 0) return waitMs;
    this.#count(pace, { nowMs, isAnswer });
    return 0;
  }

  /** A person wrote, voted or reacted in this chat: messages to them now are answers. */
  noteHeard(chat: string): void {
    const nowMs = this.#nowMs();
    const pace = this.#paceOf(chat, nowMs);
    pace.answersLeft = ANSWERS;
    pace.answersUntilMs = nowMs + ANSWER_WITHIN_MS;
    if (nowMs < this.#lockedUntilMs) this.#parts.memory.keepHeard(chat, pace.answersUntilMs);
  }

  /** The server refused a message with this code. */
  noteRefusal(code: string): void {
    const nowMs = this.#nowMs();
    if (code === '463') this.#lock(Math.max(this.#lockedUntilMs, nowMs + UNKNOWN_LOCK_MS));
    if (code !== '429') return;
    const isContent = nowMs > this.#restUntilMs + CONTENT_AFTER_MS;
    this.#restMs = isContent ? FIRST_REST_MS : Math.min(2 * this.#restMs, MAX_REST_MS);
    this.#restUntilMs = nowMs + this.#restMs;
  }

  /** The server reports whether this account may write first, and when again. */
  setLock({ isActive, untilMs }: FirstContactLock): void {
    this.#lock(isActive ? (untilMs ?? this.#nowMs() + UNKNOWN_LOCK_MS) : 0);
  }

  /** Restores the state of an earlier program. */
  recall(): void {
    this.#lockedUntilMs = this.#parts.memory.lockedUntilMs();
  }

  #lock(untilMs: number): void {
    if (untilMs === this.#lockedUntilMs) return;
    this.#lockedUntilMs = untilMs;
    const { memory } = this.#parts;
    memory.keepLock(untilMs);
    if (untilMs === 0) return;
    for (const [chat, { answersUntilMs }] of this.#chats)
      if (answersUntilMs > this.#nowMs()) memory.keepHeard(chat, answersUntilMs);
  }

  #accountWaitMs(nowMs: number): number {
    const { limits } = this.#parts;
    this.#sentMs = this.#sentMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
    return limits === undefined ? 0 : roomIn(this.#sentMs, limits.perMinute, nowMs - MINUTE_MS);
  }

  #unaskedWaitMs({ nextMs }: ChatPace, nowMs: number): number {
    const { limits } = this.#parts;
    this.#unaskedMs = this.#unaskedMs.filter((atMs) => atMs > nowMs - HOUR_MS);
    const lockMs = this.#lockedUntilMs - nowMs;
    if (limits === undefined) return lockMs;
    const lastMinute = this.#unaskedMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
    return Math.max(
      lockMs,
      nextMs - nowMs,
      roomIn(lastMinute, limits.unaskedPerMinute, nowMs - MINUTE_MS),
      roomIn(this.#unaskedMs, limits.unaskedPerHour, nowMs - HOUR_MS),
    );
  }

  #count(pace: ChatPace, { nowMs, isAnswer }: { readonly nowMs: number; readonly isAnswer: boolean }): void {
    const { limits, random } = this.#parts;
    if (isAnswer) pace.answersLeft -= 1;
    if (limits === undefined) return;
    this.#sentMs.push(nowMs);
    if (!isAnswer) this.#unaskedMs.push(nowMs);
    pace.nextMs = nowMs + limits.chatDistanceMs * (1 - SPREAD + 2 * SPREAD * random());
  }

  #paceOf(chat: string, nowMs: number): ChatPace {
    const known = this.#chats.get(chat);
    if (known !== undefined) return known;
    if (this.#chats.size >= MAX_CHATS) {
      for (const [name, { answersUntilMs, nextMs }] of this.#chats)
        if (answersUntilMs <= nowMs && nextMs <= nowMs) this.#chats.delete(name);
    }
    const answersUntilMs = nowMs < this.#lockedUntilMs ? this.#parts.memory.heardUntilMs(chat) : 0;
    const pace = { answersLeft: nowMs < answersUntilMs ? ANSWERS : 0, answersUntilMs, nextMs: 0 };
    this.#chats.set(chat, pace);
    return pace;
  }
}

/** Milliseconds until fewer than `most` of these times, oldest first, are after `sinceMs`. */
function roomIn(timesMs: readonly number[], most: number, sinceMs: number): number {
  const oldestMs = timesMs[timesMs.length - most];
  return oldestMs === undefined ? 0 : oldestMs - sinceMs;
}

/**
 * The state of pacing that must outlive the program: a lock and, during one, who wrote just before; otherwise their
 * answers would wait for the end of the lock. Times in milliseconds since 1970; 0: never.
 */
export interface PacingMemory {
  lockedUntilMs(): number;
  keepLock(untilMs: number): void;
  /** Until when messages to this chat are answers. */
  heardUntilMs(chat: string): number;
  keepHeard(chat: string, untilMs: number): void;
}

const HEARD = 'heard-until';

export function createStoredPacing({
  store,
  account,
  remember,
}: {
  store: Pick<WhatsAppStore, 'auth'>;
  account: string;
  remember(change: KeyChange): void;
}): PacingMemory {
  return {
    lockedUntilMs: () => readNote({ store, account }, 'first-contact-lock') ?? 0,
    keepLock: (untilMs) => remember(noteRow('first-contact-lock', untilMs)),
    heardUntilMs(chat) {
      const text = store.auth.keys(account, HEARD, [chat]).get(chat);
      const read = text === undefined ? undefined : readBinaryJson(text, z.number());
      return read !== undefined && 'value' in read ? read.value : 0;
    },
    keepHeard: (chat, untilMs) => remember({ type: HEARD, id: chat, value: JSON.stringify(untilMs) }),
  };
}
