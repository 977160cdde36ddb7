import type { SyntaxFault } from '../../contracts/code.ts';
import type { Tool, ToolContext } from '../../contracts/tool.ts';
import {
  ChangeData,
  type FileChange,
  prepareChange,
  recoverChange,
  reviewChange,
  writeChange,
} from './file-change.ts';

/** The parts of a tool that changes one file, beyond its name and its input. */
type ChangeTool<Input> = Required<
  Pick<Tool<Input, ChangeData>, 'effect' | 'files' | 'output' | 'review' | 'prepare' | 'recover' | 'run'>
>;

/** The passage that an edit names, if it names one: nothing else in the file changes. */
interface Passage {
  readonly search: string;
  readonly replace: string;
}

interface Planned {
  readonly change: FileChange;
  readonly faults: Promise<readonly SyntaxFault[]>;
}

/**
 * A tool that changes one file according to `plan`, and reports new syntax errors; the change stays even then. It is
 * planned once, before the intent is stored. The write checks that the file is still the same, while a parser reads
 * the new text.
 */
export function changeTool<Input extends { readonly path: string }>(
  plan: (input: Input, context: ToolContext) => Promise<FileChange>,
  passageOf?: (input: Input) => Passage,
): ChangeTool<Input> {
  // Dropped with the call: its input is an object of its own, parsed once.
  const planned = new WeakMap<Input, Planned>();
  const planFor = async (input: Input, context: ToolContext): Promise<Planned> => {
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
      context.workspace.code.begin(input.path, passageOf?.(input));
      return reviewChange(input.path, context, () => plan(input, context));
    },
    async prepare(input, context, reviewed) {
      const ready = await planFor(input, context);
      planned.set(input, ready);
      return prepareChange(ready.change, reviewed);
    },
    recover: (_input, context, prepared) => recoverChange(context, prepared),
    async run(input, context, prepared) {
      const { change, faults } = planned.get(input) ?? (await planFor(input, context));
      const answer = await writeChange(change, context, prepared);
      return { ...answer, note: faults.then(syntaxNote) };
    },
  };
}

function syntaxNote(faults: readonly SyntaxFault[]): string {
  if (faults.length === 0) return '';
  const each = faults.map(({ line, what }) => `line ${line}: ${what}`);
  return `New syntax errors, as far as a parser can tell: ${each.join('; ')}. Check and correct them; nothing was reverted.`;
}
