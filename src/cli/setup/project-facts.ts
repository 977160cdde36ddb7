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
import { isFailure } from '../../core/failure.ts';
import { oneLine } from '../../core/text.ts';
import { createProjectFiles } from '../../git/project-files.ts';
import { describeWorkspace } from '../../git/workspaces/look.ts';
import { escapeHidden } from '../../policy/display.ts';
import { isGitName, isSecretPath } from '../../policy/file-classes.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ProjectFacts, SourceFile, Todo } from './first-task.ts';

/** Nobody waits longer for a suggestion. */
const WITHIN_MS = 3 * SECOND_MS;
/** How many source files are looked at. */
const MAX_SOURCES = 400;
const MAX_TODO_LENGTH = 60;

/** Undefined when the project takes too long to read. */
export async function lookAtProject(settings: Settings): Promise<ProjectFacts | undefined> {
  const { workspace, folders, access } = settings;
  const environment = environmentOf(settings);
  const root = workspace.projectRoot;
  const ownFolders = [folders.data, folders.config];
  const files = createProjectFiles({ environment, ownFolders, isSecret: isSecretPath, isGitName });
  const signal = AbortSignal.timeout(WITHIN_MS);
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
