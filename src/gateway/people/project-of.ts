import { workspaceOf } from '../../commands/workspace-of.ts';
import type { CarryOutParts, Cause } from '../cause.ts';

/**
 * Canonical path of the project for the work that this message begins. A cron's message keeps the project that the
 * cron was made for, whatever its chat has chosen since: the same words would change the wrong files.
 */
export function projectOf(
  { row, conversation }: Pick<Cause, 'row' | 'conversation'>,
  parts: Pick<CarryOutParts, 'store' | 'program'>,
): string {
  const own = row.message.cron?.workspace;
  // With a single project nothing can be mixed up, and it may have moved.
  if (own !== undefined && parts.program.workspaces.root !== undefined) return own;
  return workspaceOf(conversation, parts);
}
