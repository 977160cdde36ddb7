import type { Compaction, NotCompacted } from './context-store.ts';
import type { FinalFate } from './exec.ts';
import type { GitTrouble } from './git.ts';
import type { RoundProgress } from './run-events.ts';
import type { Outcome, SessionRecord } from './session.ts';
import type { ApprovalRecord, QuestionMessage } from './store.ts';

/** The question to a person; the record holds everything that the approval is bound to. */
export interface ApprovalQuestion {
  readonly approval: ApprovalRecord;
  /** Other chats with the same question; the first answer counts. */
  readonly copies?: readonly QuestionMessage[];
  readonly session: SessionRecord;
}

export interface BackgroundEnd {
  readonly id: string;
  readonly command: string;
  readonly fate: FinalFate;
}

/**
 * Messages to the person about steps of a run. Supplied from above to the agent, which calls it inside the
 * transaction of that step, so that step and message are stored together or not at all. Only adds outbox rows.
 */
export interface Announcer {
  /** A run begins: shown on the person's message. */
  announceRun(session: SessionRecord): void;
  ask(question: ApprovalQuestion): void;
  /** Message at the beginning of a session: `Terms.told`. */
  announceTerms(session: SessionRecord, told: string): void;
  /** Git cannot work in the project of a new session. */
  announceGitTrouble(session: SessionRecord, trouble: GitTrouble): void;
  announceProgress(progress: RoundProgress): void;
  announceEnd(session: SessionRecord, outcome: Outcome): void;
  /** Result of a compaction that the person asked for. */
  announceCompaction(session: SessionRecord, outcome: Compaction | NotCompacted): void;
  /** Its model was overloaded for long, so it goes on with another one: the present one of the session. */
  announceFallback(session: SessionRecord, from: string): void;
  /** A background command ended without a running task that could report it, or because of its age. */
  announceCommandEnd(session: SessionRecord, process: BackgroundEnd): void;
}

/** Called after the commit with the announcer's messages, so that they are sent at once. */
export type Nudge = () => void;
