import type { SyntaxFault } from '../contracts/code.ts';
import type { ToolContext } from '../contracts/tool.ts';
import type { FileChange } from './edit/file-change.ts';

/** Adds to the answer what the change breaks for the grammar of its language; the change itself stays as it is. */
export async function withSyntaxNote(
  change: FileChange,
  { code }: Pick<ToolContext, 'code'>,
): Promise<FileChange> {
  const { path, before, text, note } = change;
  const faults = await code.newFaults(path.relative, before?.text, text);
  return faults.length === 0 ? change : { ...change, note: `${note}\n${syntaxNote(faults)}` };
}

function syntaxNote(faults: readonly SyntaxFault[]): string {
  const each = faults.map(({ line, what }) => `line ${line}: ${what}`);
  return `New syntax errors, as far as a parser can tell: ${each.join('; ')}. Check and correct them; nothing was reverted.`;
}
