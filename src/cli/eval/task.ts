import { readdirSync } from 'node:fs';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { fault, faultList } from '../../core/texts/faults.ts';
import { offsetIn } from '../../core/yaml-trees.ts';

const MAX_LINE_LENGTH = 4000;
const MAX_FILES = 100;

const OneLine = z
  .string()
  .trim()
  .min(1, 'expected some words')
  .max(MAX_LINE_LENGTH)
  .refine((text) => !/[\0\r\n]/.test(text), 'expected one line');

/** Relative to the project, with `/`. */
const FilePath = z.string().refine(isOrdinaryPath, 'expected a path inside the project, outside of .git');
const Files = z.record(FilePath, z.string());

const Pattern = z.string().min(1).refine(isPattern, 'expected a regular expression of JavaScript');
const Patterns = z.array(Pattern).default([]);
const Glob = z.string().min(1).max(500);

const CommandCheck = z.strictObject({
  /** One line for bash. */
  run: OneLine,
  exit: z.int().min(0).max(255).default(0),
  /** A text that its output must contain: a test runner that ran no tests also succeeds. */
  says: z.string().min(1).optional(),
  seconds: z.int().min(1).max(600).default(60),
});
export type CommandCheck = z.infer<typeof CommandCheck>;

const ContentCheck = z
  .strictObject({
    files: Glob,
    /** Each must match in at least one of the files. */
    has: Patterns,
    /** None may match in any of them. */
    lacks: Patterns,
  })
  .refine(({ has, lacks }) => has.length + lacks.length > 0, 'expected `has` or `lacks`');
export type ContentCheck = z.infer<typeof ContentCheck>;

const TestCheck = z.strictObject({
  /** One line for bash. It has to end with 0 when all planted bugs are fixed, with 1 when one of them is not. */
  run: OneLine,
  seconds: z.int().min(1).max(600).default(60),
});
export type TestCheck = z.infer<typeof TestCheck>;

const Checks = z
  .strictObject({
    /** Put into a copy of the project after the agent has ended, replacing existing files. */
    files: Files.default({}),
    commands: z.array(CommandCheck).default([]),
    /** A glob that begins with `!` is an exception. */
    unchanged: z.array(Glob).default([]),
    contents: z.array(ContentCheck).default([]),
    /** Each must match in the agent's closing words, in any case. */
    answer: Patterns,
    /** None may match in a tool call of the agent. */
    never: Patterns,
    /** The answer names the line of every planted bug, and no clean line. */
    report: z.literal(true).optional(),
    /** Tests that the agent wrote: each planted bug makes them fail, and nothing else does. */
    tests: TestCheck.optional(),
  })
  .refine(
    ({ commands, contents, answer, report, tests }) =>
      commands.length + contents.length + answer.length > 0 || report !== undefined || tests !== undefined,
    'expected `commands`, `contents`, `answer`, `report` or `tests`: an agent that does nothing must not pass',
  );
export type Checks = z.infer<typeof Checks>;

const Limits = z.strictObject({
  rounds: z.int().min(1).max(200).default(20),
  /** Dollars. */
  usd: z.number().min(0.01).max(100).default(0.5),
  minutes: z.number().min(0.01).max(240).default(10),
});

/** A line of the project, found by its text: numbers would be wrong after the next change. */
const TaskPassage = z.strictObject({
  file: FilePath,
  /** Part of one line, and of no other line of that file. */
  text: OneLine,
  what: OneLine,
  /** How many lines above and below count as the same place. */
  around: z.int().min(0).max(20).default(2),
});
export type Passage = z.infer<typeof TaskPassage>;

/** `mended`: replaces `text` when it is fixed. */
const PlantedBug = TaskPassage.extend({ mended: z.string().max(MAX_LINE_LENGTH).optional() });
export type Planted = z.infer<typeof PlantedBug>;

const Fields = z.strictObject({
  language: OneLine,
  summary: OneLine,
  /** Programs that must be installed. */
  needs: z.array(z.string().regex(/^[\w.+-]+$/, 'expected the name of a program')).default([]),
  files: Files.refine((files) => {
    const count = Object.keys(files).length;
    return count > 0 && count <= MAX_FILES;
  }, `expected 1 to ${MAX_FILES} files`),
  /** Name or reference of the specialist to begin; undefined: the agent itself. */
  specialist: z.string().min(1).max(200).optional(),
  /** Planted bugs of the project. */
  planted: z.array(PlantedBug).default([]),
  /** Code that looks wrong and is not. */
  clean: z.array(TaskPassage).default([]),
  request: z.string().trim().min(1).max(8000),
  /** Beginnings of commands that get a yes when they ask. Everything else gets a no. */
  approve: z.array(OneLine).default([]),
  limits: Limits.prefault({}),
  checks: Checks,
});

/** One evaluation task in the form of its file in `config/evals`; docs/evals.md explains how to write one. */
const EvalFile = Fields.superRefine((task, context) => {
  const problems = [
    ...misplacedProblems(task, 'planted'),
    ...misplacedProblems(task, 'clean'),
    ...incompleteProblems(task),
  ];
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [...path], message });
});

interface TaskProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type TaskFields = z.infer<typeof Fields>;

function misplacedProblems(task: TaskFields, list: 'planted' | 'clean'): readonly TaskProblem[] {
  return task[list].flatMap(({ file, text }, at) =>
    linesWith(text, task.files[file] ?? '').length === 1
      ? []
      : [{ path: [list, at, 'text'], message: 'expected a part of exactly one line of that file' }],
  );
}

function incompleteProblems({ planted, checks: { report, tests } }: TaskFields): readonly TaskProblem[] {
  const isUsed = report !== undefined || tests !== undefined;
  if (isUsed && planted.length === 0) return [{ path: ['planted'], message: 'expected what is to be found' }];
  if (tests === undefined) return [];
  return planted.flatMap(({ mended }, at) =>
    mended === undefined ? [{ path: ['planted', at], message: 'expected `mended`' }] : [],
  );
}

/** Numbers of the lines that contain a text, from 1. */
export function linesWith(text: string, file: string): readonly number[] {
  return file.split('\n').flatMap((line, at) => (line.includes(text) ? [at + 1] : []));
}

export interface EvalTask extends z.infer<typeof EvalFile> {
  /** Name of the task's file, without `.yaml`. */
  readonly name: string;
}

function isOrdinaryPath(path: string): boolean {
  if (path === '' || path.length > 200 || isAbsolute(path) || /[\0\\\r\n]/.test(path)) return false;
  const parts = path.split('/');
  return normalize(path) === path && !parts.includes('..') && !parts.includes('.git') && path !== '.';
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

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
