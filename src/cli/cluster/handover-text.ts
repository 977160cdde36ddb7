import type { Handover } from '../../cluster/placement/handovers.ts';
import { HANDOVER_WITHIN_MS } from '../../cluster/placement/move-chat.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { ClusterTexts } from './texts/texts.ts';

/** Describes how the former cell has handed a chat over. */
export function handoverText(
  conversation: string,
  how: Handover,
  { move: { handover } }: ClusterTexts,
): string {
  if (how === 'silent') return handover.silent(conversation, String(HANDOVER_WITHIN_MS / SECOND_MS));
  return handover[how](conversation);
}
