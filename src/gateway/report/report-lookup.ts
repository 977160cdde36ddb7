import type { OutboundBody } from '../../contracts/channel.ts';
import type { ChangedLines, Checkpoints } from '../../contracts/checkpoints.ts';
import type { SyntaxFault } from '../../contracts/code.ts';
import type { FeatureInSessions } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store, WorkRecords } from '../../contracts/store.ts';
import { messageOf } from '../../core/failure.ts';
import type { ConversationId, SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { taskTag } from '../tasks/task-name.ts';
import { onceBrokenFiles } from './broken-files.ts';

interface ReportLookupParts {
  readonly store: WorkRecords & Pick<Store, 'sessions' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'countLines'>;
  readonly outbox: {
    fit(conversation: ConversationId, body: OutboundBody): Promise<readonly OutboundBody[]>;
  };
  readonly maxParallelTasks: number;
  readonly log: Log;
  features(): readonly FeatureInSessions[];
  lookIn(folder: string): FolderLook;
}

/** Looks into one workspace; paths are relative to it. */
export interface FolderLook {
  /** All syntax errors of a file as it is now; none for a file that is gone. */
  faultsIn(path: string): Promise<readonly SyntaxFault[]>;
  /** Folders of repositories inside the workspace, such as submodules, in which one of these files is uncommitted. */
  uncommittedIn(paths: readonly string[]): Promise<readonly string[]>;
}

export interface ReportLookupResult {
  /** Without them the report counts the lines of each edit. */
  readonly changedLines: ReadonlyMap<string, ChangedLines>;
  /** The syntax errors that are still there, by file; only files in which an edit left some. */
  readonly faults: ReadonlyMap<string, readonly SyntaxFault[]>;
  /** Undefined when the task wrote no file, or when the project could not be read. */
  readonly uncommittedIn: readonly string[] | undefined;
  /** The parts of a report that is nothing but the model's words, by its text. */
  readonly fitted: ReadonlyMap<string, readonly OutboundBody[]>;
}

/**
 * Looks up what a session's report needs before its end: the report is stored in one commit, which can neither wait for
 * git nor split a long answer without the whole program waiting.
 */
export class ReportLookup {
  readonly #parts: ReportLookupParts;
  readonly #looked = new Map<SessionId, ReportLookupResult>();

  constructor(parts: ReportLookupParts) {
    this.#parts = parts;
  }

  /** Never throws for failures of git. */
  async look(session: SessionRecord, words: string): Promise<void> {
    const fitted = await this.#fit(session, words);
    const faults = await this.#faults(session);
    const uncommittedIn = await this.#uncommittedIn(session);
    const changedLines = await this.#changedLines(session);
    this.#looked.set(session.id, { changedLines, faults, uncommittedIn, fitted });
  }

  /** Returns it once: by a later end something else has changed. */
  take({ id }: SessionRecord): ReportLookupResult {
    const looked = this.#looked.get(id) ?? {
      changedLines: new Map(),
      faults: new Map(),
      uncommittedIn: undefined,
      fitted: new Map(),
    };
    this.#looked.delete(id);
    return looked;
  }

  /** An edit elsewhere in the file, or a command, may have mended them, or moved them to another line. */
  async #faults({ id, workspace }: SessionRecord): Promise<ReportLookupResult['faults']> {
    const { store, lookIn, log } = this.#parts;
    const faults = new Map<string, readonly SyntaxFault[]>();
    for (const path of onceBrokenFiles(store.calls.listCurrent(id))) {
      try {
        faults.set(path, await lookIn(workspace).faultsIn(path));
      } catch (error) {
        log.warn('gateway.faults.failed', { session_id: id, error: messageOf(error) });
      }
    }
    return faults;
  }

  /** A command may have committed around the files, or inside of a submodule, since the last commit. */
  async #uncommittedIn({ id, workspace }: SessionRecord): Promise<ReportLookupResult['uncommittedIn']> {
    const { store, lookIn, log } = this.#parts;
    const changed = store.ledger.listWritten(id).filter((file) => file.before !== file.after);
    try {
      return changed.length === 0
        ? undefined
        : await lookIn(workspace).uncommittedIn(changed.map(({ path }) => path));
    } catch (error) {
      log.warn('gateway.submodules.failed', { session_id: id, error: messageOf(error) });
      return undefined;
    }
  }

  async #fit(session: SessionRecord, words: string): Promise<ReportLookupResult['fitted']> {
    if (session.mode !== 'talk') return new Map();
    const text = `${taskTag(session, this.#parts)}${words}`;
    const parts = await this.#parts.outbox.fit(session.conversation, { kind: 'text', text });
    return new Map([[text, parts]]);
  }

  async #changedLines(session: SessionRecord): Promise<ReadonlyMap<string, ChangedLines>> {
    const { store, checkpoints, features, log } = this.#parts;
    const steps = store.checkpoints.listCurrent(session.id);
    if (steps.length === 0) return new Map();
    try {
      for (const { reports } of features()) await reports?.lookUp?.(session);
      return await checkpoints.countLines(session.workspace, steps);
    } catch (error) {
      log.warn('gateway.diff.failed', { session_id: session.id, error: messageOf(error) });
      return new Map();
    }
  }
}
