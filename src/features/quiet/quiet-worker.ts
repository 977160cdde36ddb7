import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { HeldMessages, OutboxRow, Store, Transactions } from '../../contracts/store.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, type InstanceId, pollIdOf, questionIdOf } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { shorten } from '../../core/text.ts';
import { texts } from '../../core/texts/texts.ts';
import { repeatUntilAborted } from '../../core/waiting.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import type { Settings } from '../../settings/settings.ts';
import type { QuietTimes } from './quiet-times.ts';
import { type QuietTexts, quietTexts } from './texts/texts.ts';

/** How often it is checked whether the night is over. */
const TICK_MS = 20 * SECOND_MS;

export interface QuietWorkerParts {
  readonly store: Transactions &
    Pick<Store, 'approvals' | 'conversations'> & { readonly outbox: HeldMessages };
  readonly outgoing: Pick<OutgoingMessages, 'nudge' | 'outbox'>;
  readonly times: Pick<QuietTimes, 'isQuiet'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<Settings, 'locale'>;
  /** True when messages wait there for another reason as well. */
  isLocked(conversation: ConversationId): boolean;
}

/** Sends in the morning what came in the night. It is read from rows, so any program that runs then can send it. */
export class QuietWorker {
  readonly #parts: QuietWorkerParts;

  constructor(parts: QuietWorkerParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    const onError = (error: unknown): void => log.error('quiet.failed', { error: messageOf(error) });
    await repeatUntilAborted(async () => this.notifyDue(), { everyMs: TICK_MS, clock, signal, onError });
  }

  notifyDue(): void {
    const { store, outgoing, times, instance, isLocked } = this.#parts;
    const due = store.outbox
      .listHeldChats(instance)
      .filter((conversation) => !times.isQuiet(conversation) && !isLocked(conversation));
    if (due.length === 0) return;
    for (const conversation of due) store.atomically(() => this.#notify(conversation));
    outgoing.nudge();
  }

  /** One commit: after it the summary is on its way; before it, the messages wait. */
  #notify(conversation: ConversationId): void {
    const { store, outgoing, instance, clock, settings } = this.#parts;
    const held = store.outbox.listHeld(conversation, instance);
    const words = quietTexts(texts(localeHere(conversation, settings.locale, store.conversations)));
    const { release, replace, summary } = planMorning(held, store, words.morning);
    for (const { seq } of replace) store.outbox.markReplaced(seq, clock.nowMs());
    if (summary !== undefined) {
      const key = `quiet-summary:${conversation}:${held.at(-1)?.seq}`;
      outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text: summary } });
    }
    store.outbox.release(release.map(({ seq }) => seq));
  }
}

/** The fate of the messages that waited in a chat. */
interface MorningPlan {
  /** Sent as they are: open questions, and a single message. */
  readonly release: readonly OutboxRow[];
  /** Not sent, because the summary contains them, or because they have become pointless. */
  readonly replace: readonly OutboxRow[];
  /** Undefined when no news is left. */
  readonly summary: string | undefined;
}

const QUESTION = /^(?:ask|pull-ask|follow-up|routing|job-plan):/;
/**
 * Keys that are no news in the morning: reminders, whose question is sent again, and replies that a scheduled task has
 * begun.
 */
const PASSED = /^(?:remind|reply):/;
/** In UTF-16 code units: two lines on a phone. */
const MAX_LINE = 100;
/** More lines than that are counted. */
const MAX_LINES = 20;

/** One message for all of the news, and behind it each question that is still open, as it was asked. */
export function planMorning(
  held: readonly OutboxRow[],
  { approvals }: Pick<Store, 'approvals'>,
  words: QuietTexts['morning'],
): MorningPlan {
  const asked = questionsAmong(held);
  const open = asked.filter((row) => {
    const approval = approvals.findByMessage(row.conversation, questionOf(row));
    return approval === undefined || approval.state === 'pending';
  });
  const news = newsIn(held);
  const release = held.filter((row) => open.includes(row) || belongsTo(row, open));
  const [only, ...others] = news;
  // The only message needs no summary.
  if (only !== undefined && others.length === 0 && open.length === 0)
    return { release: [only], replace: held.filter((row) => row !== only), summary: undefined };
  const replace = held.filter((row) => !release.includes(row));
  if (only === undefined) return { release, replace, summary: undefined };
  return { release, replace, summary: summaryOf(news, open, words) };
}

