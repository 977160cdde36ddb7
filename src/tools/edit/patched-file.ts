import * as z from 'zod';
import type { PathGuard, WorkspaceFiles } from '../../contracts/exec.ts';
import type { SessionLedger } from '../../contracts/tool.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { isNotebookName } from '../notebook/notebook.ts';
import { type FileChange, refuseUnseen } from './file-change.ts';
import type { MatchLevel } from './find-places.ts';
import { planNotebookEdit } from './notebook-edit.ts';
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

/** Longest diff shown after a match that was not exact, in UTF-16 code units. */
const MAX_DIFF = 4_000;

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

/** Needed to plan a patch; planning changes nothing. */
interface PatchContext {
  readonly workspace: { readonly guard: PathGuard; readonly files: Pick<WorkspaceFiles, 'readText'> };
  readonly ledger: Pick<SessionLedger, 'lastSeen'>;
}

/** The file after `apply_patch`; both it and `preview_patch` decide here. */
export async function planPatch(
  { path, search, replace, occurrence }: PatchInput,
  context: PatchContext,
): Promise<FileChange> {
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

function forgivenBy({ level, undone }: EditPlan): string {
  if (undone.length === 0) return FORGIVEN[level];
  return ` Matched after taking off ${undone.map((wrapping) => TAKEN_OFF[wrapping]).join(' and ')}.`;
}

/** The model did not see the file as it is, so it is shown the result of its edit. */
function diffToShow(path: string, before: string, after: string): string {
  const { diff } = unifiedDiff(path, before, after);
  return diff.length > MAX_DIFF ? ' Read the file to see the result.' : `\n${diff}`;
}
