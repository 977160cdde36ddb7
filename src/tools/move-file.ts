import { basename, dirname, join } from 'node:path/posix';
import * as z from 'zod';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import type { ResolvedPath } from '../contracts/workspace-files.ts';
import { Failure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { escapeHidden } from '../policy/display.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { type ExistingFile, existingFile, judgeEdit, refuseLink } from './edit/file-change.ts';

const Input = z.object({ path: z.string(), to: z.string().describe('Its whole new path') });
type Input = z.infer<typeof Input>;

/** The new path comes first: what a report says about an edit is about that. Nothing in the file changes. */
const MoveData = z.object({ path: z.string(), from: z.string(), added: z.literal(0), removed: z.literal(0) });
type MoveData = z.infer<typeof MoveData>;

/** As for an edit: the new path, which had no file, gets this content. */
const Prepared = z.object({ path: z.string(), from: z.string(), before: z.null(), after: z.string() });

interface FileMove {
  readonly from: ExistingFile;
  readonly to: ResolvedPath;
}

export const moveFile = defineTool({
  name: 'move_file',
  description: 'Move or rename one file; nothing is overwritten.',
  effect: 'writes',
  doing: { en: 'moving', es: 'moviendo' },
  subAgents: 'working',
  claudeCode: ['Write'],
  service: 'files',
  examples: [
    {
      description: 'Move the notes into the docs folder',
      input: { path: 'NOTES.md', to: 'docs/notes.md' },
    },
  ],
  files: ({ path, to }) => [path, to],
  input: Input,
  output: MoveData,
  async review(input, context) {
    const move = await planMove(input, context);
    const { from, to } = move;
    return {
      verdict: judgeEdit([from.path.relative, to.relative], context),
      binding: bindingOf(move),
      details: `${escapeHidden(from.path.relative)} -> ${escapeHidden(to.relative)}`,
    };
  },
  async prepare(input, context, reviewed) {
    const move = await planMove(input, context);
    assertReviewed(bindingOf(move), reviewed);
    return { path: move.to.relative, from: move.from.path.relative, before: null, after: move.from.hash };
  },
  async recover(_input, { workspace: { files }, ledger }, prepared) {
    const { path, from, after } = Prepared.parse(prepared);
    const [there, here] = [await files.hashOf(path), await files.hashOf(from)];
    if (there === after && here === undefined) {
      await noteMove(Prepared.parse(prepared), ledger);
      return { kind: 'done', answer: movedAnswer(path, from) };
    }
    if (there === undefined && here === after) return { kind: 'rerun' };
    return {
      kind: 'unknown',
      detail: `${from} and ${path} are neither as before the move nor as after it. Look at both.`,
    };
  },
  async run(_input, { workspace: { files }, ledger }, prepared) {
    const { path, from, after } = Prepared.parse(prepared);
    await files.move(from, path, after);
    await noteMove(Prepared.parse(prepared), ledger);
    return movedAnswer(path, from);
  },
});

async function planMove({ path, to: asked }: Input, context: ToolContext): Promise<FileMove> {
  const { guard } = context.workspace;
  const from = await existingFile(path, context);
  const to = await guard.resolve(asked, 'write');
  if (asked.endsWith('/')) throw new Failure('invalid', `${asked} names a folder. Name the whole new path.`);
  await refuseLink(asked, to, guard);
  if (!to.exists) return { from, to };
  const renamed = join(dirname(to.relative), basename(asked));
  // Where case does not count, the new name leads to the file itself.
  if (to.real === from.path.real && renamed !== from.path.relative) {
    return { from, to: { ...to, relative: renamed, exists: false } };
  }
  throw new Failure('conflict', `${asked} exists already, and nothing is overwritten. Name another path.`);
}

function bindingOf({ from, to }: FileMove): Json {
  return { from: from.path.relative, to: to.relative, hash: from.hash };
}

async function noteMove(
  { path, from, after }: z.infer<typeof Prepared>,
  ledger: ToolContext['ledger'],
): Promise<void> {
  const heldForeignChanges = (await ledger.listDirtyAtStart()).includes(from);
  ledger.noteWritten({ path: from, before: after, after: undefined, heldForeignChanges });
  ledger.noteWritten({ path, before: undefined, after, heldForeignChanges });
  if (ledger.lastSeen(from) === after) ledger.noteSeen(path, after);
}

function movedAnswer(path: string, from: string): { text: string; data: MoveData } {
  return {
    text: `Moved ${from} to ${path}. What names its old path was not changed.`,
    data: { path, from, added: 0, removed: 0 },
  };
}
