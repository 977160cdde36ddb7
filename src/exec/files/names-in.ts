import { readdir } from 'node:fs/promises';
import { codeOf } from '../../base/failure.ts';

/** Names of what is in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
