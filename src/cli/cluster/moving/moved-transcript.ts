import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import type { SessionId } from '../../../core/ids.ts';
import { jsonIn } from '../../../core/json.ts';
import { isWorkspaceName } from '../../../git/workspaces/workspace-name.ts';
import { sqliteFailure } from '../../../store/sqlite-failure.ts';

/** Where a session continues. */
interface MoveTarget {
  /** Canonical path of the project's folder here. */
  readonly project: string;
  readonly number: number;
}

const NEWLINE = 10;

/**
 * A transcript for this machine: its first line names the project here. The prompt and the tools stay as they were,
 * because the model's thinking is bound to them. A torn last line is left out. Undefined when the first line cannot be
 * read.
 */
export function rewriteTranscript(
  bytes: Uint8Array,
  { project, number }: MoveTarget,
): Uint8Array | undefined {
  const first = bytes.indexOf(NEWLINE);
  const header = first === -1 ? undefined : jsonIn(Buffer.from(bytes.subarray(0, first)).toString('utf8'));
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return undefined;
  const moved = { ...header, workspace: project, project, number };
  const rest = bytes.subarray(first + 1, bytes.lastIndexOf(NEWLINE) + 1);
  return Buffer.concat([Buffer.from(`${JSON.stringify(moved)}\n`), rest]);
}

const End = z.object({
  type: z.literal('end'),
  at: z.string(),
  outcome: z.object({ kind: z.literal('done'), text: z.string() }),
});

/** How a task ended, as recorded in its transcript. */
interface LastEnd {
  readonly at: string;
  readonly words: string;
}

/** Undefined unless the transcript ends with the end of a finished task. A task that went on has further lines. */
export function lastEndIn(transcript: Uint8Array): LastEnd | undefined {
  const whole = transcript.subarray(0, Math.max(0, transcript.lastIndexOf(NEWLINE)));
  const last = whole.subarray(whole.lastIndexOf(NEWLINE) + 1);
  const { data } = End.safeParse(jsonIn(Buffer.from(last).toString('utf8')));
  return data && { at: data.at, words: data.outcome.text };
}

const Round = z.object({
  type: z.literal('round'),
  written: z.array(z.object({ path: z.string() })).default([]),
  results: z.array(z.object({ ok: z.boolean(), data: z.json() })).default([]),
});

const Commit = z.object({ hash: z.string() });

/** Files that a task changed and did not commit afterwards by its own tool, as its transcript tells it. */
export function unsavedFiles(transcript: Uint8Array): readonly string[] {
  const unsaved = new Set<string>();
  for (const line of Buffer.from(transcript).toString('utf8').split('\n')) {
    const { data } = Round.safeParse(jsonIn(line));
    if (data === undefined) continue;
    for (const { path } of data.written) unsaved.add(path);
    if (data.results.some(({ ok, data: made }) => ok && Commit.safeParse(made).success)) unsaved.clear();
  }
  return [...unsaved];
}

/** The transcripts that come with a chat. They are written before their rows. */
export class RestoredFiles {
  readonly #transcriptOf: (session: SessionId) => string;
  readonly #written: string[] = [];

  constructor(transcriptOf: (session: SessionId) => string) {
    this.#transcriptOf = transcriptOf;
  }

  /**
   * Returns its path.
   * @throws Failure `unavailable` when the disk is full or cannot be written: then no part of the file stays
   */
  write(session: SessionId, bytes: Uint8Array): string {
    const path = this.#transcriptOf(session);
    const beside = `${path}.new`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(beside, bytes, { mode: 0o600 });
      renameSync(beside, path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw sqliteFailure(error, path);
    }
    this.#written.push(path);
    return path;
  }

  /** Call it when their rows are stored. */
  keep(): void {
    this.#written.length = 0;
  }

  /** Removes files without rows: they belong to no session. */
  removeAll(): void {
    for (const path of this.#written) rmSync(path, { force: true });
  }
}

/** The place here of another machine's project, also before it has been brought. */
export interface ProjectLocation {
  readonly path: string;
  readonly isHere: boolean;
}

/** Undefined where no folder of that name could be a project here. */
export function placeIn(
  { findByName, root }: Pick<Workspaces, 'findByName' | 'root'>,
  project: string,
): ProjectLocation | undefined {
  const known = findByName(project);
  if (known !== undefined) return { path: known.path, isHere: true };
  return root === undefined || !isWorkspaceName(project)
    ? undefined
    : { path: join(root, project), isHere: false };
}
