import * as z from 'zod';
import type { SessionLedger } from '../../contracts/tool.ts';
import type { PathGuard, WorkspaceFiles } from '../../contracts/workspace-files.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { canonicalJson } from '../../core/json.ts';
import { cellsIn, elementsOf, isNotebookName, type NotebookCell } from '../notebook.ts';
import { type EditRequest, editFailure } from './edit-failure.ts';
import { type FileEdit, refuseUnseen } from './file-change.ts';
import type { MatchLevel } from './find-matches.ts';
import { type EditPlan, planEdit } from './plan-edit.ts';
import type { Wrapping } from './readings.ts';
import { unifiedDiff } from './unified-diff.ts';

export const PatchInput = z.object({
  path: z.string(),
  search: z.string().describe('Text to replace, copied from the file; must be unique'),
  replace: z.string(),
  occurrence: z.literal('all').optional().describe('Replace every occurrence'),
});
export type PatchInput = z.infer<typeof PatchInput>;

/** Needed to plan a patch; planning changes nothing. */
interface PatchContext {
  readonly workspace: { readonly guard: PathGuard; readonly files: Pick<WorkspaceFiles, 'readText'> };
  readonly ledger: Pick<SessionLedger, 'lastSeen'>;
}

/** The file after `apply_patch`; both it and `preview_patch` decide here. */
export async function planPatch(
  { path, search, replace, occurrence }: PatchInput,
  context: PatchContext,
): Promise<FileEdit> {
  const resolved = await context.workspace.guard.resolve(path, 'write');
  const file = await context.workspace.files.readText(path).catch((error: unknown) => {
    const isMissing = isFailure(error) && error.kind === 'not-found';
    throw isMissing && search === '' ? useWrite(resolved.relative) : error;
  });
  // A search with a single match proves that the model knows a file it never read here.
  refuseUnseen(file, context, true);
  const request = { path: resolved.relative, text: file.text, search, replace, all: occurrence === 'all' };
  const notebook = isNotebookName(resolved.relative) ? planNotebookEdit(request) : undefined;
  const plan = notebook ?? planEdit(request);
  const places = plan.places.length > 1 ? ` ${plan.places.length} places.` : '';
  const { cells: numbers = [] } = notebook ?? {};
  const cells = numbers.length > 0 ? ` Cell ${numbers.join(', ')}.` : '';
  const forgiven = forgivenBy(plan);
  const shown = forgiven === '' ? '' : diffToShow(resolved.relative, file.text, plan.text);
  return { path: resolved, before: file, text: plan.text, note: `${cells}${places}${forgiven}${shown}` };
}

function useWrite(path: string): Failure {
  return new Failure('not-found', `${path} does not exist. Make a new file with write_source_file.`);
}

const FORGIVEN: Readonly<Record<MatchLevel, string>> = {
  exact: '',
  'line-endings': '',
  'trailing-space': ' Matched after ignoring spaces at line ends.',
  indentation: ' Matched after shifting the indentation.',
  characters: ' Matched after ignoring typographic characters.',
};

const TAKEN_OFF: Readonly<Record<Wrapping, string>> = {
  'blank-lines': 'blank lines around it',
  block: 'the marks of an edit around it',
  fence: 'the code fences',
  'line-numbers': 'the line numbers',
  markers: 'the markers before each line',
  entities: 'the HTML entities',
  escapes: 'the escapes',
};

function forgivenBy({ level, undone }: EditPlan): string {
  if (undone.length === 0) return FORGIVEN[level];
  return ` Matched after taking off ${undone.map((wrapping) => TAKEN_OFF[wrapping]).join(' and ')}.`;
}

/** Longest diff shown after a match that was not exact, in UTF-16 code units. */
const MAX_DIFF = 4_000;

/** The model did not see the file as it is, so it is shown the result of its edit. */
function diffToShow(path: string, before: string, after: string): string {
  const { diff } = unifiedDiff(path, before, after);
  return diff.length > MAX_DIFF ? ' Read the file to see the result.' : `\n${diff}`;
}

interface NotebookPlan extends EditPlan {
  /** Numbers of the cells that change; none for a change of the file around them. */
  readonly cells: readonly number[];
}

interface CellPlan {
  readonly cell: NotebookCell;
  readonly plan: EditPlan;
}

