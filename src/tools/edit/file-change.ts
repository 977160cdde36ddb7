import { basename, dirname } from 'node:path/posix';
import * as z from 'zod';
import type { Verdict } from '../../contracts/policy.ts';
import type { CallRecovery, Review, SessionLedger, ToolAnswer, ToolContext } from '../../contracts/tool.ts';
import type {
  FileContent,
  PathGuard,
  ResolvedPath,
  TextFile,
  WorkspaceFiles,
} from '../../contracts/workspace-files.ts';
import { Failure } from '../../core/failure.ts';
import { type Json, sha256 } from '../../core/json.ts';
import { encodeText } from '../../core/text-encoding.ts';
import { escapeHidden } from '../../policy/display.ts';
import { assertReviewed } from '../assert-reviewed.ts';
import { unifiedDiff } from './unified-diff.ts';

/** One file before and after a planned change. */
export interface FileEdit {
  readonly path: ResolvedPath;
  /** Undefined when the change creates the file. */
  readonly before: TextFile | undefined;
  readonly text: string;
  /** Added below the first line of the answer. */
  readonly note: string;
}

/** The data of a changing tool; `diff` is the same text that `preview_patch` shows. */
export const ChangeData = z.object({
  path: z.string(),
  created: z.boolean(),
  added: z.int(),
  removed: z.int(),
  diff: z.string(),
});
export type ChangeData = z.infer<typeof ChangeData>;

type ReviewContext = Pick<ToolContext, 'edits' | 'workspace'>;

/** Edits need no question unless the person wants to see each, or the file decides what other programs do. */
export async function reviewChange(
  path: string,
  context: ReviewContext,
  change: () => Promise<FileEdit>,
): Promise<Review> {
  const { relative } = await context.workspace.guard.resolve(path, 'write');
  const verdict = judgeEdit([relative], context);
  if (verdict.kind === 'allow') return { verdict, binding: { path: relative }, details: '' };
  const planned = await change();
  return { verdict, binding: shownChange(planned), details: diffOf(planned).diff };
}

/** Installed packages, which edits should not change. */
const INSTALLED = /(^|\/)(node_modules|\.?venv)\//i;

/** @param paths real paths of the files that the edit changes, moves or deletes */
export function judgeEdit(paths: readonly string[], { edits, workspace: { guard } }: ReviewContext): Verdict {
  // A program in `node_modules/.bin` is a link to a file of its package.
  const closed = paths.find((path) => guard.isProtected(path) || INSTALLED.test(path));
  if (closed === undefined && edits === 'auto') return { kind: 'allow', rule: 'edit' };
  const reason =
    closed === undefined
      ? `Each change is to be seen before it is made, so this one of ${escapeHidden(paths[0] ?? '')} is asked.`
      : `${escapeHidden(closed)} decides what other programs execute; changes to it are always asked.`;
  return {
    kind: 'ask',
    rule: closed === undefined ? 'edits-ask' : 'protected-file',
    reason,
    // The earlier content is stored with the call.
    risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
  };
}

/** The change that a person was asked about. */
const ShownChange = z.object({ path: z.string(), before: z.string().nullable(), after: z.string() });

function shownChange(change: FileEdit): z.infer<typeof ShownChange> {
  const { path, before } = change;
  return { path: path.relative, before: before?.hash ?? null, after: sha256(bytesAfter(change)) };
}

/** The answer is known before the file is written; after a crash only whether it was written has to be found out. */
export const PreparedChange = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string(),
  answer: z.object({ text: z.string(), data: ChangeData }),
});

/** Throws Failure `conflict` when a person was shown another change than this one. */
export function prepareChange(change: FileEdit, reviewed: Json): Json {
  const { relative } = change.path;
  const asked = ShownChange.safeParse(reviewed);
  if (asked.success) assertReviewed(shownChange(change), asked.data);
  const data = { path: relative, created: change.before === undefined, ...diffOf(change) };
  const verb = data.created ? 'Created' : 'Edited';
  const text = `${verb} ${relative} (+${data.added} -${data.removed}).${change.note}`;
  return {
    path: relative,
    before: change.before?.hash ?? null,
    after: sha256(bytesAfter(change)),
    answer: { text, data },
  };
}

type LedgerContext = Pick<ToolContext, 'workspace' | 'ledger'>;

/** Throws Failure `conflict` when the file changed since `prepareChange`. */
export async function writeChange(
  change: FileEdit,
  { workspace: { files }, ledger }: LedgerContext,
  prepared: Json,
): Promise<ToolAnswer<ChangeData>> {
  const { path, before, after, answer } = PreparedChange.parse(prepared);
  if ((change.before?.hash ?? null) !== before || sha256(bytesAfter(change)) !== after) {
    throw new Failure('conflict', `${path} changed at this moment. Read it again, then repeat the edit.`);
  }
  await files.writeText(path, newContent(change), before ?? undefined);
  await noteChange({ path, before, after }, ledger);
  return answer;
}

