import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../../base/failure.ts';
import { replacePrivate } from './index-file.ts';

/** Projects whose maps are kept; of more the ones that were drawn longest ago go. */
const MOST_KEPT = 20;
/** Of a map, in UTF-16 code units. */
const LARGEST = 4_000_000;

const StoredSymbol = z.object({
  name: z.string(),
  start: z.int(),
  end: z.int().optional(),
  members: z.array(z.string()),
});

const StoredMap = z.object({
  form: z.literal(1),
  /** State of the files that it was drawn from. */
  key: z.string(),
  /** Of the last commits. */
  recentKey: z.string(),
  /** How many files it was to tell of. */
  most: z.int(),
  total: z.int(),
  files: z.array(
    z.object({
      path: z.string(),
      state: z.string(),
      /** All of them. */
      symbols: z.array(StoredSymbol),
      values: z.array(z.number()),
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
  indexFile(workspace: string): string;
}

export function openMapStore(folder: string): MapStore {
  const fileOf = (workspace: string, ending: string): string =>
    join(folder, `${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}.${ending}`);
  return {
    read: (workspace) => parsed(textOf(fileOf(workspace, 'json'))),
    write(workspace, map) {
      const text = JSON.stringify(map);
      if (text.length > LARGEST) return;
      replacePrivate(fileOf(workspace, 'json'), text);
      removeOldest(folder);
    },
    indexFile: (workspace) => fileOf(workspace, 'index'),
  };
}

function parsed(text: string | undefined): StoredMap | undefined {
  if (text === undefined) return undefined;
  try {
    return StoredMap.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textOf(file: string): string | undefined {
  try {
    return statSync(file).size > LARGEST * 2 ? undefined : readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Each project has two files: its map, which is written last, and what it was drawn from. */
function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const drawn = names.map((name) => ({ name, atMs: statSync(join(folder, name)).mtimeMs }));
  for (const { name } of drawn.sort((one, other) => other.atMs - one.atMs).slice(MOST_KEPT)) {
    rmSync(join(folder, name), { force: true });
    rmSync(join(folder, name.replace(/json$/, 'index')), { force: true });
  }
}
