import { workspaceOf } from '../../commands/workspace-of.ts';
import type { CarryOutParts, Cause } from '../actions/cause.ts';

/**
 * Canonical path of where that works which this message begins. What a cron wrote keeps to the project that it was made
 * for, whatever its chat has chosen since: the same words would change the wrong files.
 */
export function projectOf(
  { row, conversation }: Pick<Cause, 'row' | 'conversation'>,
  parts: Pick<CarryOutParts, 'store' | 'program'>,
): string {
  const own = row.message.cron?.workspace;
  // Where there is one project alone, nothing can be mixed up, and it may have moved.
  if (own !== undefined && parts.program.workspaces.root !== undefined) return own;
  return workspaceOf(conversation, parts);
}
