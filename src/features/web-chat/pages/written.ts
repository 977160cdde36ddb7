import type { ChatRows } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type {
  RefusedForm,
  SpokenMessage,
  UploadedFile,
  WebForm,
  WebRequest,
} from '../../../contracts/web-page.ts';
import { sha256 } from '../../../core/json.ts';
import { MAX_MESSAGE_LENGTH } from '../../../gateway/incoming/intent.ts';
import { webChatTexts } from '../texts/texts.ts';
import { ownChat } from './own-chat.ts';

/** Two presses of a button within this time are one wish; later, it is asked again what was refused before. */
const SAME_WISH_MS = 5000;
const KEY = /^[\w-]{8,64}$/;

type Known = Pick<ChatRows, 'find'>;

/** What a form of the chat says: an answer of a poll, or a message. Undefined: nothing that this chat has. */
export function spokenIn(
  request: WebRequest,
  { form, files }: { readonly form: WebForm; readonly files: readonly UploadedFile[] },
  rows: Known,
): SpokenMessage | RefusedForm | undefined {
  return form.poll === undefined ? writtenMessage(request, { form, files }, rows) : vote(request, form, rows);
}

/** Goes the way of a vote on a phone: late answers are told who was first. */
function vote(
  request: WebRequest,
  { poll: id = '', choice = '' }: WebForm,
  rows: Known,
): SpokenMessage | undefined {
  const { visitor, nowMs } = request;
  const poll = rows.find(ownChat(request), id);
  const chosen = poll?.body.kind === 'poll' ? poll.body.choices[Number(choice)] : undefined;
  if (chosen === undefined || !/^\d{1,2}$/.test(choice)) return undefined;
  return {
    conversation: webConversationOf(visitor),
    sender: visitor.sender,
    key: messageIdOf(['vote', visitor.sender, id, choice, String(Math.floor(nowMs / SAME_WISH_MS))]),
    text: '',
    gesture: { kind: 'vote', target: id, choices: [chosen] },
    isShownThere: true,
  };
}

/** The same form sent twice is one message, and one that was changed before it was sent again is another. */
function writtenMessage(
  request: WebRequest,
  { form, files }: { readonly form: WebForm; readonly files: readonly UploadedFile[] },
  rows: Known,
): SpokenMessage | RefusedForm | undefined {
  const { visitor, texts } = request;
  const words = webChatTexts(texts);
  const { key = '', quote = '' } = form;
  if (!KEY.test(key)) return undefined;
  // Browsers send line ends as the network has them.
  const text = (form.text ?? '').replaceAll('\r\n', '\n');
  if (text.trim() === '' && files.length === 0) return { refused: words.nothingWritten };
  if (text.length > MAX_MESSAGE_LENGTH) return { refused: words.tooLong(String(MAX_MESSAGE_LENGTH)) };
  const quoted = quote === '' ? undefined : rows.find(ownChat(request), quote);
  if (quote !== '' && quoted === undefined) return undefined;
  const contents = files.flatMap(({ name, bytes }) => [name, sha256(bytes)]);
  return {
    conversation: webConversationOf(visitor),
    sender: visitor.sender,
    key: messageIdOf(['message', visitor.sender, key, text, ...contents]),
    text,
    quotedId: quoted?.id,
    files,
    isShownThere: true,
  };
}

function messageIdOf(parts: readonly string[]): string {
  return `WEB${sha256(JSON.stringify(parts)).slice(0, 24).toUpperCase()}`;
}
