import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Bootstrap, BootstrapFault, BootstrapFile, BootstrapName } from '../contracts/assignment.ts';
import { codeOf } from '../core/failure.ts';
import { readBeginning } from '../core/file-access.ts';
import { isInside } from '../core/paths.ts';
import { firstLines } from '../core/text.ts';
import { isMissing, realPath } from './look-at-path.ts';

/** Longest file, in UTF-16 code units: about 1,500 tokens, paid for in every session. */
export const MAX_CHARACTERS = 6000;
/** As many bytes as these can take in UTF-8, with a byte order mark. */
export const MAX_BYTES = MAX_CHARACTERS * 3 + 3;

/** Such a name is not there, or cannot be. */
export const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * The bootstrap files below one folder, each searched for first in sub-folders named like the end of the project's
 * path (`projects/shop/`, then `shop/`), then in the folder itself. Only the first that exists counts, even an empty
 * one: that is how a project opts out.
 */
export function createBootstrapFiles(folder: string): Bootstrap {
  return (project, names) => {
    const root = canonicalFolder(folder);
    if (root === undefined) return [];
    return names.flatMap((name) => {
      const place = placeIn(root, project, name);
      const found = place === undefined ? undefined : readAt(root, name, place);
      return found === undefined ? [] : [found];
    });
  };
}

/** Path, below the folder, of the file of this name that counts for a project; undefined when there is none. */
export function bootstrapPlace(folder: string, project: string, name: BootstrapName): string | undefined {
  const root = canonicalFolder(folder);
  return root === undefined ? undefined : placeIn(root, project, name);
}

function placeIn(root: string, project: string, name: BootstrapName): string | undefined {
  const folders = [...endsOf(project), ''];
  return folders.map((inner) => path.posix.join(inner, name)).find((at) => isThere(root, at));
}

function canonicalFolder(folder: string): string | undefined {
  return isMissing(folder) ? undefined : realPath(folder);
}

/** `home/ana/shop`, `ana/shop`, `shop`. */
function endsOf(project: string): readonly string[] {
  const names = project.slice(path.parse(project).root.length).split(path.sep).filter(Boolean);
  return names.map((_, at) => names.slice(at).join('/'));
}

function isThere(root: string, place: string): boolean {
  try {
    lstatSync(path.join(root, place));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    // An inaccessible file is reported rather than skipped: it would have counted.
    return !ABSENT.has(code);
  }
}

/** Undefined when it is empty. */
function readAt(root: string, name: BootstrapName, place: string): BootstrapFile | undefined {
  const refused = (why: BootstrapFault): BootstrapFile => ({ kind: 'refused', name, place, why });
  try {
    const real = realpathSync.native(path.join(root, place));
    if (!isInside(real, root)) return refused('link');
    const { bytes, size } = readBeginning(real, MAX_BYTES);
    const all = decodeUtf8(bytes, size > bytes.length);
    if (all === undefined) return refused('not-text');
    const text = firstLines(all, MAX_CHARACTERS).trim();
    const isCut = size > bytes.length || all.length > MAX_CHARACTERS;
    return text === '' ? undefined : { kind: 'read', name, place, text, bytes: size, isCut };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return refused(bootstrapFault(code));
  }
}

/** @param code of the system's error */
export function bootstrapFault(code: string): BootstrapFault {
  return NO_FILE.has(code) ? 'not-a-file' : 'unreadable';
}

/** ENXIO: a socket, or a device that is not there. */
const NO_FILE: ReadonlySet<string> = new Set(['EISDIR', 'EINVAL', 'ENXIO']);

/**
 * Undefined for what is no UTF-8, or holds a NUL as UTF-16 and programs do. `isBeginning`: the last character may be
 * cut.
 */
export function decodeUtf8(bytes: Buffer, isBeginning: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isBeginning });
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}
