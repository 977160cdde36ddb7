import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Largest file that is read, in bytes. */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * The text of a file that somebody else may have put there. A named pipe or a device in its place would keep the whole
 * program waiting, or never end.
 * @throws system errors; EISDIR for a folder, EINVAL for what is no file, EFBIG above 5 MB
 */
export function readRegular(file: string): string {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(opened);
    if (found.isDirectory()) throw refusal('EISDIR', file);
    if (!found.isFile()) throw refusal('EINVAL', file);
    if (found.size > MOST_BYTES) throw refusal('EFBIG', file);
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function refusal(code: 'EISDIR' | 'EINVAL' | 'EFBIG', file: string): Error {
  return Object.assign(new Error(`${code}: not read, ${file}`), { code });
}
