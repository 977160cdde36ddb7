import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/regular-file.ts';
import { readTask } from './read-task.ts';
import type { EvalTask } from './task.ts';

/** A name is part of a folder's name, and people type it. */
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * The tasks of these folders by name; for equal names the last folder wins. Files that do not end in `.yaml` are
 * ignored; a missing folder has none.
 * @param names only these, in this order; none = all of them
 * @throws Failure `invalid` for a file that cannot be used, `not-found` for a name that no file has
 */
export function tasksOf(folders: readonly string[], names: readonly string[]): readonly EvalTask[] {
  const files = new Map(folders.flatMap(taskFiles).map((file) => [basename(file, '.yaml'), file]));
  const known = [...files.keys()].toSorted();
  const unknown = names.filter((name) => !files.has(name));
  if (unknown.length > 0) {
    throw new Failure('not-found', `There is no task ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  }
  const wanted = names.length === 0 ? known : [...new Set(names)];
  return wanted.map((name) => taskIn(name, files.get(name) ?? ''));
}

function taskIn(name: string, file: string): EvalTask {
  if (!NAME.test(name)) {
    throw new Failure(
      'invalid',
      `${file}: expected small letters, digits and dashes as its name, 32 at most.`,
    );
  }
  return readTask({ name, file, text: readRegular(file) });
}

function taskFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    return names.map((name) => join(folder, name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