/** Compares hashes to find out whether an earlier run wrote the file. */
export async function recoverChange(
  { workspace: { files }, ledger }: LedgerContext,
  prepared: Json,
): Promise<CallRecovery<ChangeData>> {
  const { path, before, after, answer } = PreparedChange.parse(prepared);
  const now = await files.hashOf(path);
  if (now === after) {
    await noteChange({ path, before, after }, ledger);
    return { kind: 'done', answer };
  }
  if (now === (before ?? undefined)) return { kind: 'rerun' };
  return {
    kind: 'unknown',
    detail: `${path} is neither as it was before the edit nor as the edit would leave it. Read it again.`,
  };
}

async function noteChange(
  { path, before, after }: { readonly path: string; readonly before: string | null; readonly after: string },
  ledger: ToolContext['ledger'],
): Promise<void> {
  const heldForeignChanges = (await ledger.listDirtyAtStart()).includes(path);
  ledger.noteWritten({ path, before: before ?? undefined, after, heldForeignChanges });
  ledger.noteSeen(path, after);
}

/** Throws Failure `invalid` for a character that the encoding of the file does not have. */
export function bytesAfter(change: FileEdit): Buffer {
  const { text, encoding } = newContent(change);
  return encodeText(text, encoding, change.path.relative);
}

/** A file keeps its encoding; a new one is UTF-8. */
function newContent({ before, text }: FileEdit): FileContent {
  return { text, encoding: before?.encoding ?? 'utf-8' };
}

function diffOf({ path, before, text }: FileEdit): { diff: string; added: number; removed: number } {
  return unifiedDiff(escapeHidden(path.relative), before?.text, text);
}

/** The content of a large file that was not fetched. */
const LFS_POINTER = /^\ufeff?version https:\/\/git-lfs\.github\.com\/spec\/v\d/;

/**
 * Throws Failure `invalid` for a pointer of Git LFS, and `conflict` when the file is no longer what the session last
 * saw. A file that was never seen passes only with `unseenIsFine`.
 */
export function refuseUnseen(
  file: TextFile,
  { ledger }: { readonly ledger: Pick<SessionLedger, 'lastSeen'> },
  unseenIsFine: boolean,
): void {
  const path = file.path.relative;
  if (LFS_POINTER.test(file.text)) {
    throw new Failure(
      'invalid',
      `${path} is a pointer of Git LFS; its content is not here, and an edit would break the pointer. Report that the person has to run git lfs pull.`,
    );
  }
  const seen = ledger.lastSeen(path);
  if (seen === file.hash || (seen === undefined && unseenIsFine)) return;
  if (seen === undefined) {
    throw new Failure(
      'conflict',
      `${path} exists and was not read in this session. Read it first, or change parts of it with apply_patch.`,
    );
  }
  throw new Failure(
    'conflict',
    `${path} changed since it was last read. Read it again, then repeat the edit.`,
  );
}

interface FileContext {
  readonly workspace: { readonly guard: PathGuard; readonly files: Pick<WorkspaceFiles, 'hashOf'> };
}

/** A file that is moved or deleted as a whole. */
export interface ExistingFile {
  readonly path: ResolvedPath;
  readonly hash: string;
}

/**
 * @throws Failure `not-found` without a file; `invalid` for a folder, for a link, and for a file that is too large to
 * be brought back
 */
export async function existingFile(asked: string, context: FileContext): Promise<ExistingFile> {
  const { guard, files } = context.workspace;
  const path = await guard.resolve(asked, 'write');
  await refuseLink(asked, path, guard);
  const hash = await files.hashOf(asked);
  if (hash === undefined) throw new Failure('not-found', `${asked} does not exist.`);
  return { path, hash };
}

/**
 * A link is not followed here: its target would go, and the link would stay. Folders above it may be links.
 * @throws Failure `invalid`
 */
export async function refuseLink(asked: string, path: ResolvedPath, guard: PathGuard): Promise<void> {
  // The project itself, or a folder above: no file anyway.
  if (/^\.{1,2}$/.test(basename(asked))) return;
  const folder = await guard.resolve(dirname(asked), 'write');
  const spelled = `${folder.relative === '' ? '' : `${folder.relative}/`}${basename(asked)}`;
  // A file system that ignores case gives the name as it is stored.
  if (spelled.toLowerCase() === path.relative.toLowerCase()) return;
  throw new Failure('invalid', `${asked} is a link to ${path.relative}. Name that file itself.`);
}
