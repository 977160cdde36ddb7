import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { namesInNow } from '../files/look-at-path.ts';

/** How far a log was read: up to the end of its last whole line. A file keeps its inode when it is put aside. */
export interface LogPosition {
  readonly inode: number;
  readonly offset: number;
}

interface LogPart extends LogPosition {
  readonly lines: readonly string[];
}

/**
 * The newest `count` wanted lines of a log, oldest first, from the files that were put aside, too.
 * @param path of the file that is written now
 */
export function lastLogLines(
  path: string,
  count: number,
  isWanted: (line: string) => boolean,
): { readonly lines: readonly string[]; readonly place: LogPosition | undefined } {
  let lines: readonly string[] = [];
  let place: LogPosition | undefined;
  const seen = new Set<number>();
  for (const name of partsOf(path)) {
    const part = readPart(name);
    // Between two reads a file may get the name of the one before it.
    if (part === undefined || seen.has(part.inode)) continue;
    seen.add(part.inode);
    place ??= part;
    lines = [...part.lines.filter(isWanted), ...lines];
    if (lines.length >= count) break;
  }
  return { lines: lines.slice(-count), place };
}

/** The whole lines behind a place, also where the log was put aside since. Undefined: from the beginning of the log. */
export function logLinesSince(
  path: string,
  place: LogPosition | undefined,
): { readonly lines: readonly string[]; readonly place: LogPosition | undefined } {
  const newer: LogPart[] = [];
  for (const name of partsOf(path)) {
    const part = readPart(name, place);
    if (part === undefined || newer.some(({ inode }) => inode === part.inode)) continue;
    newer.unshift(part);
    if (part.inode === place?.inode) break;
  }
  return { lines: newer.flatMap(({ lines }) => lines), place: newer.at(-1) ?? place };
}

/** Paths of the log and of what was put aside, newest first. */
function partsOf(path: string): readonly string[] {
  const folder = dirname(path);
  const numbered = namesInNow(folder).flatMap((name) => {
    const [, number] = name.startsWith(basename(path)) ? (/\.log\.(\d+)$/.exec(name) ?? []) : [];
    return number === undefined ? [] : [{ path: join(folder, name), number: Number(number) }];
  });
  return [path, ...numbered.sort((a, b) => a.number - b.number).map((one) => one.path)];
}

/** @returns undefined when the file is no longer there */
function readPart(path: string, from?: LogPosition): LogPart | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const { ino, size } = fstatSync(file);
    // A file that is shorter than what was read of it is another one.
    const start = ino === from?.inode && from.offset <= size ? from.offset : 0;
    const bytes = Buffer.alloc(size - start);
    const text = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.toString('utf8', 0, end).split('\n').slice(0, -1);
    return { inode: ino, offset: start + end, lines };
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
