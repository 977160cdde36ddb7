import type { Clock } from '../../base/clock.ts';
import type { ConversationId, InstanceId } from '../../base/ids.ts';
import type { Locale } from '../../base/texts/texts.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { SeenCommands } from '../../contracts/command-files.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { CronId } from '../../contracts/crons.ts';
import type { InboxRow, Store } from '../../contracts/store.ts';
import type { Tracer } from '../../contracts/trace.ts';
import type { After } from '../crons/parts.ts';
import type { MessageBatch } from '../incoming/message-batches.ts';
import type { Postbox } from '../outgoing/postbox.ts';
import type { Runner } from '../runner.ts';
import type { JobWorker } from '../workers/job-worker.ts';
import type { SecretaryWorker } from '../workers/secretary-worker.ts';
import type { UndoWorker } from '../workers/undo-worker.ts';
import type { WorkspaceWorker } from '../workers/workspace-worker.ts';
import type { WorktreeWorker } from '../workers/worktree-worker.ts';

export interface CronPorts {
  runNow(id: CronId, seq: number): After;
  /** Looks at once what is due, and when the next is. */
  wake(): void;
}

export interface CarryOutParts {
  readonly store: Store;
  readonly postbox: Postbox;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly runner: Runner;
  readonly undo: Pick<UndoWorker, 'begin' | 'answered'>;
  readonly apart: Pick<WorktreeWorker, 'takeUp'>;
  readonly crons: CronPorts;
  readonly making: Pick<WorkspaceWorker, 'begin' | 'cancel'>;
  readonly jobs: Pick<JobWorker, 'begin' | 'drop'>;
  readonly secretary: Pick<SecretaryWorker, 'begin' | 'drop'>;
  readonly program: ProgramFacts;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly tracer: Tracer;
}

/** The message that caused the actions. */
export interface Cause {
  /** The batch as one message. */
  readonly row: InboxRow;
  readonly batch: MessageBatch;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  /** Command files that the message may mean; undefined: nobody has looked. */
  readonly seen?: SeenCommands;
}
