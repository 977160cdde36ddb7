import { expect, test } from 'vitest';
import { NOT_STORED } from '../../src/contracts/store.ts';
import { isFailure } from '../../src/core/failure.ts';
import { sqliteFailure } from '../../src/store/sqlite-failure.ts';

const withCode = (code: string): Error => Object.assign(new Error('cause'), { code });

test.each([
  ['SQLITE_FULL', 'unavailable', 'Free some space'],
  ['ENOSPC', 'unavailable', 'Free some space'],
  ['SQLITE_IOERR_FSYNC', 'unavailable', 'Check the disk'],
  ['SQLITE_READONLY_DIRECTORY', 'unavailable', 'is not read-only'],
  ['SQLITE_CANTOPEN', 'unavailable', 'is not read-only'],
  ['EACCES', 'unavailable', 'is not read-only'],
  ['SQLITE_BUSY_SNAPSHOT', 'unavailable', 'stop the other program'],
  ['SQLITE_CORRUPT_INDEX', 'invalid', 'Restore a backup'],
  ['SQLITE_NOTADB', 'invalid', 'Restore a backup'],
])('%s is a failure of kind %s that advises "%s"', (code, kind, advice) => {
  const cause = withCode(code);
  const failure = sqliteFailure(cause, '/data/wasap.db');
  const found = isFailure(failure) ? failure : expect.fail(String(failure));
  expect({ kind: found.kind, facts: found.facts, cause: found.cause, message: found.message }).toEqual({
    kind,
    facts: { path: '/data/wasap.db', code, rule: NOT_STORED },
    cause,
    message: expect.stringMatching(new RegExp(`^.*/data/wasap.db.*${advice}.*\\. \\(${code}: cause\\)$`)),
  });
});

test.each([
  ['a broken constraint', withCode('SQLITE_CONSTRAINT_UNIQUE')],
  ['a wrong statement', withCode('SQLITE_ERROR')],
  ['an error without a code', new Error('bug')],
  ['what is not an error', 'text'],
  [
    'a package that is not installed, which the launcher tells,',
    Object.assign(new Error("Cannot find module 'better-sqlite3'\nRequire stack:\n- /p"), {
      code: 'MODULE_NOT_FOUND',
    }),
  ],
])('%s is handed back as it came', (_, error) => {
  expect(sqliteFailure(error, '/data/wasap.db')).toBe(error);
});
