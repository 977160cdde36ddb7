import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { replayLoops } from '../../agent/replay-loops.ts';
import type { PathGuard, TextFile } from '../../contracts/exec.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { type Json, sha256 } from '../../core/json.ts';
import { answerJsonLines, Id, type LineId } from '../../core/json-lines.ts';
import { describedTools } from '../../features/offered.ts';
import { decodeText } from '../../files/confined-file.ts';
import { createPathGuard } from '../../policy/path-guard.ts';
import { isLookingCommand } from '../../tools/command-kinds.ts';
import { type EditProblem, problemOf } from '../../tools/edit/edit-failure.ts';
import { bytesAfter } from '../../tools/edit/file-change.ts';
import { PatchInput, planPatch } from '../../tools/edit/patched-file.ts';

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
      unread: unreadablePlanLine,
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

function unreadablePlanLine(id: LineId, message: string): PlanLineAnswer {
  return { id, result: 'error', kind: 'bad_line', message };
}

/** As it was parsed: a schema of JSON would drop a parameter called `__proto__`. */
const Params = z.custom<Json>((value) => value !== undefined).default({});

const LoopLineQuestion = z.object({
  id: Id,
  calls: z.array(
    z.object({
      tool: z.string(),
      params: Params,
      result_hash: z.union([z.string(), z.number()]).nullish(),
      ok: z.boolean().nullish(),
    }),
  ),
});
type LoopLineQuestion = z.infer<typeof LoopLineQuestion>;

/** Replays recorded calls through the sessions' guard; returns how many lines could not be read. */
export function loopLines({
  input,
  output,
}: {
  readonly input: Readable;
  readonly output: Writable;
}): Promise<number> {
  return answerJsonLines({
    input,
    output,
    question: LoopLineQuestion,
    answerTo: eventsOf,
    unread: unreadableLoopLine,
  });
}

function eventsOf({ id, calls }: LoopLineQuestion): unknown {
  const recorded = calls.map(({ tool, params, result_hash, ok }) => ({
    tool,
    params,
    resultHash: result_hash?.toString(),
    ok: ok ?? true,
    changes: changesOf(tool, params),
  }));
  return { id, events: replayLoops(recorded, describedTools()) };
}

/** Undefined: as for our tool of that name. */
function changesOf(tool: string, params: Json): boolean | undefined {
  if (!describedTools().some(({ name }) => name === tool)) return foreignCallChanges(tool, params);
  return looksOnly(tool, params) ? false : undefined;
}

/** A line without calls has no events; `error` explains it. */
function unreadableLoopLine(id: LineId, error: string): unknown {
  return { id, events: [], error };
}

const CHANGES =
  /(?:^|_)(?:edit|write|patch|create|delete|remove|move|rename|replace|insert|append|commit|save|overwrite)(?:_|$)/;
/** An agent's own notes are not a change to the project. */
const OF_ITS_OWN = /(?:^|_)(?:plan|todos?|tasks?|notes?|memory|thoughts?)(?:_|$)/;
const COMMANDS = /(?:^|_)(?:bash|sh|shell|exec|execute|run|command|cmd|terminal)(?:_|$)/;
const CHECKS = /(?:^|_)(?:tests?|lint|check|typecheck)(?:_|$)/;

/** True when a successful call changes something, judged by the name of another program's tool. */
function foreignCallChanges(tool: string, params: Json): boolean {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
  if (OF_ITS_OWN.test(name)) return false;
  if (CHANGES.test(name)) return true;
  if (!COMMANDS.test(name)) return false;
  const line = commandLineIn(params);
  return line === undefined ? !CHECKS.test(name) : !isLookingCommand(line);
}

/** True for a command, under any name in the input, that changes nothing. */
function looksOnly(tool: string, params: Json): boolean {
  return COMMANDS.test(tool) && isLookingCommand(commandLineIn(params) ?? '');
}

function commandLineIn(params: Json): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const values: readonly unknown[] = ['command', 'cmd', 'script', 'input'].map((key) =>
    Reflect.get(params, key),
  );
  return values.find((value) => typeof value === 'string');
}
