import * as z from 'zod';
import type { SyntaxFault } from '../../contracts/code.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';

export interface BrokenFile {
  readonly path: string;
  /** Line of the first error, 1-based. */
  readonly line: number;
}

/**
 * A fault counts when an edit reported it, because the file may have had others before, or a parser misreads it. While
 * the last edit reported any, each present fault counts: reading the whole file may word them differently.
 */
export function findBrokenFiles(
  calls: readonly CallRecord[],
  now: ReadonlyMap<string, readonly SyntaxFault[]>,
): readonly BrokenFile[] {
  return [...reportedFaults(calls)].flatMap(([path, { ever, byLastEdit }]) => {
    const present = now.get(path);
    const named = present?.find(({ what }) => ever.some((one) => one.what === what));
    const first = named ?? (byLastEdit.length === 0 ? undefined : (present ?? byLastEdit).at(0));
    return first === undefined ? [] : [{ path, line: first.line }];
  });
}

/** Files in which some edit left syntax errors, mended or not. */
export function onceBrokenFiles(calls: readonly CallRecord[]): readonly string[] {
  return [...reportedFaults(calls)].flatMap(([path, { ever }]) => (ever.length > 0 ? [path] : []));
}

/** The words of `change-tool.ts` below an edit that broke something. */
const BROKEN = /^New syntax errors, as far as a parser can tell: (.+)\. Check and correct them/m;
const SAID_FAULT = /^line (\d+): (.+)$/;

interface ReportedFaults {
  /** Collected from all edits of the file. */
  readonly ever: readonly SyntaxFault[];
  readonly byLastEdit: readonly SyntaxFault[];
}

const NO_FAULTS: ReportedFaults = { ever: [], byLastEdit: [] };

/** `from`: of a file that was moved. */
const EditedFile = z.object({ path: z.string(), from: z.string().optional() });

/** The faults that edits reported, by file. */
function reportedFaults(calls: readonly CallRecord[]): ReadonlyMap<string, ReportedFaults> {
  const said = new Map<string, ReportedFaults>();
  for (const { tool, result } of calls) {
    if (!EDIT_TOOLS.includes(tool) || result?.ok !== true) continue;
    const edit = EditedFile.safeParse(result.data).data;
    if (edit === undefined) continue;
    const { path, from } = edit;
    const earlier = said.get(from ?? path) ?? NO_FAULTS;
    const faults = faultsIn(result.text);
    if (from !== undefined) said.delete(from);
    // A file is as broken after a move as it was before.
    said.set(path, from === undefined ? { ever: [...earlier.ever, ...faults], byLastEdit: faults } : earlier);
  }
  return said;
}

function faultsIn(text: string): readonly SyntaxFault[] {
  return (BROKEN.exec(text)?.[1] ?? '').split(/; (?=line \d+: )/).flatMap((one) => {
    const [, line, what = ''] = SAID_FAULT.exec(one) ?? [];
    return line === undefined ? [] : [{ line: Number(line), what }];
  });
}
