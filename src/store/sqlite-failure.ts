import { NOT_STORED } from '../contracts/store.ts';
import { codeOf, Failure, type FailureKind, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';

interface Advice {
  readonly kind: FailureKind;
  readonly rule:
    | 'database-full'
    | 'database-closed'
    | 'database-damaged'
    | 'database-disk'
    | 'database-locked';
}

const FULL: Advice = { kind: 'unavailable', rule: 'database-full' };
const NO_ACCESS: Advice = { kind: 'unavailable', rule: 'database-closed' };
const DAMAGED: Advice = { kind: 'invalid', rule: 'database-damaged' };

/** By primary result code: `SQLITE_IOERR_WRITE` is listed under `SQLITE_IOERR`. */
const ADVICE: Readonly<Record<string, Advice>> = {
  SQLITE_FULL: FULL,
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_IOERR: { kind: 'unavailable', rule: 'database-disk' },
  EIO: { kind: 'unavailable', rule: 'database-disk' },
  SQLITE_READONLY: NO_ACCESS,
  SQLITE_CANTOPEN: NO_ACCESS,
  SQLITE_PERM: NO_ACCESS,
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: NO_ACCESS,
  EISDIR: NO_ACCESS,
  EEXIST: NO_ACCESS,
  ENOTDIR: NO_ACCESS,
  SQLITE_BUSY: { kind: 'unavailable', rule: 'database-locked' },
  SQLITE_NOTADB: DAMAGED,
  SQLITE_CORRUPT: DAMAGED,
};

/**
 * A Failure for what a disk or another process can do to a database; any other error is returned as it is, because a
 * broken constraint or a wrong statement is a bug of this program.
 */
export function sqliteFailure(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return isUnloadable(error) ? unloadableFailure(error) : error;
  if (messageOf(error).startsWith("Cannot find module 'better-sqlite3'")) return error; // the launcher says what to do
  if (code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND') return unloadableFailure(error);
  const gone =
    code === 'SQLITE_ERROR' ? /^no such table: (?:main\.)?(\w+)$/.exec(messageOf(error))?.[1] : undefined;
  if (gone !== undefined) {
    return new Failure('invalid', fault('database-table-gone', gone, path), {
      cause: error,
      facts: { path, table: gone, rule: NOT_STORED },
    });
  }
  const advice = ADVICE[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code];
  if (advice === undefined) return error;
  const message = messageOf(error);
  const says = fault(advice.rule, path, message.startsWith(code) ? message : `${code}: ${message}`);
  return new Failure(advice.kind, says, { cause: error, facts: { path, code, rule: NOT_STORED } });
}

/** The package `bindings` throws it when the native part was never built. */
function isUnloadable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Could not locate the bindings file');
}

/** In the words of Node and of `bindings`: where the package is installed. */
const MODULE_FOLDER = /(\/[^\s'(]*?)\/node_modules\/better-sqlite3\//;

function unloadableFailure(error: unknown): Failure {
  const folder = MODULE_FOLDER.exec(messageOf(error))?.[1];
  const says =
    folder === undefined
      ? fault('database-not-built', process.version)
      : fault('database-not-built-in', process.version, folder);
  return new Failure('unavailable', says, { cause: error, facts: { rule: NOT_STORED } });
}
