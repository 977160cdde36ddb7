import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { BootstrapFault } from '../../contracts/assignment.ts';
import { codeOf } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import { isInside } from '../../core/paths.ts';
import {
  ABSENT,
  bootstrapFault,
  bootstrapPlace,
  decodeUtf8,
  MAX_BYTES,
  MAX_CHARACTERS,
} from '../../files/bootstrap-files.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { NoteFile } from './note.ts';

export type FoundNotes =
  /** `before` undefined when there is no such file yet. */
  | { readonly kind: 'found'; readonly place: string; readonly before: string | undefined }
  | { readonly kind: 'refused'; readonly place: string; readonly why: BootstrapFault | 'linked' };

/** Undefined when it was written. */
export type WriteFault = { readonly kind: 'moved' } | { readonly kind: 'unwritable'; readonly why: string };

/** The files that lines are added to, below one folder. */
export interface NoteFiles {
  /** Most characters of one. */
  readonly most: number;
  /** The file that counts for this project; when there is none, the place where one would be for all projects. */
  find(file: NoteFile, project: string): FoundNotes;
  /** The present text; undefined when it is missing or unreadable. */
  textAt(place: string): string | undefined;
  /**
   * Writes the file as a whole or not at all; it is on the disk when this returns. When `next` is undefined, the file
   * is removed.
   * @param before what the file must still hold; undefined when no file may be there
   */
  write(place: string, before: string | undefined, next: string | undefined): WriteFault | undefined;
}

export function createNoteFiles(folder: string): NoteFiles {
  const read = (place: string): FoundNotes => readAt(folder, place);
  const textAt = (place: string): string | undefined => {
    const found = read(place);
    return found.kind === 'found' ? found.before : undefined;
  };
  return {
    most: MAX_CHARACTERS,
    textAt,
    find: (file, project) => read(bootstrapPlace(folder, project, file) ?? file),
    write(place, before, next) {
      const now = read(place);
      if (now.kind === 'refused' || now.before !== before) return { kind: 'moved' };
      return tryWrite(() => replaceFile(path.join(folder, place), next));
    },
  };
}

/** A link is never followed: USER.md could lead to SOUL.md, which the program never writes. */
function readAt(folder: string, place: string): FoundNotes {
  const refused = (why: BootstrapFault | 'linked'): FoundNotes => ({ kind: 'refused', place, why });
  const at = path.join(folder, place);
  try {
    if (lstatSync(at).isSymbolicLink()) return refused('linked');
    if (!isInside(realpathSync(path.dirname(at)), realpathSync(folder))) return refused('link');
    const { bytes, size } = readBeginning(at, MAX_BYTES + 1);
    // A larger file is refused for its length, whatever follows.
    const before = decodeUtf8(bytes, size > bytes.length);
    return before === undefined ? refused('not-text') : { kind: 'found', place, before };
  } catch (error) {
    const code = codeOf(error);
    if (ABSENT.has(code) && code !== undefined) return { kind: 'found', place, before: undefined };
    if (code === undefined) throw error;
    return refused(code === 'ELOOP' ? 'linked' : bootstrapFault(code));
  }
}

function tryWrite(work: () => void): WriteFault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const why = codeOf(error);
    if (why === undefined) throw error;
    return { kind: 'unwritable', why };
  }
}
