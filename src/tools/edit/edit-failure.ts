import { Failure } from '../../core/failure.ts';

/** A text that a model wants replaced, and its replacement. */
export interface EditPassage {
  readonly search: string;
  readonly replace: string;
}

/** A passage and the file it is searched in. */
export interface PassageIn extends EditPassage {
  /** Only for messages, and for the language's form of omissions and entities. */
  readonly path: string;
}

/** A passage after one undo. */
export interface UndonePassage {
  readonly search: string;
  /** Undefined: the replacement cannot be read with certainty. */
  readonly replace: string | undefined;
  /** The search can only mean whole lines. */
  readonly wholeLines?: true | undefined;
  /** Proof that is needed beside the text: the 1-based line where the search begins. */
  readonly atLine?: number | undefined;
}

export interface EditRequest extends PassageIn {
  readonly text: string;
  /** True: every match instead of the only one. */
  readonly all: boolean;
}

/** Why an edit cannot be carried out. */
export type EditProblem =
  | 'not_found'
  | 'ambiguous'
  | 'no_change'
  | 'file_not_found'
  | 'empty_search'
  | 'is_directory'
  | 'outside_workspace'
  | 'binary'
  | 'encoding'
  | 'omission_placeholder';

/** Problems of the edit itself, whatever its path. */
type PlanProblem = Exclude<EditProblem, 'file_not_found' | 'is_directory' | 'outside_workspace'>;

/** By the Failure's rule. */
const PROBLEMS: Readonly<Record<string, EditProblem>> = {
  not_found: 'not_found',
  ambiguous: 'ambiguous',
  no_change: 'no_change',
  empty_search: 'empty_search',
  omission_placeholder: 'omission_placeholder',
  binary: 'binary',
  encoding: 'encoding',
  folder: 'is_directory',
  outside: 'outside_workspace',
  git: 'outside_workspace',
  own: 'outside_workspace',
  secret: 'outside_workspace',
  windows: 'outside_workspace',
};

/** A Failure `invalid` with its kind of problem. */
export function editFailure(problem: PlanProblem, message: string): Failure {
  return new Failure('invalid', message, { facts: { rule: problem } });
}

/** The problem behind a Failure of `planPatch`; a path without a file counts as not found. */
export function problemOf({ facts }: Failure): EditProblem {
  return PROBLEMS[String(facts.rule)] ?? 'file_not_found';
}

/** In a pattern with the flag `u`, this matches only a lone surrogate. */
const HALF_PAIR = /[\ud800-\udfff]/u;

/** Throws Failure `invalid` for text that a file cannot hold, or that no tool could read from it again. */
export function refuseUnwritable(text: string): void {
  if (text.includes('\0')) {
    throw editFailure(
      'binary',
      'The new text holds a NUL character, which would make the file binary. Write it as an escape of the language.',
    );
  }
  if (HALF_PAIR.test(text)) {
    throw editFailure(
      'encoding',
      'The new text holds half of a character (a lone surrogate), which no UTF-8 file can hold. Write the whole character.',
    );
  }
}
