import type { OutboxRow, Store } from '../../contracts/store.ts';
import { pollIdOf, questionIdOf } from '../../core/ids.ts';
import { shorten } from '../../core/text.ts';
import type { QuietTexts } from './texts/texts.ts';

/** The fate of the messages that waited in a chat. */
export interface MorningPlan {
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
export function newsIn(held: readonly OutboxRow[]): readonly OutboxRow[] {
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
