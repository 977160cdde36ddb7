import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';

/** The folder of DATA_DIR with the transcripts of sessions. */
export const SESSIONS = 'agent_sessions';

/**
 * An empty file beside transcripts is not a first start: something emptied it, and a fresh database would hide that.
 * @throws Failure `invalid`
 */
export function refuseEmptied(path: string): void {
  const folder = join(dirname(path), SESSIONS);
  const count = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')).length : 0;
  if (count === 0) return;
  throw new Failure('invalid', fault('database-emptied', path, folder, count), { facts: { path, count } });
}
