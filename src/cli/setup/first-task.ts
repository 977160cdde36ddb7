import { unreachable } from '../../core/failure.ts';
import type { SetupWords } from './texts/texts.ts';

/** What a project shows of itself, without a model and without running anything. */
export interface ProjectFacts {
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

export interface SourceFile {
  /** Relative to the project. */
  readonly path: string;
  readonly bytes: number;
}

/** A note in a comment that something is left to do. */
export interface Todo {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What it says after TODO or FIXME. */
  readonly says: string;
}

export type FirstTask =
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
}: ProjectFacts): FirstTask {
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
