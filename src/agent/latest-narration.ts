import type { Block, ModelReply } from '../contracts/model.ts';

/**
 * What the model tells on its way, before its calls. Newer models think aloud there in place of text, and what the API
 * sums up of that is made to be shown. Empty when it says nothing.
 */
export function latestNarration(content: readonly Block[]): string {
  const texts = content.map(({ type, text }) => (type === 'text' ? wordsOf(text) : ''));
  const thoughts = content.map(({ type, thinking }) => (type === 'thinking' ? wordsOf(thinking) : ''));
  return [...thoughts, ...texts].findLast((words) => words !== '') ?? '';
}

/** Nothing that anybody could read, and nothing to carry out: whatever was thought, it is an empty reply. */
export function isEmptyReply({ content, stopReason }: Pick<ModelReply, 'content' | 'stopReason'>): boolean {
  // A turn that only paused goes on from its thinking.
  if (stopReason === 'pause_turn') return content.length === 0;
  return content.every(({ type }) => type === 'thinking' || type === 'redacted_thinking');
}

function wordsOf(text: unknown): string {
  return typeof text === 'string' ? text.trim() : '';
}
