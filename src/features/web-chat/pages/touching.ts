import type { ChatMessage } from '../../../channels/web/chat-rows.ts';
import type { WebChatTexts } from '../texts/texts.ts';

/**
 * The reactions to choose from: a yes, a no, thanks; and the sign that undoes a task where a message reports one. None
 * of them contains a variation selector: a page with such signs is searched for secrets twice.
 */
export interface ReactionChoice {
  readonly emoji: string;
  readonly name: keyof WebChatTexts['reactions'];
}

export const REACTIONS: readonly ReactionChoice[] = [
  { emoji: '👍', name: 'yes' },
  { emoji: '👎', name: 'no' },
  { emoji: '🙏', name: 'thanks' },
  { emoji: '↩', name: 'undo' },
];

/** A person changes and takes back words of their own; what they chose stays. */
export function isOwnText({ author, body }: Pick<ChatMessage, 'author' | 'body'>): boolean {
  return author === 'person' && body.kind === 'text';
}

export function isReactedTo({ author, body }: Pick<ChatMessage, 'author' | 'body'>): boolean {
  return author === 'program' && body.kind !== 'deleted';
}
