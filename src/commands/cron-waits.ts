import type { CommandContext } from '../contracts/commands.ts';
import { undecidedTasks } from './worktree.ts';

/** Whether a bare yes of this person could also be meant for something else. */
export function waitsElsewhere(context: CommandContext): boolean {
  const { store, conversation, sender } = context;
  const isMine = ({ requester }: { readonly requester: string }) => requester === sender;
  return (
    store.approvals.pending(conversation).some(isMine) ||
    store.pullRequests.openQuestions(conversation).some(isMine) ||
    undecidedTasks(context).length > 0
  );
}
