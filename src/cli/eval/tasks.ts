import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { fault, faultList } from '../../core/texts/faults.ts';
import { offsetIn } from '../../core/yaml-trees.ts';
import { EvalFile, type EvalTask } from './task.ts';

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
    throw new Failure('not-found', fault('eval-no-task', unknown.join(', '), known.join(', ')));
  }
  const wanted = names.length === 0 ? known : [...new Set(names)];
  return wanted.map((name) => taskIn(name, files.get(name) ?? ''));
}

function taskIn(name: string, file: string): EvalTask {
  if (!NAME.test(name)) {
    throw new Failure('invalid', fault('eval-task-name', file));
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

/** How many problems are named before the sentence gets too long. */
const MAX_PROBLEMS = 10;

interface TaskText {
  readonly name: string;
  /** Used in error messages. */
  readonly file: string;
  readonly text: string;
}

/** @throws Failure `invalid` with file, line, field and what was expected, for every error */
export function readTask({ name, file, text }: TaskText): EvalTask {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken !== undefined) {
    // The following lines show the place again.
    const [sentence = ''] = broken.message.split('\n');
    throw new Failure('invalid', fault('eval-task-yaml', file, sentence.replace(/:$/, '')));
  }
  const parsed = EvalFile.safeParse(document.toJS());
  if (parsed.success) return { name, ...parsed.data };
  const lineOf = (path: readonly PropertyKey[]): number => lines.linePos(offsetIn(document, path)).line;
  const problems = parsed.error.issues.flatMap(complaints);
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, expectation }) =>
      fault(
        'field-wrong',
        `${file}:${lineOf(path)}`,
        path.join('.') || fault('file-as-a-whole'),
        expectation,
      ),
    );
  throw new Failure('invalid', fault('eval-task-wrong', faultList(shown)));
}

interface TaskComplaint {
  readonly path: readonly PropertyKey[];
  readonly expectation: string;
}

/** An unknown key is reported at its map; a person searches for the key itself. */
function complaints(issue: z.core.$ZodIssue): readonly TaskComplaint[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], expectation: 'there is no such field' }));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ path: issue.path, expectation: message }));
  }
  return [{ path: issue.path, expectation: issue.message.replace(/^Invalid (input|option): /, '') }];
}
