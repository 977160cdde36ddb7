import type { Git, GitStatus } from '../contracts/git.ts';
import type { TaskPlan } from '../contracts/session.ts';
import type { Store } from '../contracts/store.ts';
import type { Checklist, SessionLedger, WrittenFile } from '../contracts/tool.ts';
import { isFailure } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';

/** The session's rows, and a way to write with its next commit. */
interface MemoryOwner {
  readonly record: { readonly id: SessionId };
  readonly parts: { readonly store: Pick<Store, 'history' | 'ledger'> };
  readonly workspace: { readonly git: Git };
  defer(write: () => void): void;
}

export interface Ledger extends SessionLedger {
  /** Records which files were dirty before the session's first change. */
  takeBaseline(): Promise<void>;
}

/** Files that the session saw and changed: read from memory, written with the next commit. */
export function createLedger(session: MemoryOwner): Ledger {
  const { id } = session.record;
  const { ledger } = session.parts.store;
  const seen = new Map(ledger.listSeen(id));
  const written = new Map(ledger.listWritten(id).map((file) => [file.path, file]));
  const commits = [...ledger.listCommits(id)];
  let branch = ledger.ownBranch(id);
  let baseline = ledger.baseline(id);
  let looking: Promise<readonly string[]> | undefined;

  async function takeBaseline(): Promise<readonly string[]> {
    if (baseline !== undefined) return baseline.dirty;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function look(): Promise<readonly string[]> {
    const status = await statusOf(session.workspace.git);
    const taken = { head: status?.head, dirty: status?.changes.map((change) => change.path) ?? [] };
    baseline = taken;
    session.defer(() => ledger.setBaseline(id, taken));
    return taken.dirty;
  }

  return {
    lastSeen: (path) => seen.get(path),
    noteSeen(path, hash) {
      if (seen.get(path) === hash) return;
      seen.set(path, hash);
      session.defer(() => ledger.noteSeen(id, path, hash));
    },
    noteWritten(file) {
      written.set(file.path, mergeWritten(written.get(file.path), file));
      session.defer(() => ledger.noteWritten(id, file));
    },
    listWritten: () => [...written.values()],
    listDirtyAtStart: takeBaseline,
    async takeBaseline() {
      await takeBaseline();
    },
    noteCommit(hash) {
      commits.push(hash);
      session.defer(() => ledger.noteCommit(id, hash));
    },
    listCommits: () => commits,
    ownBranch: () => branch,
    noteOwnBranch(name) {
      branch = name;
      session.defer(() => ledger.noteOwnBranch(id, name));
    },
  };
}

async function statusOf(git: Git): Promise<GitStatus | undefined> {
  try {
    return await git.status();
  } catch (error) {
    if (isFailure(error) && error.kind === 'not-found') return undefined;
    throw error;
  }
}

function mergeWritten(earlier: WrittenFile | undefined, file: WrittenFile): WrittenFile {
  if (earlier === undefined) return file;
  return { ...earlier, after: file.after };
}

export function createChecklist(session: MemoryOwner): Checklist {
  const { history } = session.parts.store;
  const { id } = session.record;
  let plan = history.plan(id);
  return {
    get: () => plan,
    set(next: TaskPlan) {
      plan = next;
      session.defer(() => history.setPlan(id, next));
    },
  };
}
