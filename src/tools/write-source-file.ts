import * as z from 'zod';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { changeTool } from './edit/change-tool.ts';
import { refuseUnwritable } from './edit/edit-failure.ts';
import { type FileEdit, refuseUnseen } from './edit/file-change.ts';
import { lineEndingOf, withLineEnding } from './edit/lines.ts';
import { refusePlaceholders } from './edit/omissions.ts';
import { assertNotebook } from './edit/plan-patch.ts';
import { isNotebookName } from './notebook.ts';

const Input = z.object({ path: z.string(), content: z.string() });
type Input = z.infer<typeof Input>;

export const writeSourceFile = defineTool({
  name: 'write_source_file',
  description:
    'Write a whole file, for new files. An existing file must have been read before; prefer apply_patch.',
  doing: { en: 'writing', es: 'escribiendo' },
  subAgents: 'working',
  claudeCode: ['Write'],
  service: 'files',
  examples: [
    {
      description: 'Keep what an earlier task found as a new file',
      input: { path: 'docs/findings.md', content: '# Findings\n\n{{task-0.output.answer}}\n' },
    },
  ],
  input: Input,
  ...changeTool(planWrite),
});

async function planWrite(
  { path, content }: Input,
  context: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<FileEdit> {
  const resolved = await context.workspace.guard.resolve(path, 'write');
  refuseUnwritable(content);
  if (!resolved.exists) {
    refusePlaceholders(path, '', content);
    if (isNotebookName(resolved.relative)) assertNotebook(resolved.relative, undefined, content);
    return { path: resolved, before: undefined, text: content, note: '' };
  }
  const before = await context.workspace.files.readText(path);
  refuseUnseen(before, context, false);
  refusePlaceholders(path, before.text, content);
  const text = inStyleOf(before.text, content);
  if (isNotebookName(resolved.relative)) assertNotebook(resolved.relative, before.text, text);
  if (text === before.text)
    throw new Failure('invalid', `${resolved.relative} already has exactly this content.`);
  return { path: resolved, before, text, note: '' };
}

const MARK = '\ufeff';

/** A rewritten file keeps its byte order mark and its line ending. */
function inStyleOf(before: string, content: string): string {
  const marked = before.startsWith(MARK) && !content.startsWith(MARK) ? MARK + content : content;
  return before.includes('\n') ? withLineEnding(marked, lineEndingOf(before)) : marked;
}