/**
 * Replaces a passage of one cell; everything else in the file stays byte for byte. Text that is in no cell is searched
 * in the file itself, so that cells can be added and removed.
 * @param request as for any file; its `text` is that of the whole notebook
 * @throws Failure as `planEdit` does; `invalid` when no notebook would be left, or outputs would be changed
 */
function planNotebookEdit(request: EditRequest): NotebookPlan {
  const cells = cellsIn(request.text);
  if (cells === undefined) return { ...planEdit(request), cells: [] };
  const plans = plansFor(cells, request);
  const [first] = plans;
  if (first === undefined) {
    const plan = planEdit(request);
    assertNotebook(request.path, request.text, plan.text);
    return { ...plan, cells: [] };
  }
  const numbers = plans.map(({ cell }) => cell.number);
  if (plans.length > 1 && !request.all) throw inSeveral(request.path, numbers);
  return {
    text: withSources(request.text, plans),
    level: first.plan.level,
    undone: first.plan.undone,
    places: plans.flatMap(({ plan }) => plan.places),
    cells: numbers,
  };
}

/** Cells that hold the passage; those that hold it exactly, if there are any. */
function plansFor(cells: readonly NotebookCell[], request: EditRequest): readonly CellPlan[] {
  if (request.search === '') return [];
  const plans = cells.flatMap((cell) => planInCell(cell, request) ?? []);
  const exact = plans.filter(({ plan }) => plan.level === 'exact' && plan.undone.length === 0);
  return exact.length > 0 ? exact : plans;
}

/** Undefined when the passage is not in this cell. */
function planInCell(cell: NotebookCell, request: EditRequest): CellPlan | undefined {
  try {
    const path = `cell ${cell.number} of ${request.path}`;
    return { cell, plan: planEdit({ ...request, path, text: cell.source }) };
  } catch (error) {
    if (isFailure(error) && error.facts.rule === 'not_found') return undefined;
    throw error;
  }
}

function inSeveral(path: string, numbers: readonly number[]): Failure {
  return editFailure(
    'ambiguous',
    `The search text is in the cells ${numbers.join(', ')} of ${path}. Add lines that are in one of them only, or replace all.`,
  );
}

/** From the last cell to the first, so that the places of the others stay right. */
function withSources(text: string, plans: readonly CellPlan[]): string {
  return plans.toReversed().reduce((whole, { cell: { span }, plan }) => {
    const old = whole.slice(span.start, span.end);
    return `${whole.slice(0, span.start)}${sourceLike(old, plan.text)}${whole.slice(span.end)}`;
  }, text);
}

/** The source in the way it was written before: one string, or its lines with the same space between them. */
function sourceLike(old: string, source: string): string {
  const lines = source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (!old.startsWith('[')) return JSON.stringify(source);
  const [first, second] = elementsOf(old, 0);
  if (first === undefined || lines.length === 0) return JSON.stringify(lines);
  const before = old.slice(1, first.start);
  const between =
    second === undefined ? `,${before === '' ? ' ' : before}` : old.slice(first.end, second.start);
  const after = old.slice((elementsOf(old, 0).at(-1) ?? first).end, -1);
  return `[${before}${lines.map((line) => JSON.stringify(line)).join(between)}${after}]`;
}

/**
 * Throws Failure `invalid` when the text is no notebook, or a cell has outputs that no cell had before: they come from
 * running it.
 */
export function assertNotebook(path: string, before: string | undefined, after: string): void {
  const cells = cellsIn(after);
  if (cells === undefined) {
    throw new Failure(
      'invalid',
      `${path} would not be a notebook: its JSON has to hold nbformat and cells, each with cell_type and source. To change one cell, apply_patch takes its text.`,
    );
  }
  const old = before === undefined ? undefined : cellsIn(before);
  if (old === undefined) return;
  const known = new Set(['[]', ...old.map(({ outputs }) => canonicalJson(outputs))]);
  const changed = cells.find(({ outputs }) => !known.has(canonicalJson(outputs)));
  if (changed === undefined) return;
  throw new Failure(
    'invalid',
    `This would change outputs of cell ${changed.number} of ${path}. Outputs come from running the notebook; change the source of a cell.`,
  );
}
