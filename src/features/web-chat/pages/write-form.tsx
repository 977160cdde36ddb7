import type { ChatRows } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { Gesture } from '../../../contracts/channel.ts';
import type {
  RefusedForm,
  SpokenMessage,
  UploadedFile,
  UploadLimits,
  WebForm,
  WebRequest,
} from '../../../contracts/web-page.ts';
import { sha256 } from '../../../core/json.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { MAX_MESSAGE_LENGTH } from '../../../gateway/incoming/message-intent.ts';
import { type WebChatTexts, webChatTexts } from '../texts/texts.ts';
import { isOwnText, isReactedTo, REACTIONS } from './message-actions.tsx';
import { messageAt, ownChat } from './own-chat.ts';
import { CHAT_PATH } from './paths.ts';

/** The message that is replied to, or the own one that is changed. */
export type AboutMessage =
  | { readonly kind: 'reply'; readonly id: string; readonly words: string }
  | { readonly kind: 'edit'; readonly place: number; readonly words: string; readonly text: string };

interface WriteFormProps {
  /** Key of one message: the same form sent twice is handled once. */
  readonly newKey: string;
  /** Undefined for a new message. */
  readonly about: AboutMessage | undefined;
  readonly uploads: UploadLimits;
  readonly request: WebRequest;
}

/** A plain form. The script adds the Enter key, dropped files and a page that is not loaded anew. */
export function WriteForm({ newKey, about, uploads, request }: WriteFormProps) {
  const words = webChatTexts(request.texts);
  const isEdit = about?.kind === 'edit';
  return (
    <form
      method="post"
      action={CHAT_PATH}
      enctype="multipart/form-data"
      class="write"
      id="write"
      data-max-files={uploads.files}
      data-max-bytes={uploads.bytes}
      data-many={words.tooMany(String(uploads.files))}
      data-large={words.tooLarge(formatBytes(uploads.bytes))}
      data-empty={words.nothingWritten}
      data-sending={words.sending}
      data-not-sent={words.notSent}
    >
      <input type="hidden" name="key" value={newKey} autocomplete="off" />
      {about === undefined ? null : <About about={about} words={words} />}
      <label for="text" class="unseen">
        {words.write}
      </label>
      <textarea id="text" name="text" rows={2} autocomplete="off" aria-describedby="write-hint">
        {/* HTML drops the first line end. */}
        {isEdit ? `\n${about.text}` : ''}
      </textarea>
      <div class="write-row">
        {isEdit ? null : (
          <>
            <label for="files">{words.addFiles}</label>
            <input type="file" id="files" name="files" multiple />
          </>
        )}
        <button type="submit" class="button button-main">
          {isEdit ? words.change : words.send}
        </button>
      </div>
      <p class="meta" id="write-hint">
        {isEdit ? words.editHint : words.hint}
      </p>
      <p class="write-state" role="status" />
    </form>
  );
}

function About({ about, words }: { readonly about: AboutMessage; readonly words: WebChatTexts }) {
  const isEdit = about.kind === 'edit';
  return (
    <p class="quote">
      {isEdit ? (
        <input type="hidden" name="edit" value={about.place} />
      ) : (
        <input type="hidden" name="quote" value={about.id} />
      )}
      {isEdit ? words.editing : words.replying}: <q>{about.words}</q>{' '}
      <a href={CHAT_PATH}>{isEdit ? words.noEdit : words.noReply}</a>
    </p>
  );
}

const KEY = /^[\w-]{8,64}$/;

const COUNT = /^\d{1,9}$/;

type ChatRowReader = Pick<ChatRows, 'listBetween' | 'find'>;

/**
 * The message of a form in the chat: an answer of a poll, a reaction, a removal, or a new or changed text. Undefined
 * when the chat has no such message. The same form sent twice is handled once, even much later.
 */
export function messageOfForm(
  request: WebRequest,
  { form, files }: { readonly form: WebForm; readonly files: readonly UploadedFile[] },
  rows: ChatRowReader,
): SpokenMessage | RefusedForm | undefined {
  if (form.poll !== undefined) return voteMessage(request, form, rows);
  if (form.about !== undefined) return reactionOrRemoval(request, form, rows);
  if (form.edit !== undefined) return changedMessage(request, form, rows);
  return writtenMessage(request, { form, files }, rows);
}

