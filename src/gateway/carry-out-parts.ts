import type { Channel } from '../contracts/channel.ts';
import type { CommandLookup, FeatureAction, ProgramFacts } from '../contracts/commands.ts';
import type { AfterCommit, Feature } from '../contracts/feature.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { FlushControl, InboxRow, Store, TaskStores } from '../contracts/store.ts';
import type { Tracer } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { ConversationId, InstanceId } from '../core/ids.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { MessageBatch } from './incoming/message-batches.ts';
import type { Outbox } from './outgoing/outbox.ts';
import type { Runner } from './runner.ts';

export interface CarryOutParts {
  readonly store: FlushControl &
    TaskStores &
    Pick<Store, 'approvals' | 'chosenWorkspaces' | 'grants' | 'inbox' | 'instances' | 'outbox'>;
  readonly outbox: Outbox;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly runner: Runner;
  readonly program: ProgramFacts;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly tracer: Tracer;
  readonly features: readonly Feature[];
  /** Carries out an action of a feature, inside the message's transaction. */
  applyFeature(action: FeatureAction): readonly AfterCommit[];
  /** A session was begun by the message, in its transaction. */
  began(session: SessionRecord): void;
}

/** The message that caused the actions. */
export interface HandledMessage {
  /** The batch as one message. */
  readonly row: InboxRow;
  readonly batch: MessageBatch;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  /** Undefined when nothing was looked up or nothing was found. */
  readonly found?: CommandLookup | undefined;
}
