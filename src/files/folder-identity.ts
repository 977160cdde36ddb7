import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs';
import { codeOf } from '../core/failure.ts';
import { realPath } from './look-at-path.ts';

/**
 * Device and inode of a folder, as `stat -c %d:%i` prints them. Undefined unless the folder is at this very path,
 * without a link on the way: the opened folder is asked for its place, because a name can be exchanged between two
 * checks.
 * @param path absolute and canonical
 */
export function folderIdentity(path: string): string | undefined {
  try {
    const opened = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { dev, ino } = fstatSync(opened, { bigint: true });
      return pathOfOpened(opened, path) === path ? `${dev}:${ino}` : undefined;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Only Linux gives the path of an open folder; elsewhere the name is checked again. */
function pathOfOpened(opened: number, path: string): string | undefined {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${opened}`) : realPath(path);
}
