import { createHash } from 'node:crypto';
import { closeSync, fdatasync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { codeOf } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { namesIn } from '../../files/look-at-path.ts';

/**
 * Stores contents by appending them to one file. Git would create a file for each, which takes longer than all the
 * rest. They are handed to git when one is needed; see `writeAppended`.
 */
export interface AppendOnlyObjects {
  /**
   * When this returns, the content is written to the file and survives a kill; when it resolves, it is on the disk.
   * @param object header and content, as git hashes them
   */
  add(hash: string, object: Buffer): Promise<void>;
}

const synced = promisify(fdatasync);
const compressed = promisify(deflate);

/** Size in bytes from which a file is full: a new one is begun, and nothing more is added to this one. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** @param folder holds the files of a workspace; each program writes one of its own there */
export function createAppendOnlyObjects(folder: string): AppendOnlyObjects {
  let file: number | undefined;
  let flushes: Promise<unknown> = Promise.resolve();

  function leave(): void {
    const left = file;
    file = undefined;
    if (left !== undefined) void flushes.then(() => closeSync(left));
  }

  return {
    add(hash, object) {
      if (file !== undefined && isFull(file)) leave();
      file ??= openSync(join(folder, newMessageId()), 'ax', 0o600);
      try {
        writeFileSync(file, Buffer.concat([Buffer.from(`${hash} ${object.length}\n`), object]));
      } catch (error) {
        // A content after an incomplete one is not found.
        leave();
        throw error;
      }
      const flush = synced(file);
      flushes = Promise.allSettled([flushes, flush]);
      return flush;
    },
  };
}

/** True also when maintenance has removed the file. */
function isFull(file: number): boolean {
  const { nlink, size } = fstatSync(file);
  return nlink === 0 || size > MAX_LENGTH;
}

interface AppendedFiles {
  /** Holds the files. */
  readonly folder: string;
  /** Object folder of the repository that gets the contents. */
  readonly objects: string;
  /** Bytes of each file that were handed to git before. */
  readonly written: Map<string, number>;
}

/** Hands git everything that was added to any file since the last time; the files stay as they are. */
export async function writeAppended({ folder, objects, written }: AppendedFiles): Promise<void> {
  // States of an earlier version have no folder of such files.
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    if (written.get(name) === (await stat(file)).size) continue;
    written.set(name, await writeObjects(file, objects));
  }
}

/** Hands git the contents of full files, and removes the files. */
export async function removeFullFiles({ folder, objects }: Omit<AppendedFiles, 'written'>): Promise<void> {
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    if ((await stat(file)).size <= MAX_LENGTH) continue;
    await writeObjects(file, objects);
    await rm(file, { force: true });
  }
}

async function writeObjects(file: string, objects: string): Promise<number> {
  const bytes = await readFile(file);
  for (const { hash, object } of objectsIn(bytes)) await writeObject(objects, hash, object);
  return bytes.length;
}

interface AppendedObject {
  readonly hash: string;
  readonly object: Buffer;
}

/** The last object may be cut off: by a kill, or because it is being written. */
export function objectsIn(bytes: Buffer): readonly AppendedObject[] {
  const found: AppendedObject[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf(10, at) + 1;
    const [, hash, length] = /^([0-9a-f]{40}) (\d+)\n$/.exec(bytes.toString('latin1', at, start)) ?? [];
    const end = start + Number(length);
    if (hash === undefined || !(end <= bytes.length)) break;
    found.push({ hash, object: bytes.subarray(start, end) });
    at = end;
  }
  return found;
}

async function writeObject(objects: string, hash: string, object: Buffer): Promise<void> {
  const folder = join(objects, hash.slice(0, 2));
  const file = join(folder, hash.slice(2));
  if (await isFreshened(file)) return;
  // A content that the disk damaged is noticed here and counts as no longer stored.
  if (createHash('sha1').update(object).digest('hex') !== hash) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = join(folder, `tmp_obj_${newMessageId()}`);
  await writeFile(made, await compressed(object, { level: 1 }), { mode: 0o400, flag: 'wx', flush: true });
  await rename(made, file);
}

/** Git removes old objects unless they were used lately. One that a power cut left empty is written anew. */
async function isFreshened(file: string): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(file, now, now);
    return (await stat(file)).size > 0;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}
