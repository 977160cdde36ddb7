import * as z from 'zod';
import type { CallId, ConversationId, InstanceId, SessionId } from '../core/ids.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { Assignment, Terms } from './assignment.ts';

/** `agent`: may change things when writing is enabled. `talk`: a read-only conversation about the workspace. */
export type SessionMode = 'agent' | 'talk';

/**
 * - `queued`: waits for its turn in its folder. - `running`: a worker has it.
 * - `waiting`: for a person's answer; holds no worker. - `paused`: continues by itself at `wakeAtMs`.
 * - `parked`: stopped by a guard or a fault; `/agent-resume` continues it. - `done`, `failed`, `cancelled`: ended;
 *    they can be resumed too.
 */
export type SessionStatus =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'parked'
  | 'done'
  | 'failed'
  | 'cancelled';

/** States in which nothing happens until a person acts. */
export const AT_REST: readonly SessionStatus[] = ['parked', 'done', 'failed', 'cancelled'];

/** One task or talk: its rows `sessions` and `session_texts`, put in order by what belongs together. */
export interface SessionRecord {
  readonly id: SessionId;
  readonly conversation: ConversationId;
  /** The person who started it; only this sender may answer its approvals. */
  readonly owner: string;
  /** The run of the program that works on it. */
  readonly instance: InstanceId;
  /** `#2`: its name among the tasks of the conversation; 0 for a talk. A free number is given again. */
  readonly number: number;
  readonly mode: SessionMode;
  readonly task: string;
  readonly locale: Locale;
  /** Canonical path of its folder; it never changes. */
  readonly workspace: string;
  /**
   * Canonical path of the workspace as a person knows it: the same, unless the session works in a worktree of it.
   */
  readonly project: string;
  /** Undefined without an assignment, and until the first run. */
  readonly terms?: Terms | undefined;
  readonly origin: SessionOrigin;
  readonly prompt: SessionPrompt;
  readonly state: SessionState;
  readonly usage: SessionUsage;
}

/** How a session began. */
export interface SessionOrigin {
  readonly createdAtMs: number;
  /** Id of the person's message that started it, or had it continue. */
  readonly sourceMessageId: string;
  /** Name of the schedule that began it; undefined when a person's message did. */
  readonly scheduledAs?: string | undefined;
  /** See `Assignment`; undefined when it began with a person's words alone. */
  readonly assignment?: Assignment | undefined;
}

/** What every request of a session to the model begins with. */
export interface SessionPrompt {
  readonly model: string;
  /** Frozen at the start; undefined until the first run. */
  readonly system: string | undefined;
  /** JSON of the tool list, frozen at the start. */
  readonly tools: string | undefined;
}

/** Whether a session works, waits or has ended. */
export interface SessionState {
  readonly status: SessionStatus;
  /** Why it is parked, failed or cancelled: a key of the text catalogue's outcome sentences. */
  readonly reason: string | undefined;
  /** Set by `/cancel`; honoured at the next step. */
  readonly cancelRequested: boolean;
  /** When a paused session continues. */
  readonly wakeAtMs: number | undefined;
  /** Waits for an unavailable model since its last reply; undefined = none. */
  readonly outageWaits?: number | undefined;
  /** Time of the last change to anything in the record. */
  readonly updatedAtMs: number;
  readonly endedAtMs: number | undefined;
}

/** The rounds, time, money and tokens of a session: what its limits are compared with. */
export interface SessionUsage {
  /** Rounds finished since the session began; a reply that closed a run does not count. */
  readonly round: number;
  /** Value of `round` when the present run began. */
  readonly runStartRound: number;
  /** Active time of the present run, in milliseconds, without waiting. */
  readonly activeMs: number;
  /** The same for all earlier runs. */
  readonly earlierActiveMs: number;
  readonly costMicroUsd: number;
  /** False when the model has no known price: the cost is then unknown and tokens are capped. */
  readonly costKnown: boolean;
  readonly tokens: number;
  /** Money granted by the owner on top of the cap, in millionths of a dollar. */
  readonly extraMicroUsd: number;
}

