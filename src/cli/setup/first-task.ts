import { environmentOf } from '../../app/host-context.ts';
import {
  isMadeText,
  isSourcePath,
  kindsOf,
  readInside,
  statSource,
} from '../../code-reading/map/source-files.ts';
import type { ProjectListing } from '../../contracts/code.ts';
import { SECOND_MS } from '../../core/clock.ts';
import { isFailure, unreachable } from '../../core/failure.ts';
import { oneLine } from '../../core/text.ts';
import { createProjectFiles } from '../../git/project-files.ts';
import { describeWorkspace } from '../../git/workspaces/describe-workspace.ts';
import { escapeHidden } from '../../policy/display.ts';
import { isGitName, isSecretPath } from '../../policy/file-classes.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SetupWords } from './texts/texts.ts';

/** What a project shows of itself, without a model and without running anything. */
export interface ProjectSketch {
  /** False: tasks only read. */
  readonly writeEnabled: boolean;
  /** As its files suggest: `npm test`, `pytest` … */
  readonly testCommand: string | undefined;
  readonly hasTests: boolean;
  readonly hasReadme: boolean;
  /** Source files that are neither tests nor generated. */
  readonly sources: readonly SourceFile[];
  readonly todo: Todo | undefined;
}

interface SourceFile {
  /** Relative to the project. */
  readonly path: string;
  readonly bytes: number;
}

/** A note in a comment that something is left to do. */
interface Todo {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What it says after TODO or FIXME. */
  readonly says: string;
}

type FirstTask =
  /** A question, which changes nothing. */
  | { readonly kind: 'explain' }
  | { readonly kind: 'add-tests'; readonly path: string }
  | ({ readonly kind: 'todo' } & Todo)
  | { readonly kind: 'add-readme' }
  | { readonly kind: 'run-tests'; readonly command: string };

/** A smaller file has little to test. */
const MIN_TESTED_BYTES = 300;

/** A small task whose result the person can judge at once. */
export function firstTask({
  writeEnabled,
  testCommand,
  hasTests,
  hasReadme,
  sources,
  todo,
}: ProjectSketch): FirstTask {
  const tested = smallestFile(sources.filter(({ bytes }) => bytes >= MIN_TESTED_BYTES));
  if (!writeEnabled || sources.length === 0) return { kind: 'explain' };
  if (!hasTests && tested !== undefined) return { kind: 'add-tests', path: tested.path };
  if (todo !== undefined) return { kind: 'todo', ...todo };
  if (!hasReadme) return { kind: 'add-readme' };
  return testCommand === undefined ? { kind: 'explain' } : { kind: 'run-tests', command: testCommand };
}

function smallestFile(files: readonly SourceFile[]): SourceFile | undefined {
  return files.toSorted((one, other) => one.bytes - other.bytes)[0];
}

export function firstTaskText(task: FirstTask, { setup }: SetupWords): string {
  const words = setup.firstTask;
  switch (task.kind) {
    case 'explain':
      return words.question;
    case 'add-tests':
      return words.task(words.addTests(task.path));
    case 'todo':
      return words.task(words.todo(`${task.path}:${task.line}`, task.says));
    case 'add-readme':
      return words.task(words.addReadme);
    case 'run-tests':
      return words.task(words.runTests(task.command));
    default:
      return unreachable(task);
  }
}

/** Nobody waits longer for a suggestion. */
const SUGGESTION_TIMEOUT_MS = 3 * SECOND_MS;
/** How many source files are looked at. */
const MAX_SOURCES = 400;
const MAX_TODO_LENGTH = 60;

/** Undefined when the project takes too long to read. */
export async function lookAtProject(settings: Settings): Promise<ProjectSketch | undefined> {
  const { workspace, folders, access } = settings;
  const environment = environmentOf(settings);
  const root = workspace.projectRoot;
  // It is only read, and what the package brings is no secret.
  const ownFolders = [folders.data, folders.config];
  const files = createProjectFiles({ environment, ownFolders, isSecret: isSecretPath, isGitName });
  const signal = AbortSignal.timeout(SUGGESTION_TIMEOUT_MS);
  let listing: ProjectListing;
  try {
    listing = await files.list(root, signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
  const paths = listing.paths.filter((path) => isSourcePath(path) && !files.isClosed(root, path));
  const kinds = kindsOf(paths);
  const sources = paths.filter((_, at) => kinds[at] === 'own').slice(0, MAX_SOURCES);
  const { testCommand } = await describeWorkspace(root, environment);
  return {
    writeEnabled: access.writeEnabled,
    testCommand,
    hasTests: kinds.includes('test'),
    hasReadme: listing.paths.some((path) => /^readme(?:\.\w+)?$/i.test(path)),
    sources: sources
      .flatMap((path) => statSource(root, path) ?? [])
      .map(({ path, bytes }): SourceFile => ({ path, bytes })),
    todo: firstTodo(root, sources),
  };
}

function firstTodo(root: string, paths: readonly string[]): Todo | undefined {
  for (const path of paths) {
    const text = readInside(root, path)?.toString('utf8') ?? '';
    const found = isMadeText(text) ? undefined : todoIn(text);
    if (found !== undefined) return { path: escapeHidden(path), ...found };
  }
  return undefined;
}

/** Only in a comment, and only with words: a bare mark is nothing to do. */
const TODO = /(?:\/\/|\/\*|^\s*\*|#|--|;|<!--)\s*(?:TODO|FIXME)\b(?:\([^)]*\))?:?\s*(.*[\p{L}\p{N}].*)$/u;

/** The first one in a source file. */
export function todoIn(text: string): Omit<Todo, 'path'> | undefined {
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const says = TODO.exec(line)?.[1];
    if (says !== undefined) return { line: at + 1, says: cleanComment(says) };
  }
  return undefined;
}

/** Without the end of its comment; a text of a project may not move the cursor. */
function cleanComment(says: string): string {
  return escapeHidden(oneLine(says.replace(/\s*(?:\*\/|-->)\s*$/, '').trim(), MAX_TODO_LENGTH));
}
