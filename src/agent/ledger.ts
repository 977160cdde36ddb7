import type { Git, GitStatus } from '../contracts/git.ts';
import type { Store } from '../contracts/store.ts';
import type { SessionLedger, WrittenFile } from '../contracts/tool.ts';
import { isFailure } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';

/** The session's rows, and a way to write with its next commit. */
interface LedgerOwner {
  readonly record: { readonly id: SessionId };
  readonly parts: { readonly store: Pick<Store, 'ledger'> };
  readonly workspace: { readonly git: Git };
  readonly writes: { defer(write: () => void): void };
}

export interface Ledger extends SessionLedger {
  /** Records which files were dirty before the session's first change. */
  takeBaseline(): Promise<void>;
}

/** Files that the session saw and changed: read from memory, written with the next commit. */
export function createLedger(session: LedgerOwner): Ledger {
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
    session.writes.defer(() => ledger.setBaseline(id, taken));
    return taken.dirty;
  }

  return {
    lastSeen: (path) => seen.get(path),
    noteSeen(path, hash) {
      if (seen.get(path) === hash) return;
      seen.set(path, hash);
      session.writes.defer(() => ledger.noteSeen(id, path, hash));
    },
    noteWritten(file) {
      written.set(file.path, mergeWritten(written.get(file.path), file));
      session.writes.defer(() => ledger.noteWritten(id, file));
    },
    listWritten: () => [...written.values()],
    listDirtyAtStart: takeBaseline,
    async takeBaseline() {
      await takeBaseline();
    },
    noteCommit(hash) {
      commits.push(hash);
      session.writes.defer(() => ledger.noteCommit(id, hash));
    },
    listCommits: () => commits,
    ownBranch: () => branch,
    noteOwnBranch(name) {
      branch = name;
      session.writes.defer(() => ledger.noteOwnBranch(id, name));
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
