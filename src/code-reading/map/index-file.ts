import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../../core/failure.ts';
import type { FileReading } from './known-files.ts';

/** Facts read from a file, with the file's state at that time. */
export interface IndexedFile {
  readonly path: string;
  readonly state: string;
  readonly reading: FileReading;
}

/** In bytes; what is larger is neither kept nor read. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Another one when patterns, words or the form change: what was read by other rules is read anew. */
const FORM = 'wasap-map-1\n';
const SUM_BYTES = 32;
const LENGTH_BYTES = 4;
const HEAD = FORM.length + SUM_BYTES;

const Row = z.tuple([
  z.string(),
  z.string(),
  z.boolean(),
  z.int().min(0),
  z.array(z.tuple([z.string(), z.int()])),
]);
const Rows = z.array(Row);

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
  if (body.length > MAX_BYTES) return;
  replacePrivate(file, Buffer.concat([Buffer.from(FORM), sumOf(body), body]));
}

/** By path; empty for a file that is missing, damaged or of another form. */
export function readIndex(file: string): ReadonlyMap<string, IndexedFile> {
  const body = checkedBody(file);
  if (body === undefined) return new Map();
  const end = LENGTH_BYTES + body.readUInt32LE(0);
  const rows = Rows.parse(JSON.parse(body.toString('utf8', LENGTH_BYTES, end)));
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
export function replacePrivate(file: string, content: Buffer | string): void {
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
  const isOurs = all.toString('latin1', 0, FORM.length) === FORM;
  return isOurs && sumOf(body).equals(all.subarray(FORM.length, HEAD)) ? body : undefined;
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return statSync(file).size > MAX_BYTES + HEAD ? undefined : readFileSync(file);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function sumOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
