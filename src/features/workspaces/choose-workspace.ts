import type { ProgramFacts } from '../../contracts/commands.ts';
import type { ChosenWorkspaceStore } from '../../contracts/workspaces.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';

export interface ChoicePorts {
  readonly program: Pick<ProgramFacts, 'workspaces'>;
  readonly chosen: Pick<ChosenWorkspaceStore, 'choose' | 'forget'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * The project for what begins next in a conversation. A conversation that returns to the usual one follows it when the
 * settings change.
 */
export function chooseWorkspace(
  path: string,
  conversation: ConversationId,
  { program, chosen, clock }: ChoicePorts,
): void {
  if (path === program.workspaces.usual) chosen.forget(conversation);
  else chosen.choose(conversation, path, clock.nowMs());
}
