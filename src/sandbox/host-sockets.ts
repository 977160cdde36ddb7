import { lstatSync, readFileSync } from 'node:fs';
import { codeOf } from '../core/failure.ts';

/** A machine has a few; each costs a mount. */
const MAX_SOCKETS = 64;

/**
 * Sockets of services on this machine: a read-only file system does not prevent connecting, and the service (a
 * database, an editor) has the person's rights. Those that a command cannot see are left out.
 */
export function hostSockets(isSeen: (path: string) => boolean): readonly string[] {
  const paths = readSockets()
    .split('\n')
    .flatMap((line) => /^(?:\S+ +){6}\S+ (\/.+)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => isSeen(path) && isSocket(path)).slice(0, MAX_SOCKETS);
}

function readSockets(): string {
  try {
    return readFileSync('/proc/net/unix', 'utf8');
  } catch (error) {
    // Only Linux lists them; elsewhere the sandbox itself closes them.
    if (codeOf(error) !== undefined) return '';
    throw error;
  }
}

/** The list includes sockets whose file was removed since. */
function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
