import type { Block, ModelMessage } from '../../contracts/model.ts';
import { isFilePicture } from '../file-picture.ts';
import { notices } from '../notices.ts';
import { textBlock } from './person-blocks.ts';

/**
 * The history as it is sent. The API would refuse a picture that it refused once in every later request, so pictures
 * between a note that says so and the reply before it are left out. The stored history stays as it is, and later
 * requests repeat the same bytes.
 */
export function withoutRefused(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (!messages.some(isNote)) return messages;
  let refused = false;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role === 'assistant') refused = false;
      if (isNote(message)) refused = true;
      return refused ? { ...message, content: message.content.map(withoutPicture) } : message;
    })
    .toReversed();
}

/** True when the next request holds a picture that the model has not replied to. */
export function holdsNewPicture(messages: readonly ModelMessage[]): boolean {
  const lastReply = messages.findLastIndex(({ role }) => role === 'assistant');
  return withoutRefused(messages)
    .slice(lastReply + 1)
    .some(({ content }) => content.some(isPicture));
}

const NOTES: readonly unknown[] = [notices.pictureRefused, notices.filePictureRefused];

/** Says that the pictures of the last message were refused. */
export function refusalNote(messages: readonly ModelMessage[]): string {
  const content = messages.at(-1)?.content ?? [];
  const isOfFile = content.some((_, at) => isFilePicture(content, at));
  return isOfFile ? notices.filePictureRefused : notices.pictureRefused;
}

function isNote({ role, content }: ModelMessage): boolean {
  return role === 'user' && content.length === 1 && NOTES.includes(content[0]?.text);
}

function isPicture({ type }: Block): boolean {
  return type === 'image';
}

function withoutPicture(block: Block): Block {
  return isPicture(block) ? textBlock(notices.pictureLeftOut) : block;
}
