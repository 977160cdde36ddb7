import { LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { Failure } from '../../core/failure.ts';
import { offsetIn } from '../../library/yaml-places.ts';
import { EvalFile, type EvalTask } from './task.ts';

/** How many problems are named before the sentence gets too long. */
const MAX_PROBLEMS = 10;

export interface TaskText {
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
    throw new Failure('invalid', `${file}: ${sentence.replace(/:$/, '')}`);
  }
  const parsed = EvalFile.safeParse(document.toJS());
  if (parsed.success) return { name, ...parsed.data };
  const lineOf = (path: readonly PropertyKey[]): number => lines.linePos(offsetIn(document, path)).line;
  const problems = parsed.error.issues.flatMap(complaints);
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ path, expectation }) => `${file}:${lineOf(path)}: ${path.join('.') || 'the file'}: ${expectation}`,
    );
  throw new Failure('invalid', `Please correct this task:\n${shown.join('\n')}`);
}

interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly expectation: string;
}

/** An unknown key is reported at its map; a person searches for the key itself. */
function complaints(issue: z.core.$ZodIssue): readonly Complaint[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], expectation: 'there is no such field' }));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ path: issue.path, expectation: message }));
  }
  return [{ path: issue.path, expectation: issue.message.replace(/^Invalid (input|option): /, '') }];
}
