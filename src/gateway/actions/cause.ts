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
import type { Burst } from '../incoming/message-batches.ts';
import type { Postbox } from '../outgoing/postbox.ts';
import type { Runner } from '../runner.ts';
import type { JobDesk } from '../workers/job-worker.ts';
import type { SecretaryDesk } from '../workers/secretary-worker.ts';
import type { UndoDesk } from '../workers/undo-worker.ts';
import type { WorkspaceDesk } from '../workers/workspace-worker.ts';
import type { WorktreeDesk } from '../workers/worktree-worker.ts';

export interface CronHands {
  runNow(id: CronId, seq: number): After;
  /** Looks at once what is due, and when the next is. */
  wake(): void;
}

export interface CarryOutParts {
  readonly store: Store;
  readonly postbox: Postbox;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly runner: Runner;
  readonly undo: Pick<UndoDesk, 'begin' | 'answered'>;
  readonly apart: Pick<WorktreeDesk, 'takeUp'>;
  readonly crons: CronHands;
  readonly making: Pick<WorkspaceDesk, 'begin' | 'cancel'>;
  readonly jobs: Pick<JobDesk, 'begin' | 'drop'>;
  readonly secretary: Pick<SecretaryDesk, 'begin' | 'drop'>;
  readonly program: ProgramFacts;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly tracer: Tracer;
}

/** The message that caused the actions. */
export interface Cause {
  /** The burst as one message. */
  readonly row: InboxRow;
  readonly burst: Burst;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  /** Command files that the message may mean; undefined: nobody has looked. */
  readonly seen?: SeenCommands;
}
