import * as z from 'zod';
import { canonicalJson, type Json, sha256 } from '../core/json.ts';

/** `previous` of the first entry. */
export const NO_PREVIOUS = '0'.repeat(64);

/** The columns of agent_command_log that the chain covers. */
export const LOG_COLUMNS = `l.id, l.session_id, l.phone_number, l.command, l.decision, l.exit_code, l.stdout_preview,
  l.stderr_preview, l.duration_ms, l.started_at, l.completed_at, l.error`;

// Any value that a column can hold: a manually changed row must be detected, not rejected.
const Value = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array).transform(sha256)]);

export const LogRow = z.object({
  id: z.int(),
  session_id: Value,
  phone_number: Value,
  command: Value,
  decision: Value,
  exit_code: Value,
  stdout_preview: Value,
  stderr_preview: Value,
  duration_ms: Value,
  started_at: Value,
  completed_at: Value,
  error: Value,
});
export type LogRow = z.infer<typeof LogRow>;

export interface ChainEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'attempt' | 'result' | 'imported';
  readonly log_id: number;
  readonly session: string;
  readonly digest: string;
  readonly previous: string;
}

/** Hash of an entry: canonical JSON of all its columns but the hash itself. */
export function hashOf({ seq, at, kind, log_id, session, digest, previous }: ChainEntry): string {
  return digestOf({ seq, at, kind, log_id, session, digest, previous });
}

/** Facts from when the command was attempted; these columns never change. */
export function attemptDigest({
  id,
  session_id,
  phone_number,
  command,
  decision,
  started_at,
}: LogRow): string {
  return digestOf({ id, session_id, phone_number, command, decision, started_at });
}

/** Facts added at the command's end. */
export function resultDigest(row: LogRow): string {
  const { id, exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error } = row;
  return digestOf({ id, exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error });
}

/** True while its end is not recorded. */
export function isOpen(row: LogRow): boolean {
  const { exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error } = row;
  return [exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error].every(
    (value) => value === null,
  );
}

function digestOf(facts: { readonly [column: string]: Json }): string {
  return sha256(canonicalJson(facts));
}
