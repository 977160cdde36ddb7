import { NOT_STORED } from '../contracts/store.ts';
import { codeOf, Failure, type FailureKind, messageOf } from '../core/failure.ts';

interface Advice {
  readonly kind: FailureKind;
  readonly says: (path: string) => string;
}

const FULL: Advice = {
  kind: 'unavailable',
  says: (path) =>
    `${path}: nothing more can be stored, the disk or the database is full. Free some space, then try again; what was stored before is safe.`,
};
const NO_ACCESS: Advice = {
  kind: 'unavailable',
  says: (path) =>
    `${path}: the database cannot be opened or written. Check that its folder exists, belongs to this user and is not mounted read-only.`,
};
const DAMAGED: Advice = {
  kind: 'invalid',
  says: (path) =>
    `${path}: this file is damaged or not a database. It was left as it is. Put a copy back, or move it away together with its -wal and -shm files to start empty.`,
};

/** By primary result code: `SQLITE_IOERR_WRITE` is listed under `SQLITE_IOERR`. */
const ADVICE: Readonly<Record<string, Advice>> = {
  SQLITE_FULL: FULL,
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_IOERR: {
    kind: 'unavailable',
    says: (path) =>
      `${path}: the disk did not do what the database asked. Check the disk and its free space, then try again.`,
  },
  SQLITE_READONLY: NO_ACCESS,
  SQLITE_CANTOPEN: NO_ACCESS,
  SQLITE_PERM: NO_ACCESS,
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: NO_ACCESS,
  EISDIR: NO_ACCESS,
  EEXIST: NO_ACCESS,
  ENOTDIR: NO_ACCESS,
  SQLITE_BUSY: {
    kind: 'unavailable',
    says: (path) =>
      `${path}: another program has kept the database locked for too long. Try again; if it stays so, end the other program.`,
  },
  SQLITE_NOTADB: DAMAGED,
  SQLITE_CORRUPT: DAMAGED,
};

/**
 * A Failure for what a disk or another process can do to a database; any other error is returned as it is, because a
 * broken constraint or a wrong statement is a bug of this program.
 */
export function sqliteFailure(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return isUnloadable(error) ? unloadable(error) : error;
  if (code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND') return unloadable(error);
  const gone =
    code === 'SQLITE_ERROR' ? /^no such table: (?:main\.)?(\w+)$/.exec(messageOf(error))?.[1] : undefined;
  if (gone !== undefined) {
    const message = `${path}: the table ${gone} is gone. Something else removed it; wasap restore puts a backup in its place.`;
    return new Failure('invalid', message, { cause: error, facts: { path, table: gone, rule: NOT_STORED } });
  }
  const advice = ADVICE[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code];
  if (advice === undefined) return error;
  const message = `${advice.says(path)} (${code}: ${messageOf(error)})`;
  return new Failure(advice.kind, message, { cause: error, facts: { path, code, rule: NOT_STORED } });
}

/** The package `bindings` throws it when the native part was never built. */
function isUnloadable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Could not locate the bindings file');
}

function unloadable(error: unknown): Failure {
  const message = `The SQLite module does not fit this Node (${process.version}): it was built for another one, or not at all. Build it again in the folder of wasap-agent: npm rebuild better-sqlite3`;
  return new Failure('unavailable', message, { cause: error, facts: { rule: NOT_STORED } });
}
