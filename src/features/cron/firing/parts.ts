import type { Machines } from '../../../cluster/machines.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { AfterCommit } from '../../../contracts/feature.ts';
import type { InboxRow, Store, Transactions } from '../../../contracts/store.ts';
import type { Tracer } from '../../../contracts/trace.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ConversationId, InstanceId, SessionId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { type Locale, type Texts, texts } from '../../../core/texts/texts.ts';
import { localeHere } from '../../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';
import type { AccessCheck } from '../../../gateway/people/access.ts';
import type { CronFiring, CronRecord, CronStore } from '../cron.ts';
import type { ScheduleReader } from '../schedule/read-schedule.ts';

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
