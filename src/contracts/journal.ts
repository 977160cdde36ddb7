import type { Compaction, NotCompacted } from './context-store.ts';
import type { FinalFate } from './exec.ts';
import type { GitTrouble } from './git.ts';
import type { Risk } from './policy.ts';
import type { RoundProgress } from './run-events.ts';
import type { Outcome, SessionRecord } from './session.ts';
import type { ApprovalRecord, Asking } from './store.ts';
import type { Confinement } from './tool.ts';

/** What the person is asked; everything the approval is bound to is in the record. */
export interface Question {
  readonly approval: ApprovalRecord;
  /** Where else the same is asked; whoever answers first answers for all. */
  readonly copies?: readonly Asking[];
  readonly session: SessionRecord;
  /** What a yes may do, from rules. */
  readonly risk: Risk;
  /** Why it is asked, in plain words; English, from the rule. */
  readonly reason: string;
  /** Name of the rule: other languages have a sentence for each. */
  readonly rule: string;
  /** Only for shell commands. */
  readonly confinement?: Confinement | undefined;
}

export interface BackgroundEnd {
  readonly id: string;
  readonly command: string;
  readonly fate: FinalFate;
}

/**
 * Words to the person that belong to a step of a run. Supplied from above to the agent, which calls it inside the
 * transaction of that step, so that step and message are stored together or not at all. Only adds outbox rows.
 */
export interface Announcer {
  ask(question: Question): void;
  /** What is to be known of a session that begins: `Terms.told`. */
  began(session: SessionRecord, told: string): void;
  /** Git cannot work in the project of a session that begins. */
  gitTrouble(session: SessionRecord, trouble: GitTrouble): void;
  progress(progress: RoundProgress): void;
  ended(session: SessionRecord, outcome: Outcome): void;
  /** What became of a compaction that the person asked for. */
  compacted(session: SessionRecord, outcome: Compaction | NotCompacted): void;
  /** A background command ended, of which no running task is told, or was ended for its age. */
  backgroundEnded(session: SessionRecord, process: BackgroundEnd): void;
}

/** Told after the commit of whatever the announcer stored, so that it is sent at once. */
export type Nudge = () => void;
