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

/** What a tool that changes one file consists of, beyond its name and its input. */
type ChangeTool<Input> = Required<
  Pick<Tool<Input, ChangeData>, 'effect' | 'files' | 'output' | 'review' | 'prepare' | 'recover' | 'run'>
>;

/** All that changes, where a call says so. */
interface Passage {
  readonly search: string;
  readonly replace: string;
}

interface Planned {
  readonly change: FileChange;
  readonly faults: Promise<readonly SyntaxFault[]>;
}

/**
 * A tool that makes of one file what `plan` says, and tells what that breaks for the grammar of its language; the change
 * itself stays as it is. Planned once, before the intent is stored: the write makes sure that the file is still the
 * same, and a parser reads the new text meanwhile.
 */
export function changeTool<Input extends { readonly path: string }>(
  plan: (input: Input, context: ToolContext) => Promise<FileChange>,
  passageOf?: (input: Input) => Passage,
): ChangeTool<Input> {
  // As long as the call itself: its input is read once.
  const planned = new WeakMap<Input, Planned>();
  const planFor = async (input: Input, context: ToolContext): Promise<Planned> => {
    const change = await plan(input, context);
    const { path, before, text } = change;
    const faults = context.code.newFaults(path.relative, before?.text, text);
    // No edit fails because there is no parser to look at it.
    return { change, faults: faults.catch(() => []) };
  };
  return {
    effect: 'writes',
    files: ({ path }) => [path],
    output: ChangeData,
    review(input, context) {
      // What has to be looked at first leaves it time.
      context.code.begin(input.path, passageOf?.(input));
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
