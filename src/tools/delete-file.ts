import * as z from 'zod';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import { Failure, isFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { escapeHidden } from '../policy/display.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { type ExistingFile, existingFile, judgeEdit } from './edit/file-change.ts';
import { splitTextLines } from './edit/lines.ts';

const DeletionData = z.object({ path: z.string(), added: z.literal(0), removed: z.int() });
type DeletionData = z.infer<typeof DeletionData>;

/** As for an edit: the file has no content afterwards. */
const PreparedDeletion = z.object({
  path: z.string(),
  before: z.string(),
  after: z.null(),
  lines: z.int(),
});
type PreparedDeletion = z.infer<typeof PreparedDeletion>;

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Delete one file.',
  effect: 'writes',
  doing: { en: 'deleting', es: 'borrando' },
  subAgents: 'working',
  claudeCode: ['Write'],
  service: 'files',
  examples: [{ description: 'Remove a draft that is no longer needed', input: { path: 'docs/draft.md' } }],
  files: ({ path }) => [path],
  input: z.object({ path: z.string() }),
  output: DeletionData,
  async review({ path }, context) {
    const file = await seenFile(path, context);
    const { relative } = file.path;
    return {
      verdict: judgeEdit([relative], context),
      binding: bindingOf(file),
      details: escapeHidden(relative),
    };
  },
  async prepare({ path }, context, reviewed) {
    const file = await seenFile(path, context);
    assertReviewed(bindingOf(file), reviewed);
    const lines = await countLines(path, context);
    return { path: file.path.relative, before: file.hash, after: null, lines };
  },
  async recover(_input, { workspace: { files }, ledger }, prepared) {
    const deletion = PreparedDeletion.parse(prepared);
    const now = await files.hashOf(deletion.path);
    if (now === deletion.before) return { kind: 'rerun' };
    if (now === undefined) {
      await noteDeletion(deletion, ledger);
      return { kind: 'done', answer: deletedAnswer(deletion) };
    }
    return { kind: 'unknown', detail: `${deletion.path} is there with other content. Read it again.` };
  },
  async run(_input, { workspace: { files }, ledger }, prepared) {
    const deletion = PreparedDeletion.parse(prepared);
    await files.remove(deletion.path, deletion.before);
    await noteDeletion(deletion, ledger);
    return deletedAnswer(deletion);
  },
});

/** Throws Failure `conflict` for a file that is no longer what the session last saw. */
async function seenFile(path: string, context: ToolContext): Promise<ExistingFile> {
  const file = await existingFile(path, context);
  const seen = context.ledger.lastSeen(file.path.relative);
  if (seen === undefined || seen === file.hash) return file;
  throw new Failure(
    'conflict',
    `${path} changed since it was last read. Read it again before you delete it.`,
  );
}

/** A binary file has none. */
async function countLines(path: string, { workspace: { files } }: ToolContext): Promise<number> {
  try {
    return splitTextLines((await files.readText(path)).text).length;
  } catch (error) {
    if (isFailure(error) && error.kind === 'invalid') return 0;
    throw error;
  }
}

function bindingOf({ path, hash }: ExistingFile): Json {
  return { path: path.relative, hash };
}

async function noteDeletion(
  { path, before }: PreparedDeletion,
  ledger: ToolContext['ledger'],
): Promise<void> {
  const heldForeignChanges = (await ledger.listDirtyAtStart()).includes(path);
  ledger.noteWritten({ path, before, after: undefined, heldForeignChanges });
}

function deletedAnswer({ path, lines }: PreparedDeletion): { text: string; data: DeletionData } {
  return { text: `Deleted ${path}.`, data: { path, added: 0, removed: lines } };
}