/** The messages that are still news in the morning, and no part of a question. */
function newsIn(held: readonly OutboxRow[]): readonly OutboxRow[] {
  const asked = questionsAmong(held);
  return held.filter((row) => isNews(row) && !asked.includes(row) && !belongsTo(row, asked));
}

/** Questions, including those that only a following poll marks as such. */
function questionsAmong(held: readonly OutboxRow[]): readonly OutboxRow[] {
  const polls = new Set(held.filter(({ body }) => body.kind === 'poll').map(({ id }) => id));
  return held.filter((row) => QUESTION.test(row.key) || polls.has(pollIdOf(row.id)));
}

function summaryOf(
  news: readonly OutboxRow[],
  open: readonly OutboxRow[],
  words: QuietTexts['morning'],
): string {
  const questions = open.filter(
    (row, at) => open.findIndex((one) => questionOf(one) === questionOf(row)) === at,
  );
  const lines = [...news, ...questions].map((row) => `• ${firstLine(row)}`);
  const more = lines.length - MAX_LINES;
  return [
    words.title,
    ...lines.slice(0, MAX_LINES),
    ...(more > 0 ? [words.more(more)] : []),
    questions.length === 0 ? words.details : words.questions(questions.length),
  ].join('\n');
}

/** True for a message in words that is still news in the morning. */
function isNews({ body, ephemeral, key }: OutboxRow): boolean {
  return body.kind === 'text' && !ephemeral && !PASSED.test(key);
}

/** True for the poll of a question, or the diff that it is about. */
function belongsTo({ id, key }: OutboxRow, questions: readonly OutboxRow[]): boolean {
  return questions.some(
    (question) => id === pollIdOf(questionOf(question)) || key.startsWith(`diff:${questionOf(question)}`),
  );
}

/** The id of the question that it asks, also as the first part of a long one. */
function questionOf({ id, key }: OutboxRow): string {
  return /^ask:([^:]+)/.exec(key)?.[1] ?? questionIdOf(id);
}

/** The number of a part, as "(1/2)". */
const PART = /^\(\d+\/\d+\)$/;

function firstLine({ body }: OutboxRow): string {
  const text = 'text' in body && typeof body.text === 'string' ? body.text : '';
  const line = text.split('\n').find((one) => one.trim() !== '' && !PART.test(one.trim())) ?? '';
  return shorten(line.trim(), MAX_LINE);
}

/** How many messages of a night move with a chat: the newest ones. */
const MAX_HELD = 50;
/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const Held = z.array(z.object({ id: z.string(), text: z.string() }));

interface HeldStateParts {
  readonly store: { readonly outbox: HeldMessages };
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

/**
 * Messages that wait for the morning in a chat that moves: the next machine holds them back, and sends them. Questions
 * stay behind: only their task moves, and it is parked.
 */
export function heldState({
  store: { outbox },
  instance,
  clock,
  notify,
}: HeldStateParts): ChatState<z.infer<typeof Held>> {
  const drop = (conversation: ConversationId): void => {
    for (const { seq } of outbox.listHeld(conversation, instance)) outbox.markReplaced(seq, clock.nowMs());
  };
  return {
    name: 'held',
    schema: Held,
    read(conversation) {
      const news = newsIn(outbox.listHeld(conversation, instance)).slice(-MAX_HELD);
      const texts = news.flatMap(({ id, body }) =>
        body.kind === 'text' ? [{ id, text: body.text.replaceAll(ZERO, '') }] : [],
      );
      return texts.length === 0 ? undefined : texts;
    },
    write(conversation, held) {
      // Messages that an earlier stay left are among those that come, or were sent elsewhere.
      drop(conversation);
      for (const { id, text } of held ?? []) notify({ conversation, key: `held:${id}`, text });
    },
    leave: drop,
  };
}