/** Handled like a vote on a phone: a late answer gets the name of the person who was first. */
function voteMessage(
  request: WebRequest,
  { poll: id = '', choice = '', turn = '' }: WebForm,
  rows: ChatRowReader,
): SpokenMessage | undefined {
  const poll = rows.find(ownChat(request), id);
  const chosen = poll?.body.kind === 'poll' ? poll.body.choices[Number(choice)] : undefined;
  if (chosen === undefined || !/^\d{1,2}$/.test(choice) || !COUNT.test(turn)) return undefined;
  const key = ['vote', request.visitor.sender, id, choice, turn];
  return gestureMessage(request, key, { kind: 'vote', target: id, choices: [chosen] });
}

/**
 * What a person does to a message with one press. `turn` is how often they had done something to it when the page was
 * made.
 */
function reactionOrRemoval(
  request: WebRequest,
  { about = '', turn = '', react, remove }: WebForm,
  rows: ChatRowReader,
): SpokenMessage | undefined {
  const target = messageAt(about, request, rows);
  if (target === undefined || !COUNT.test(turn)) return undefined;
  const { sender } = request.visitor;
  if (remove !== undefined)
    return isOwnText(target)
      ? gestureMessage(request, ['delete', sender, target.id], { kind: 'delete', target: target.id })
      : undefined;
  const isReaction = react === '' || REACTIONS.some(({ emoji }) => emoji === react);
  if (!isReaction || react === undefined || !isReactedTo(target)) return undefined;
  const key = ['reaction', sender, target.id, react, turn];
  return gestureMessage(request, key, { kind: 'reaction', target: target.id, emoji: react });
}

/** Other words in the place of those that this person wrote. */
function changedMessage(
  request: WebRequest,
  { edit = '', key = '', text: typed = '' }: WebForm,
  rows: ChatRowReader,
): SpokenMessage | RefusedForm | undefined {
  const target = messageAt(edit, request, rows);
  if (target === undefined || !isOwnText(target) || !KEY.test(key)) return undefined;
  const text = withPlainLineEnds(typed);
  const refused = refuseTooLong(text, request);
  if (refused !== undefined) return refused;
  if (text.trim() === '') return { refused: webChatTexts(request.texts).emptyEdit };
  const parts = ['edit', request.visitor.sender, target.id, key, text];
  return gestureMessage(request, parts, { kind: 'edit', target: target.id, text });
}

function gestureMessage(
  { visitor }: Pick<WebRequest, 'visitor'>,
  key: readonly string[],
  gesture: Gesture,
): SpokenMessage {
  return {
    conversation: webConversationOf(visitor),
    sender: visitor.sender,
    key: messageIdOf(key),
    text: '',
    gesture,
    isShownThere: true,
  };
}

/** The same form sent twice is one message, and one that was changed before it was sent again is another. */
function writtenMessage(
  request: WebRequest,
  { form, files }: { readonly form: WebForm; readonly files: readonly UploadedFile[] },
  rows: ChatRowReader,
): SpokenMessage | RefusedForm | undefined {
  const { visitor, texts } = request;
  const words = webChatTexts(texts);
  const { key = '', quote = '' } = form;
  if (!KEY.test(key)) return undefined;
  const text = withPlainLineEnds(form.text ?? '');
  const refused = refuseTooLong(text, request);
  if (refused !== undefined) return refused;
  if (text.trim() === '' && files.length === 0) return { refused: words.nothingWritten };
  const quoted = quote === '' ? undefined : rows.find(ownChat(request), quote);
  if (quote !== '' && quoted === undefined) return undefined;
  const contents = files.flatMap(({ name, hash }) => [name, hash]);
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

/** Browsers send line ends as the network has them. */
function withPlainLineEnds(typed: string): string {
  return typed.replaceAll('\r\n', '\n');
}

function refuseTooLong(text: string, { texts }: Pick<WebRequest, 'texts'>): RefusedForm | undefined {
  if (text.length <= MAX_MESSAGE_LENGTH) return undefined;
  return { refused: webChatTexts(texts).tooLong(String(MAX_MESSAGE_LENGTH)) };
}

function messageIdOf(parts: readonly string[]): string {
  return `WEB${sha256(JSON.stringify(parts)).slice(0, 24).toUpperCase()}`;
}
