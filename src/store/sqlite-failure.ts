import { NOT_STORED } from '../contracts/store.ts';
import { codeOf, Failure, type FailureKind, messageOf } from '../core/failure.ts';

interface Advice {
  readonly kind: FailureKind;
  readonly says: (path: string) => string;
}

const FULL: Advice = {
  kind: 'unavailable',
  says: (path) =>
    `The disk or the database is full, so ${path} takes nothing more. What was stored is safe. Free some space, then try again.`,
};
const NO_ACCESS: Advice = {
  kind: 'unavailable',
  says: (path) =>
    `I can't open or write ${path}. Check that its folder exists, is yours and is not read-only.`,
};
const DAMAGED: Advice = {
  kind: 'invalid',
  says: (path) =>
    `${path} is damaged or not a database, so I left it as it is. Restore a backup (wasap restore FILE --force), or start empty: move it away with its -wal and -shm files.`,
};

/** By primary result code: `SQLITE_IOERR_WRITE` is listed under `SQLITE_IOERR`. */
const ADVICE: Readonly<Record<string, Advice>> = {
  SQLITE_FULL: FULL,
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_IOERR: {
    kind: 'unavailable',
    says: (path) =>
      `The disk failed while I used ${path}. Check the disk and its free space, then try again.`,
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
      `Another program has locked ${path} for too long. Try again. If it stays locked, stop the other program.`,
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
    const message = `The table ${gone} is missing from ${path}: something else removed it. Restore a backup: wasap restore FILE --force`;
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

/** In the words of Node and of `bindings`: where the package is installed. */
const MODULE_FOLDER = /(\/[^\s'(]*?)\/node_modules\/better-sqlite3\//;

function unloadable(error: unknown): Failure {
  const folder = MODULE_FOLDER.exec(messageOf(error))?.[1];
  const where = folder === undefined ? 'In the folder of wasap-agent, build' : 'Build';
  const command = `${folder === undefined ? '' : `cd ${folder} && `}npm rebuild better-sqlite3`;
  const message = `SQLite was not built for this Node (${process.version}), so nothing was done. ${where} it again: ${command}`;
  return new Failure('unavailable', message, { cause: error, facts: { rule: NOT_STORED } });
}
