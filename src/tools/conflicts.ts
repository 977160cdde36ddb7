import type { GitChange, UnfinishedKind } from '../contracts/git.ts';
import type { ToolContext } from '../contracts/tool.ts';
import { Failure, isFailure } from '../core/failure.ts';

/** How many files and places are named; the rest is counted. */
const MAX_SHOWN_FILES = 40;
const MAX_PLACES = 10;

/** From the first mark to the last one: 1-based, inclusive. */
interface ConflictRange {
  readonly start: number;
  readonly end: number;
}

/** What the two sides did to a file, by the code of `git status`. */
const SIDES: Readonly<Record<string, string>> = {
  UU: 'changed on both sides',
  AA: 'added on both sides',
  DU: 'deleted here, changed there',
  UD: 'changed here, deleted there',
  DD: 'renamed or deleted on both sides',
  AU: 'named so here only',
  UA: 'named so there only',
};

const NO_MARKS = 'no marks in it: here it is as on our side, git show :3:<path> shows the other';

/** The files in conflict, one a line, with what to do about them. */
export async function conflictText(
  conflicts: readonly GitChange[],
  kind: UnfinishedKind,
  context: Pick<ToolContext, 'workspace'>,
): Promise<string> {
  const shown = conflicts.slice(0, MAX_SHOWN_FILES);
  const lines = await Promise.all(
    shown.map(
      async ({ path, code }) =>
        `${path}: ${SIDES[code] ?? code}${await conflictPlacesText(path, code, context)}`,
    ),
  );
  const more = conflicts.length - shown.length;
  const upper = kind === 'merge' ? 'the current branch' : 'the other branch with the commits so far';
  return [
    `${conflicts.length} files in conflict:`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    `Between the marks, the upper part is of ${upper}. Edit each file until no marks are left (or delete it), run the tests, then git_integrate continue.`,
  ].join('\n');
}

async function conflictPlacesText(
  path: string,
  code: string,
  context: Pick<ToolContext, 'workspace'>,
): Promise<string> {
  const places = await conflictRanges(path, context);
  if (places === undefined) return '';
  if (places.length === 0) return code === 'UU' || code === 'AA' ? `; ${NO_MARKS}` : '';
  const named = places.slice(0, MAX_PLACES).map(({ start, end }) => `${start}-${end}`);
  const more = places.length - named.length;
  return `, lines ${named.join(', ')}${more > 0 ? ` and ${more} more places` : ''}`;
}

/** Throws Failure `invalid` while one of these files still holds marks of a conflict. */
export async function refuseMarked(
  paths: readonly string[],
  context: Pick<ToolContext, 'workspace'>,
): Promise<void> {
  const marked: string[] = [];
  for (const path of paths) {
    const [first] = (await conflictRanges(path, context)) ?? [];
    if (first !== undefined) marked.push(`${path}:${first.start}`);
  }
  if (marked.length > 0)
    throw new Failure('invalid', `Marks of a conflict are left in ${marked.join(', ')}. Resolve them first.`);
}

/** Undefined for a file that is gone, is no text, or may not be read. */
async function conflictRanges(
  path: string,
  { workspace: { files } }: Pick<ToolContext, 'workspace'>,
): Promise<readonly ConflictRange[] | undefined> {
  try {
    return markedPlaces((await files.readText(path)).text.split('\n'));
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** A line of seven signs alone is no mark: headings are underlined like that. */
function markedPlaces(lines: readonly string[]): readonly ConflictRange[] {
  const places: ConflictRange[] = [];
  let start: number | undefined;
  lines.forEach((line, at) => {
    if (/^<{7} /.test(line)) start ??= at + 1;
    else if (/^>{7} /.test(line) && start !== undefined) {
      places.push({ start, end: at + 1 });
      start = undefined;
    }
  });
  return places;
}
