import type { AppliedEdit, SyntaxFault } from '../../contracts/code.ts';
import type { Tool, ToolContext } from '../../contracts/tool.ts';
import type { Json } from '../../core/json.ts';
import {
  ChangeData,
  type FileEdit,
  PreparedChange,
  prepareChange,
  recoverChange,
  reviewChange,
  writeChange,
} from './file-change.ts';
import { touchedLines } from './unified-diff.ts';

/** The parts of a tool that changes one file, beyond its name and its input. */
type ChangeTool<Input> = Required<
  Pick<Tool<Input, ChangeData>, 'effect' | 'files' | 'output' | 'review' | 'prepare' | 'recover' | 'run'>
>;

/** The passage that an edit names, if it names one: nothing else in the file changes. */
interface NamedPassage {
  readonly search: string;
  readonly replace: string;
}

interface PlannedChange {
  readonly change: FileEdit;
  readonly faults: Promise<readonly SyntaxFault[]>;
}

/**
 * A tool that changes one file according to `plan`, and reports new syntax errors and what the project's own checks
 * say; the change stays even then. It is planned once, before the intent is stored. The write checks that the file is
 * still the same, while a parser reads the new text.
 */
export function changeTool<Input extends { readonly path: string }>(
  plan: (input: Input, context: ToolContext) => Promise<FileEdit>,
  passageOf?: (input: Input) => NamedPassage,
): ChangeTool<Input> {
  // Dropped with the call: its input is an object of its own, parsed once.
  const planned = new WeakMap<Input, PlannedChange>();
  const planFor = async (input: Input, context: ToolContext): Promise<PlannedChange> => {
    const change = await plan(input, context);
    const { path, before, text } = change;
    const faults = context.workspace.code.newFaults(path.relative, before?.text, text);
    // A missing parser must not make an edit fail.
    return { change, faults: faults.catch(() => []) };
  };
  return {
    effect: 'writes',
    files: ({ path }) => [path],
    output: ChangeData,
    review(input, context) {
      // The parser reads the file while the change is judged.
      context.workspace.code.prepare(input.path, passageOf?.(input));
      return reviewChange(input.path, context, () => plan(input, context));
    },
    async prepare(input, context, reviewed) {
      const ready = await planFor(input, context);
      planned.set(input, ready);
      return prepareChange(ready.change, reviewed);
    },
    async recover(_input, context, prepared) {
      const found = await recoverChange(context, prepared);
      if (found.kind !== 'done') return found;
      return { ...found, answer: { ...found.answer, note: noteOnWritten(prepared, context) } };
    },
    async run(input, context, prepared) {
      const { change, faults } = planned.get(input) ?? (await planFor(input, context));
      const answer = await writeChange(change, context, prepared);
      return { ...answer, note: noteOn(madeEdit(change, prepared), faults, context) };
    },
  };
}

/** A file that cannot be parsed tells the other checks nothing new. */
async function noteOn(
  edit: AppliedEdit,
  faults: Promise<readonly SyntaxFault[]>,
  { workspace, signal }: Pick<ToolContext, 'workspace' | 'signal'>,
): Promise<string> {
  const syntax = syntaxNote(await faults);
  return syntax !== '' ? syntax : ((await workspace.checks?.afterEdit(edit, signal)) ?? '');
}

/** After a crash the file from before the edit is gone: what is wrong on its changed lines is new. */
async function noteOnWritten(prepared: Json, { workspace }: Pick<ToolContext, 'workspace'>): Promise<string> {
  const { path, answer } = PreparedChange.parse(prepared);
  const touched = touchedLines(answer.data.diff, 'new');
  const faults = await workspace.files
    .readText(path)
    .then(({ text }) => workspace.code.newFaults(path, undefined, text))
    // A missing parser, or a file that is gone by now, must not make an edit fail.
    .catch(() => []);
  return syntaxNote(faults.filter(({ line }) => touched.has(line)));
}

function madeEdit({ text }: FileEdit, prepared: Json): AppliedEdit {
  const { path, before, after, answer } = PreparedChange.parse(prepared);
  return { path, before: before ?? undefined, after, text, diff: answer.data.diff };
}

function syntaxNote(faults: readonly SyntaxFault[]): string {
  if (faults.length === 0) return '';
  const each = faults.map(({ line, what }) => `line ${line}: ${what}`);
  return `New syntax errors, as far as a parser can tell: ${each.join('; ')}. Check and correct them; nothing was reverted.`;
}
