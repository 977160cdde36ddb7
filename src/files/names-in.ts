import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { codeOf } from '../core/failure.ts';

/** Names of the entries of a folder; none when the folder is missing. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The same at once, where nothing else waits: in a sub-command, or before the program starts. */
export function namesInNow(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
