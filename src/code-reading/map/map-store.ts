import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../../core/failure.ts';
import type { FileReading } from './source-files.ts';

/** Projects whose maps are kept, and bytes of all together; of more the ones that were drawn longest ago go. */
const MAX_KEPT = 20;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;
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
export type MappedFile = StoredMap['files'][number];

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
  let room = MAX_KEPT_BYTES;
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

/** Facts read from a file, with the file's state at that time. */
export interface IndexedFile {
  readonly path: string;
  readonly state: string;
  readonly reading: FileReading;
}

/** In bytes; what is larger is neither kept nor read. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** Another one when patterns, words or the form change: what was read by other rules is read anew. */
const INDEX_FORM = 'wasap-map-1\n';
const SUM_BYTES = 32;
const LENGTH_BYTES = 4;
const HEAD = INDEX_FORM.length + SUM_BYTES;

const IndexRow = z.tuple([
  z.string(),
  z.string(),
  z.boolean(),
  z.int().min(0),
  z.array(z.tuple([z.string(), z.int()])),
]);
const IndexRows = z.array(IndexRow);

/**
 * Form, checksum, length of the rows, rows as JSON, words of all files as numbers. Names and hashes of words only:
 * nothing of what a file says.
 */
export function writeIndex(file: string, files: readonly IndexedFile[]): void {
  const rows = files.map(({ path, state, reading }) => [
    path,
    state,
    reading.isMade,
    reading.words.length,
    reading.declared.map(({ name, line }) => [name, line]),
  ]);
  const json = Buffer.from(JSON.stringify(rows));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  const words = files.map(({ reading: { words: own } }) =>
    Buffer.from(own.buffer, own.byteOffset, own.byteLength),
  );
  const body = Buffer.concat([length, json, ...words]);
  if (body.length > MAX_INDEX_BYTES) return;
  replacePrivate(file, Buffer.concat([Buffer.from(INDEX_FORM), sumOf(body), body]));
}

/** By path; empty for a file that is missing, damaged or of another form. */
export function readIndex(file: string): ReadonlyMap<string, IndexedFile> {
  const body = checkedBody(file);
  if (body === undefined) return new Map();
  const end = LENGTH_BYTES + body.readUInt32LE(0);
  const rows = IndexRows.parse(JSON.parse(body.toString('utf8', LENGTH_BYTES, end)));
  const words = new Uint32Array(new Uint8Array(body.subarray(end)).buffer);
  let at = 0;
  return new Map(
    rows.map(([path, state, isMade, count, names]) => {
      const declared = names.map(([name, line]) => ({ name, line }));
      const reading = { isMade, declared, words: words.subarray(at, at + count) };
      at += count;
      return [path, { path, state, reading }];
    }),
  );
}

/** Whole or not at all, for its owner alone. */
function replacePrivate(file: string, content: Buffer | string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function checkedBody(file: string): Buffer | undefined {
  const all = bytesOf(file);
  if (all === undefined || all.length < HEAD + LENGTH_BYTES) return undefined;
  const body = all.subarray(HEAD);
  const isOurs = all.toString('latin1', 0, INDEX_FORM.length) === INDEX_FORM;
  return isOurs && sumOf(body).equals(all.subarray(INDEX_FORM.length, HEAD)) ? body : undefined;
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return statSync(file).size > MAX_INDEX_BYTES + HEAD ? undefined : readFileSync(file);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function sumOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
