import type { Action } from '../../contracts/commands.ts';
import type { Usage } from '../../contracts/model.ts';
import type { ConversationId, Id, InstanceId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';

/** Short enough to type on a phone. */
export type JobId = Id<'job'>;

/** Where its tasks come from: a request that a model turns into tasks, or a saved graph. */
export type JobSource = 'request' | 'saved';

/** A job from a chat: planned, shown, and run when the person says so. */
export interface JobRecord {
  readonly id: JobId;
  readonly conversation: ConversationId;
  readonly owner: string;
  readonly locale: Locale;
  /** Canonical path of the project in which it was requested. */
  readonly workspace: string;
  readonly source: JobSource;
  /** The request, or the name or path of the graph. */
  readonly request: string;
  /** `planned`: shown, and not run yet. `started`: its session has the state. */
  readonly state: 'planning' | 'planned' | 'refused' | 'cancelled' | 'started';
  /** Undefined until it is planned. */
  readonly plan: ShownPlan | undefined;
  /** Outputs of the tasks that were done before `session` began, as JSON by task. */
  readonly outputs: string | undefined;
  /** Its latest session. */
  readonly session: SessionId | undefined;
  /** Id of the message with its plan. */
  readonly messageId: string;
  /** What planning cost, in millionths of a dollar. */
  readonly costMicroUsd: number;
  readonly createdAtMs: number;
}

/** A plan as its person was shown it: only this one may be run. */
export interface ShownPlan {
  /** As JSON. */
  readonly text: string;
  readonly hash: string;
  readonly atMs: number;
}

export type NewJob = Pick<
  JobRecord,
  'conversation' | 'owner' | 'locale' | 'workspace' | 'source' | 'request' | 'messageId' | 'createdAtMs'
> & { readonly instance: InstanceId };

export interface JobStore {
  /** Returns its id. */
  add(job: NewJob): JobId;
  get(id: string): JobRecord | undefined;
  /** The job whose plan is in this message. */
  findByMessage(conversation: ConversationId, messageId: string): JobRecord | undefined;
  /** Newest first. */
  listOfChat(conversation: ConversationId, most: number): readonly JobRecord[];
  /** Jobs of this person in all chats; undefined: everybody's. Newest first. */
  listOfPerson(owner: string | undefined, most: number): readonly JobRecord[];
  /** Jobs of this program that are being planned. */
  listUnfinished(instance: InstanceId): readonly JobRecord[];
  addCost(id: JobId, microUsd: number): void;
  /** False when it is no longer being planned; the same for the next three. */
  setPlan(id: JobId, plan: ShownPlan): boolean;
  refuse(id: JobId): boolean;
  /** Only a job that has not been run can be cancelled. */
  cancel(id: JobId): boolean;
  /** Begins a planned job, or one that is over: it is run again with the outputs of what was done. */
  begin(id: JobId, session: SessionId, outputs: string | undefined): boolean;
  /** Removes up to `most` that were requested before then and do not run; returns how many. */
  forget(beforeMs: number, most: number): number;
}

export interface PlanRequest {
  readonly job: Pick<JobRecord, 'id' | 'source' | 'request' | 'locale' | 'workspace'>;
  readonly signal: AbortSignal;
  /** Called before each question to the model; false when the day's money is spent. */
  mayAsk(): boolean;
  /** After each answer. */
  onAsked(spent: { readonly usage: Usage; readonly microUsd: number }): void;
}

/** `refused`: why, as a sentence for the person. `stopped`: the signal aborted, or the day's money is spent. */
export type PlannedJob =
  | { readonly kind: 'plan'; readonly plan: string; readonly hash: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** Makes the plan of a job; runs nothing. */
export type PlanJob = (request: PlanRequest) => Promise<PlannedJob>;

/** What the commands and answers of jobs decide. */
export type JobAction =
  /** Has a job planned, and the plan shown. */
  | { readonly kind: 'jobs.plan'; readonly source: JobSource; readonly request: string }
  /** Gives up a job that is being planned or was not run yet. */
  | { readonly kind: 'jobs.cancel'; readonly job: JobId };

/** Where `/job` finds the jobs that it is about. */
export interface JobSources {
  readonly rows: JobStore;
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

export type JobAnswer = Action | JobAction;