/** How a run ended. Every kind leaves a session that can be resumed, and a text for the person. */
export type Outcome =
  /** The model ended its turn: `text` is its closing words. */
  | { readonly kind: 'done'; readonly text: string }
  /** A person is needed; the question is stored and on its way. */
  | { readonly kind: 'waiting'; readonly approvalId: string }
  /** Continues by itself; `why`: the reason why the model cannot be asked now. */
  | {
      readonly kind: 'paused';
      readonly untilMs: number;
      readonly why: Outage;
      readonly detail: string;
    }
  | { readonly kind: 'cancelled' }
  /** The program is shutting down: the session stays `running` in the rows and continues at the next start. */
  | { readonly kind: 'suspended' }
  | { readonly kind: 'parked'; readonly reason: ParkReason; readonly detail: string; readonly text: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** Faults that pass by themselves. */
export type Outage = 'busy' | 'unreachable' | 'silent';

export type ParkReason =
  | 'rounds'
  /** The last round budget brought no progress. */
  | 'no-progress'
  | 'money'
  | 'daily-money'
  | 'tokens'
  | 'time'
  | 'loop'
  | 'malformed'
  | 'empty'
  | 'cut-off'
  | 'refused'
  | 'too-long'
  | 'key'
  | 'request'
  | 'busy'
  | 'unreachable'
  | 'silent'
  | 'unanswered'
  /** It was taken back to an earlier round, and waits for words to go on with. */
  | 'rewound'
  /** The folder of its project is missing, or a link by now. */
  | 'project-gone'
  /** Why a worktree could not be made: nothing to make it from, its branch is in use, or something else. */
  | 'no-commit'
  | 'branch-taken'
  | 'no-copy'
  /** The worktree of a dry run was discarded. */
  | 'copy-gone';

/** Reason of a session that the model calls done although its records do not show it. */
export const UNPROVEN = 'unproven';
/** The same, where nothing but a test is missing. */
export const UNTESTED = 'untested';
export const DOUBTED: readonly (string | undefined)[] = [UNPROVEN, UNTESTED];

/**
 * `tool` of the question at a session's cost cap. Yes (`once`) is one more dollar, `finish` one closing reply without
 * tools, no the end.
 */
export const MONEY_QUESTION = 'money_limit';
/** Replaces the call in that question, which belongs to none; a session has one such question at a time. */
export const MONEY_CALL = MONEY_QUESTION as CallId;
/** What a yes adds to the cap, in millionths of a dollar. */
export const MONEY_STEP_MICRO_USD = 1_000_000;

export interface RunLimits {
  /** Rounds of one round budget. */
  readonly maxRounds: number;
  /** True when the next round budget begins by itself while the task advances. */
  readonly continuesByItself: boolean;
  /** Active time of one run, in milliseconds. */
  readonly sessionTimeoutMs: number;
  /** Per session; undefined = no cap. */
  readonly maxCostMicroUsd: number | undefined;
  /** Per person and day (UTC); undefined = no cap. */
  readonly dailyCostMicroUsd: number | undefined;
  /** Cap for a model without a price, input and output together. */
  readonly maxTokensUnpriced: number;
  /** Working window of a session in tokens: at 60 % of it the older part of the history is compacted. */
  readonly contextTokens: number;
  /** For an unavailable model: the waits of a session, the last one repeated, and their sum at most. */
  readonly outage: { readonly waitsMs: readonly number[]; readonly longestMs: number };
}

/** Price in millionths of a dollar per million tokens, so that whole numbers are exact. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Price of the one-hour cache. */
  readonly cacheWriteHour: number;
}

/** The fields of a session's record that are to change, each in its part; all others stay as they are. */
export interface RecordChange
  extends Partial<Pick<SessionRecord, 'instance' | 'number' | 'task' | 'locale' | 'workspace' | 'terms'>> {
  readonly origin?: Partial<Pick<SessionOrigin, 'sourceMessageId' | 'assignment'>>;
  readonly prompt?: Partial<SessionPrompt>;
  readonly state?: Partial<Omit<SessionState, 'updatedAtMs'>>;
  readonly usage?: Partial<SessionUsage>;
}

/** A change as it is stored; `atMs` becomes `updatedAtMs`. */
export interface SessionChange extends RecordChange {
  readonly atMs: number;
}

/** The record, or an earlier change, with this change in it. */
export function withChange<Before extends RecordChange>(before: Before, change: RecordChange): Before {
  const { origin, prompt, state, usage, ...own } = change;
  return {
    ...before,
    ...own,
    origin: { ...before.origin, ...origin },
    prompt: { ...before.prompt, ...prompt },
    state: { ...before.state, ...state },
    usage: { ...before.usage, ...usage },
  };
}

export const StepStatus = z.enum(['pending', 'in_progress', 'done', 'failed', 'skipped']);
export type StepStatus = z.infer<typeof StepStatus>;

/** The checklist of one session: 1 to 30 steps. */
export const TaskPlan = z.object({
  steps: z
    .array(
      z.object({
        title: z.string().min(1).max(200),
        status: StepStatus,
        note: z.string().max(300).optional(),
      }),
    )
    .min(1)
    .max(30),
});
export type TaskPlan = z.infer<typeof TaskPlan>;
