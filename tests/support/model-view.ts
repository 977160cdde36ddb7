import { blocksOf, type RequestBlock, type RequestMessage } from './messages-server/request.ts';
import type { MessagesServer } from './messages-server/server.ts';

/** What the model was told last: the blocks of the newest message of the newest request, one text each. */
export function lastTold({ requests }: MessagesServer): readonly string[] {
  return wordsOf(requests.at(-1)?.body.messages.slice(-1));
}

/** Everything the model was told in the conversation of the newest request, in order, one text for each block. */
export function allTold({ requests }: MessagesServer): readonly string[] {
  return wordsOf(requests.at(-1)?.body.messages);
}

function wordsOf(messages: readonly RequestMessage[] = []): readonly string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(blocksOf)
    .map(wordsOfBlock);
}

function wordsOfBlock({ type, text, content }: RequestBlock): string {
  return String(type === 'text' ? text : content);
}
