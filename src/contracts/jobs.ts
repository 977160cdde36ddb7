import type { ConversationId, Id, InstanceId, SessionId } from '../base/ids.ts';
import type { Locale } from '../base/texts/texts.ts';
import type { Usage } from './model.ts';

/** Short enough to type on a phone. */
export type JobId = Id<'job'>;

/** Where its tasks come from: words that a model makes tasks of, or a graph that somebody saved. */
export type JobSource = 'request' | 'saved';

/** A job that somebody asked for in a chat: planned, shown, and run when they say so. */
export interface JobRecord {
  readonly id: JobId;
  readonly conversation: ConversationId;
  readonly owner: string;
  readonly locale: Locale;
  /** Canonical path of the project that it was asked for in. */
  readonly workspace: string;
  readonly source: JobSource;
  /** The words, or the name or path of the graph. */
  readonly request: string;
  /** `planned`: shown, and not run yet. `started`: its session says how it stands. */
  readonly state: 'planning' | 'planned' | 'refused' | 'cancelled' | 'started';
  /** What was shown, as JSON, and its hash; undefined before. */
  readonly plan: string | undefined;
  readonly hash: string | undefined;
  /** Outputs of the tasks that were done before `session` began, as JSON by task. */
  readonly outputs: string | undefined;
  /** The latest one. */
  readonly session: SessionId | undefined;
  /** Id of the message in which its plan is shown. */
  readonly messageId: string;
  /** What planning cost, in millionths of a dollar. */
  readonly costMicroUsd: number;
  readonly createdAtMs: number;
  readonly plannedAtMs: number | undefined;
}

export type NewJob = Pick<
  JobRecord,
  'conversation' | 'owner' | 'locale' | 'workspace' | 'source' | 'request' | 'messageId' | 'createdAtMs'
> & { readonly instance: InstanceId };

export interface JobStore {
  /** Returns its id. */
  add(job: NewJob): JobId;
  get(id: string): JobRecord | undefined;
  /** The one whose plan this message shows. */
  ofMessage(conversation: ConversationId, messageId: string): JobRecord | undefined;
  /** Newest first. */
  ofConversation(conversation: ConversationId, most: number): readonly JobRecord[];
  /** Those of this program that are being planned. */
  unfinished(instance: InstanceId): readonly JobRecord[];
  addCost(id: JobId, microUsd: number): void;
  /** False when it is not being planned any more, as with the next three. */
  plan(id: JobId, plan: { readonly plan: string; readonly hash: string; readonly atMs: number }): boolean;
  refuse(id: JobId): boolean;
  /** Only a job that has not been run can be cancelled. */
  cancel(id: JobId): boolean;
  /** Begins a planned job, or one that is over: it is run again with the outputs of what was done. */
  begin(id: JobId, session: SessionId, outputs: string | undefined): boolean;
  /** Forgets up to `most` that were asked for before then and do not run; returns how many. */
  forget(beforeMs: number, most: number): number;
}

export interface JobStores {
  readonly jobs: JobStore;
}

export interface PlanWish {
  readonly job: Pick<JobRecord, 'id' | 'source' | 'request' | 'locale' | 'workspace'>;
  readonly signal: AbortSignal;
  /** Before each question to the model; false: the money of the day is spent. */
  mayAsk(): boolean;
  /** After each answer. */
  onAsked(spent: { readonly usage: Usage; readonly microUsd: number }): void;
}

/** `refused`: why, as a sentence for the person. `stopped`: the signal aborted, or the money of the day is spent. */
export type PlannedJob =
  | { readonly kind: 'plan'; readonly plan: string; readonly hash: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** Makes the plan of a job; runs nothing. */
export type PlanJob = (wish: PlanWish) => Promise<PlannedJob>;
