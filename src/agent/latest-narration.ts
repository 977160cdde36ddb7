import type { Block, ModelReply } from '../contracts/model.ts';

/**
 * The model's text before its calls. Newer models put it into their thinking instead, of which the API returns a
 * summary made to be shown. Empty when there is none.
 */
export function latestNarration(content: readonly Block[]): string {
  const texts = content.map(({ type, text }) => (type === 'text' ? trimmedText(text) : ''));
  const thoughts = content.map(({ type, thinking }) => (type === 'thinking' ? trimmedText(thinking) : ''));
  return [...thoughts, ...texts].findLast((words) => words !== '') ?? '';
}

/** True when a reply has no text and no call, whatever was thought. */
export function isEmptyReply({ content, stopReason }: Pick<ModelReply, 'content' | 'stopReason'>): boolean {
  // A turn that only paused continues from its thinking.
  if (stopReason === 'pause_turn') return content.length === 0;
  return content.every(({ type }) => type === 'thinking' || type === 'redacted_thinking');
}

function trimmedText(text: unknown): string {
  return typeof text === 'string' ? text.trim() : '';
}
