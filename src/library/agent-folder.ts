import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { SkippedFile, SkipReason } from '../contracts/specialists.ts';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { readBeginning } from '../core/regular-file.ts';
import { decodeUtf8, faultOf, isWithin } from './bootstrap-files.ts';

/** Largest file, in bytes. */
const MAX_BYTES = 64 * 1024;

/** A folder with agent files directly in it. */
export interface AgentFolder {
  readonly folder: string;
  /** Canonical; no file may lead out of it. */
  readonly root: string;
  /** How a person finds a file of this name. */
  place(name: string): string;
}

export interface AgentText {
  readonly file: string;
  readonly text: string;
  readonly hash: string;
}

export interface AgentTexts {
  readonly texts: readonly AgentText[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * The `.md` files of a folder by name. Their authors are not trusted: links count only while they stay inside, pipes
 * and devices are not waited for, and too many or too large files are skipped and listed. Never throws for the disk's
 * contents.
 * @param most files that are read
 */
export function readAgentFolder(from: AgentFolder, most: number): AgentTexts {
  const listed = filesIn(from);
  if (listed.kind === 'closed') {
    return { texts: [], skipped: [{ file: from.place(''), why: listed.why, detail: '' }] };
  }
  const texts: AgentText[] = [];
  const skipped: SkippedFile[] = [];
  for (const name of listed.names.slice(0, most)) {
    const file = from.place(name);
    const read = readText(from, name);
    if (read.kind === 'text') texts.push({ file, text: read.text, hash: read.hash });
    else skipped.push({ file, why: read.why, detail: read.detail });
  }
  const left = listed.names.length - most;
  if (left > 0) skipped.push({ file: from.place(''), why: 'too-many', detail: String(left) });
  return { texts, skipped };
}

type FolderListing =
  | { readonly kind: 'files'; readonly names: readonly string[] }
  | { readonly kind: 'closed'; readonly why: SkipReason };

function filesIn({ folder, root }: AgentFolder): FolderListing {
  try {
    if (!isWithin(root, realpathSync(folder))) return { kind: 'closed', why: 'link' };
    const names = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
    return { kind: 'files', names: names.toSorted() };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return { kind: 'files', names: [] };
    return { kind: 'closed', why: code === 'ENOTDIR' ? 'not-a-file' : faultOf(code) };
  }
}

type ReadAgentFile =
  | { readonly kind: 'text'; readonly text: string; readonly hash: string }
  | { readonly kind: 'skipped'; readonly why: SkipReason; readonly detail: string };

function readText({ folder, root }: AgentFolder, name: string): ReadAgentFile {
  const skipped = (why: SkipReason, detail = ''): ReadAgentFile => ({ kind: 'skipped', why, detail });
  try {
    const real = realpathSync(path.join(folder, name));
    if (!isWithin(root, real)) return skipped('link');
    const { bytes, size } = readBeginning(real, MAX_BYTES);
    if (size > MAX_BYTES) return skipped('too-large', `${MAX_BYTES / 1024} kB`);
    const text = decodeUtf8(bytes, false);
    return text === undefined ? skipped('not-text') : { kind: 'text', text, hash: sha256(bytes) };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return skipped(faultOf(code));
  }
}
