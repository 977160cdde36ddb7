import * as z from 'zod';
import type { LedgerStore } from '../contracts/session-stores.ts';
import { flag, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

type FileLedger = Pick<LedgerStore, 'listSeen' | 'noteSeen' | 'listWritten' | 'noteWritten'>;

export function createLedgerStore(database: Database): LedgerStore {
  return { ...fileLedger(database), ...gitLedger(database) };
}

function fileLedger(database: Database): FileLedger {
  const seen = database.read(
    'SELECT path, hash FROM files_seen WHERE session = @session',
    z.object({ path: z.string(), hash: z.string() }),
  );
  const noteSeen = database.write(`
    INSERT INTO files_seen (session, path, hash) VALUES (@session, @path, @hash)
    ON CONFLICT (session, path) DO UPDATE SET hash = excluded.hash`);
  const written = database.read(
    `SELECT path, before_hash AS before, after_hash AS after, held_foreign_changes AS heldForeignChanges
     FROM files_written WHERE session = @session ORDER BY seq`,
    z.object({ path: z.string(), before: optionalText, after: optionalText, heldForeignChanges: flag }),
  );
  // A file that held the person's own changes stays marked: a later write of the session does not make them its own.
  const noteWritten = database.write(`
    INSERT INTO files_written (session, path, before_hash, after_hash, held_foreign_changes)
    VALUES (@session, @path, @before, @after, @heldForeignChanges)
    ON CONFLICT (session, path) DO UPDATE SET after_hash = excluded.after_hash,
      held_foreign_changes = max(held_foreign_changes, excluded.held_foreign_changes)`);

  return {
    listSeen: (session) => new Map(seen.all({ session }).map(({ path, hash }) => [path, hash])),
    noteSeen: (session, path, hash) => void noteSeen.run({ session, path, hash }),
    listWritten: (session) => written.all({ session }),
    noteWritten: (session, file) => void noteWritten.run({ session, ...file }),
  };
}

function gitLedger(database: Database): Omit<LedgerStore, keyof FileLedger> {
  const commits = database.read(
    'SELECT hash FROM commits WHERE session = @session ORDER BY seq',
    z.object({ hash: z.string() }),
  );
  const noteCommit = database.write(`
    INSERT INTO commits (session, hash) VALUES (@session, @hash) ON CONFLICT (session, hash) DO NOTHING`);
  const git = database.read(
    'SELECT baseline, own_branch AS ownBranch FROM session_git WHERE session = @session',
    z.object({
      baseline: ownJson<Parameters<LedgerStore['setBaseline']>[1]>().nullable(),
      ownBranch: optionalText,
    }),
  );
  const setBaseline = database.write(`
    INSERT INTO session_git (session, baseline) VALUES (@session, @baseline)
    ON CONFLICT (session) DO UPDATE SET baseline = excluded.baseline`);
  const noteOwnBranch = database.write(`
    INSERT INTO session_git (session, own_branch) VALUES (@session, @name)
    ON CONFLICT (session) DO UPDATE SET own_branch = excluded.own_branch`);
  const forgetCommit = database.write('DELETE FROM commits WHERE session = @session AND hash = @hash');
  const forgetBranch = database.write(
    'UPDATE session_git SET own_branch = NULL WHERE session = @session AND own_branch = @name',
  );

  return {
    listCommits: (session) => commits.all({ session }).map((row) => row.hash),
    noteCommit: (session, hash) => void noteCommit.run({ session, hash }),
    baseline(session) {
      const baseline = git.get({ session })?.baseline;
      // JSON has no undefined: a missing `head` must be restored.
      return baseline ? { head: baseline.head, dirty: baseline.dirty } : undefined;
    },
    setBaseline: (session, baseline) => void setBaseline.run({ session, baseline: JSON.stringify(baseline) }),
    ownBranch: (session) => git.get({ session })?.ownBranch,
    noteOwnBranch: (session, name) => void noteOwnBranch.run({ session, name }),
    forgetCommit: (session, hash) => void forgetCommit.run({ session, hash }),
    forgetBranch: (session, name) => void forgetBranch.run({ session, name }),
  };
}
