import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../../core/failure.ts';
import { replacePrivate } from './index-file.ts';

/** Projects whose maps are kept, and bytes of all together; of more the ones that were drawn longest ago go. */
const MAX_KEPT = 20;
const MAX_BYTES = 256 * 1024 * 1024;
/** Longest map, in UTF-16 code units. */
const MAX_MAP_LENGTH = 400_000;

const StoredSymbol = z.object({
  name: z.string(),
  start: z.int(),
  end: z.int().optional(),
  members: z.array(z.string()),
});

const StoredMap = z.object({
  form: z.literal(2),
  /** State of the files that it was drawn from. */
  key: z.string(),
  /** Identifies the last commits. */
  recentKey: z.string(),
  /** How many files it was to name. */
  most: z.int(),
  total: z.int(),
  files: z.array(
    z.object({
      path: z.string(),
      state: z.string(),
      /** The named ones, and the number of others. */
      symbols: z.array(StoredSymbol),
      more: z.int(),
      /** Basis of the choice among its symbols: a hash of their values. */
      worth: z.string(),
    }),
  ),
});
export type StoredMap = z.infer<typeof StoredMap>;
export type StoredFile = StoredMap['files'][number];

/** Maps on disk, for their owner alone: names and lines, no other text of a project. */
export interface MapStore {
  /** Undefined for one that is missing, damaged or of another form. */
  read(workspace: string): StoredMap | undefined;
  /** Throws system errors. */
  write(workspace: string, map: StoredMap): void;
  /** Forgets the map of a project that is too small for one by now. */
  remove(workspace: string): void;
  indexFile(workspace: string): string;
}

export function openMapStore(folder: string): MapStore {
  const fileOf = (workspace: string, ending: string): string =>
    join(folder, `${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}.${ending}`);
  return {
    read: (workspace) => parseStoredMap(readMapFile(fileOf(workspace, 'json'))),
    write(workspace, map) {
      const text = JSON.stringify(map);
      if (text.length <= MAX_MAP_LENGTH) replacePrivate(fileOf(workspace, 'json'), text);
      removeOldest(folder);
    },
    remove: (workspace) => rmSync(fileOf(workspace, 'json'), { force: true }),
    indexFile: (workspace) => fileOf(workspace, 'index'),
  };
}

function parseStoredMap(text: string | undefined): StoredMap | undefined {
  if (text === undefined) return undefined;
  try {
    return StoredMap.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readMapFile(file: string): string | undefined {
  try {
    return statSync(file).size > MAX_MAP_LENGTH * 2 ? undefined : readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

interface StoredNames {
  readonly names: readonly string[];
  readonly atMs: number;
  readonly bytes: number;
}

/** Each project has two files, and the half one of a program that was killed. */
function removeOldest(folder: string): void {
  let room = MAX_BYTES;
  const kept = [...storedNamesByProject(folder).values()].sort((one, other) => other.atMs - one.atMs);
  for (const [place, { names, bytes }] of kept.entries()) {
    room -= bytes;
    if (place < MAX_KEPT && room >= 0) continue;
    for (const name of names) rmSync(join(folder, name), { force: true });
  }
}

/** By project. */
function storedNamesByProject(folder: string): ReadonlyMap<string, StoredNames> {
  const kept = new Map<string, StoredNames>();
  for (const name of readdirSync(folder)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found === undefined) continue;
    const project = name.slice(0, name.indexOf('.'));
    const { names = [], atMs = 0, bytes = 0 } = kept.get(project) ?? {};
    kept.set(project, {
      names: [...names, name],
      atMs: Math.max(atMs, found.mtimeMs),
      bytes: bytes + found.size,
    });
  }
  return kept;
}
