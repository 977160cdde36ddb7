import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs';
import { codeOf } from '../../base/failure.ts';
import { realPath } from './real-path.ts';

/**
 * Device and number of a folder, as `stat -c %d:%i` tells them. Undefined unless the folder lies at this very path, no
 * link on the way: what was opened is asked where it is, because a name can be exchanged between two looks at it.
 * @param path absolute and canonical
 */
export function folderIdentity(path: string): string | undefined {
  try {
    const opened = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { dev, ino } = fstatSync(opened, { bigint: true });
      return placeOf(opened, path) === path ? `${dev}:${ino}` : undefined;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Only Linux tells; elsewhere the name is looked at once more. */
function placeOf(opened: number, path: string): string | undefined {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${opened}`) : realPath(path);
}
