import type { Machines } from '../../../cluster/machines.ts';
import type { ScheduledMark } from '../../../contracts/channel.ts';
import type { Action, ProgramFacts } from '../../../contracts/commands.ts';
import type { AfterCommit } from '../../../contracts/feature.ts';
import type { InboxRow, Store, Transactions } from '../../../contracts/store.ts';
import type { Tracer } from '../../../contracts/trace.ts';
import { type Clock, DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '../../../core/clock.ts';
import { type ConversationId, type InstanceId, type SessionId, unseenMessageId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { type Locale, type Texts, texts } from '../../../core/texts/texts.ts';
import { addressOf } from '../../../gateway/conversation.ts';
import { localeHere } from '../../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';
import type { AccessCheck } from '../../../gateway/people/access.ts';
import type { CronFiring, CronId, CronRecord, CronRun, CronStore } from '../cron.ts';
import { beginsTask, parseCronAction } from '../schedule/plan-cron.ts';
import type { ScheduleReader } from '../schedule/read-schedule.ts';
import { type CronTexts, cronTexts } from '../texts/texts.ts';

export interface CronParts {
  readonly rows: CronFiring & Pick<CronStore, 'get' | 'pause'>;
  readonly store: Transactions & Pick<Store, 'conversations' | 'inbox' | 'sessions' | 'spending'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly accessCheck: AccessCheck;
  readonly program: Pick<ProgramFacts, 'limits'>;
  readonly locale: Locale | undefined;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Pick<Tracer, 'noteCronFire'>;
  readonly scheduleOf: ScheduleReader;
  /** Missing when no other machine has these crons. */
  readonly machines?: Pick<Machines, 'claimRuns' | 'onArrival'> | undefined;
  /** True when no more messages may wait in this conversation. */
  isFull(conversation: ConversationId): boolean;
  /** Handles stored messages. */
  handIn(rows: readonly InboxRow[]): void;
}

export type AfterCommits = readonly AfterCommit[];

export function textsFor(
  conversation: ConversationId,
  { locale, store }: Pick<CronParts, 'locale' | 'store'>,
): Texts {
  return texts(localeHere(conversation, locale, store.conversations));
}

/** What became of a run: one span, in the trace of the task that came of it, if any. */
export function traceFire(
  { id, schedule, kind }: Pick<CronRecord, 'id' | 'schedule' | 'kind'>,
  fire: { readonly dueMs: number; readonly outcome: string; readonly session?: SessionId | undefined },
  tracer: Pick<Tracer, 'noteCronFire'>,
): void {
  tracer.noteCronFire({ id: String(id), schedule, kind, ...fire });
}

interface FiringResult {
  /** Undefined when this very run exists already, because the clock was set back meanwhile. */
  readonly run: CronRun | undefined;
  readonly after: AfterCommits;
}

type DueRun = Pick<CronRun, 'key' | 'nominalMs'> & { readonly lateMs: number };

/**
 * Inside a transaction: says the cron's words in the chat, or writes a message in its maker's name that begins a task.
 */
export function fireCron(cron: CronRecord, firing: DueRun, parts: CronParts): FiringResult {
  const { key, nominalMs, lateMs } = firing;
  const { id, name, message } = cron;
  const action = parseCronAction(message);
  const isTask = beginsTask(action);
  const facts = { cron: id, name, nominal: isoTime(nominalMs) };
  const notify = () =>
    parts.log.info('cron.fired', {
      ...facts,
      what: isTask ? 'task' : action.kind,
      late_s: Math.round(lateMs / 1000),
    });
  const run = { key, nominalMs, atMs: parts.clock.nowMs(), session: undefined };
  if (!isTask) {
    sendCronMessage(cron, firing, parts);
    const trace = () => traceFire(cron, { dueMs: nominalMs, outcome: 'sent' }, parts.tracer);
    return { run: { ...run, outcome: 'sent' }, after: [notify, trace] };
  }
  const row = storeCronMessage(cron, firing, parts);
  if (row === undefined) return { run: undefined, after: [] };
  return { run: { ...run, outcome: 'pending' }, after: [notify, () => parts.handIn([row])] };
}

function sendCronMessage(
  { name, conversation, message }: CronRecord,
  { key, lateMs }: DueRun,
  parts: CronParts,
): void {
  const label = cronLabel({ name, lateMs }, textsFor(conversation, parts));
  parts.outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text: `${label}\n${message}` } });
}

/** Stores the message; from here on it is handled like everything that this person writes. */
function storeCronMessage(
  { id, name, conversation, sender, inGroup, workspace, message }: CronRecord,
  { key, nominalMs, lateMs }: DueRun,
  { store, instance, clock }: CronParts,
) {
  const { channel, chat } = addressOf(conversation);
  const atMs = clock.nowMs();
  const written = {
    account: CRON_ACCOUNT,
    chat,
    sender,
    id: key,
    text: message,
    sentAtMs: atMs,
    scheduled: { id, name, nominalMs, lateMs, workspace },
    ...groupOf(inGroup),
  };
  return store.inbox.accept({ channel, message: written, instance, atMs });
}

/** In a group the message counts as addressed to the program. */
export function groupOf(inGroup: boolean): { readonly group?: { readonly addressed: true } } {
  return inGroup ? { group: { addressed: true } } : {};
}

/** `⏰ cron kd`, and how late it is. */
export function cronLabel({ name, lateMs }: Pick<ScheduledMark, 'name' | 'lateMs'>, texts: Texts): string {
  const { fired } = cronTexts(texts);
  const label = texts.fired.label(name);
  return lateMs === 0 ? label : `${label} · ${fired.late(formatRoughly(lateMs, fired))}`;
}

/** In the largest unit that gives at least one; hours up to two days. */
function formatRoughly(ms: number, { minutes, hours, days }: CronTexts['fired']): string {
  if (ms < HOUR_MS) return minutes(Math.max(1, Math.round(ms / MINUTE_MS)));
  return ms < 2 * DAY_MS ? hours(Math.round(ms / HOUR_MS)) : days(Math.round(ms / DAY_MS));
}

/**
 * Marks a reply to a cron as such, because no person has just written anything. A card names the cron itself, but not
 * its delay.
 */
export function labelCronReplies(
  actions: readonly Action[],
  mark: ScheduledMark | undefined,
  texts: Texts,
): readonly Action[] {
  if (mark === undefined) return actions;
  return actions.map((action) => {
    if (action.kind !== 'reply') return action;
    const text = `${cronLabel(mark, texts)}\n${action.text}`;
    return action.instead === undefined || mark.lateMs > 0 ? { kind: 'reply', text } : { ...action, text };
  });
}

/** The account of messages that crons write. No channel has one of this name, so no other message has their ids. */
export const CRON_ACCOUNT = 'cron';

/** The run at `nominalMs`. It exists once, in whichever table it is a key. */
export function cronKey(id: CronId, nominalMs: number): string {
  return unseenMessageId(`${id}:${nominalMs}`);
}

/** A run that a person wanted with the message `seq`. */
export function cronKeyNow(id: CronId, seq: number): string {
  return unseenMessageId(`${id}:now:${seq}`);
}
