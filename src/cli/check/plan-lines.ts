import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import type { PathGuard, TextFile } from '../../contracts/workspace-files.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import { answerJsonLines, Id, type LineId } from '../../core/json-lines.ts';
import { decodeText } from '../../files/confined-file.ts';
import { createPathGuard } from '../../policy/path-guard.ts';
import { type EditProblem, problemOf } from '../../tools/edit/edit-failure.ts';
import { bytesAfter } from '../../tools/edit/file-change.ts';
import { PatchInput, planPatch } from '../../tools/edit/plan-patch.ts';

const PlanLineQuestion = PatchInput.extend({
  id: Id,
  /** Both missing: the file does not exist. */
  file_before: z.string().nullish(),
  file_before_b64: z.base64().nullish(),
});
type PlanLineQuestion = z.infer<typeof PlanLineQuestion>;

type PlanLineAnswer =
  /** The file is returned in the form in which it was given. */
  | { readonly id: LineId; readonly result: 'applied'; readonly file_after: string }
  | { readonly id: LineId; readonly result: 'applied'; readonly file_after_b64: string }
  | {
      readonly id: LineId;
      readonly result: 'error';
      readonly kind: EditProblem | 'bad_line';
      readonly message: string;
    };

/** Plans edits of given files, as `apply_patch` does; returns how many lines could not be read. */
export async function planLines({
  input,
  output,
}: {
  readonly input: Readable;
  readonly output: Writable;
}): Promise<number> {
  // Empty: paths are judged as in any workspace, and no file but the given one is ever read.
  const root = await mkdtemp(join(tmpdir(), 'wasap-check-'));
  try {
    const guard = createPathGuard({ root });
    const answerTo = (question: PlanLineQuestion): Promise<PlanLineAnswer> => planEdit(question, guard);
    return await answerJsonLines({
      input,
      output,
      question: PlanLineQuestion,
      answerTo,
      unread: unreadableLine,
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function planEdit({ id, ...question }: PlanLineQuestion, guard: PathGuard): Promise<PlanLineAnswer> {
  const { file_before: before, file_before_b64: encoded, ...edit } = question;
  const bytes = Buffer.from(before ?? encoded ?? '', typeof before === 'string' ? 'utf8' : 'base64');
  const given = typeof before === 'string' || typeof encoded === 'string' ? bytes : undefined;
  const files = { readText: (path: string) => givenFile(path, given, guard) };
  try {
    const change = await planPatch(edit, {
      workspace: { guard, files },
      ledger: { lastSeen: () => undefined },
    });
    return typeof before === 'string'
      ? { id, result: 'applied', file_after: change.text }
      : { id, result: 'applied', file_after_b64: bytesAfter(change).toString('base64') };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { id, result: 'error', kind: problemOf(error), message: error.message };
  }
}

async function givenFile(path: string, bytes: Buffer | undefined, guard: PathGuard): Promise<TextFile> {
  const resolved = await guard.resolve(path, 'read');
  if (resolved.relative === '' || path.endsWith('/')) {
    throw new Failure('invalid', `${path} is a folder.`, { facts: { rule: 'folder' } });
  }
  if (bytes === undefined) throw new Failure('not-found', `${resolved.relative} does not exist.`);
  return {
    path: resolved,
    ...decodeText(bytes, resolved.relative),
    hash: sha256(bytes),
    bytes: bytes.length,
  };
}

function unreadableLine(id: LineId, message: string): PlanLineAnswer {
  return { id, result: 'error', kind: 'bad_line', message };
}
