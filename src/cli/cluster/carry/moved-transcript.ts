import { jsonIn } from '../../../core/json.ts';

/** Where a session continues. */
export interface NewPlace {
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
export function rewriteTranscript(bytes: Uint8Array, { project, number }: NewPlace): Uint8Array | undefined {
  const first = bytes.indexOf(NEWLINE);
  const header = first === -1 ? undefined : jsonIn(Buffer.from(bytes.subarray(0, first)).toString('utf8'));
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return undefined;
  const moved = { ...header, workspace: project, project, number };
  const rest = bytes.subarray(first + 1, bytes.lastIndexOf(NEWLINE) + 1);
  return Buffer.concat([Buffer.from(`${JSON.stringify(moved)}\n`), rest]);
}
