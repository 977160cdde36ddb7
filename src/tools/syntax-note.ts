import type { SyntaxFault } from '../contracts/code.ts';
import type { ToolAnswer, ToolContext } from '../contracts/tool.ts';
import type { ChangeData, FileChange } from './edit/file-change.ts';

/**
 * The answer to a change, and what it breaks for the grammar of its language; the change itself stays as it is. The
 * look goes on beside the write, which waits for the disk. A program that dies between the two tells of the write alone.
 */
export async function withSyntaxNote(
  { path, before, text }: FileChange,
  { code }: Pick<ToolContext, 'code'>,
  write: () => Promise<ToolAnswer<ChangeData>>,
): Promise<ToolAnswer<ChangeData>> {
  const looked = code.newFaults(path.relative, before?.text, text);
  const [answer, faults] = await Promise.all([write(), looked]);
  return faults.length === 0 ? answer : { ...answer, text: `${answer.text}\n${syntaxNote(faults)}` };
}

function syntaxNote(faults: readonly SyntaxFault[]): string {
  const each = faults.map(({ line, what }) => `line ${line}: ${what}`);
  return `New syntax errors, as far as a parser can tell: ${each.join('; ')}. Check and correct them; nothing was reverted.`;
}
