import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Commits in a write-ahead log of SQLite since it was last begun anew: its frames that name the size of the database.
 * Frames of an earlier round through the file carry other salts than its header.
 */
export function commitsIn(path: string): number {
  const bytes = readFileSync(path);
  const pageBytes = bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  let commits = 0;
  for (let at = HEADER_BYTES; at < bytes.length; at += FRAME_HEADER_BYTES + pageBytes) {
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break;
    if (bytes.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
