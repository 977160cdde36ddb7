import { randomUUID } from 'node:crypto';
import type { ChatAddress, ChatMessage, ChatRows } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { Store } from '../../../contracts/store.ts';
import type { UploadLimits, WebRegion, WebRequest, WebView } from '../../../contracts/web-page.ts';
import { questionIdOf } from '../../../core/ids.ts';
import { oneLine } from '../../../core/text.ts';
import { formatTimeIn, formatTimeOfDay } from '../../../core/texts/format.ts';
import { chosenZone } from '../../../gateway/conversation.ts';
import { Empty } from '../../../web-server/ui.tsx';
import { webChatTexts } from '../texts/texts.ts';
import { Message, type MessageView, messageText } from './message.tsx';
import { isOwnText } from './message-actions.tsx';
import { messageAt, ownChat } from './own-chat.ts';
import { CHAT_PATH } from './paths.ts';
import { type AboutMessage, messageOfForm, WriteForm } from './write-form.tsx';

/** Messages of one region: when one of them changes, only these are sent to the windows. */
const PER_REGION = 8;
/** The regions of one page, oldest first: however long the chat is, a window holds no more. */
const REGION_NAMES = ['messages-a', 'messages-b', 'messages-c', 'messages-d', 'messages-e'] as const;
/** Longest part of a message that is read out, or quoted, in characters. */
const MAX_READ_OUT = 200;

export interface ChatParts {
  readonly rows: Pick<ChatRows, 'listBetween' | 'find' | 'isChosen' | 'lastPlace'>;
  readonly store: Pick<Store, 'approvals' | 'conversations' | 'sessions'>;
  /** The zone of the settings; when undefined, that of the machine. */
  readonly timezone: string | undefined;
  readonly uploads: UploadLimits;
}

/** The visitor's own chat with the program. A message that is written here is handled like any other. */
export function chatView(parts: ChatParts): WebView {
  return {
    async show(request) {
      const at = ownChat(request);
      const shown = shownBlocks(request.query('until'), parts.rows.lastPlace(at));
      return {
        title: webChatTexts(request.texts).label,
        regions: [
          { name: 'earlier', body: <Earlier shown={shown} request={request} /> },
          ...REGION_NAMES.map((name, index) => ({
            name,
            body: (
              <Block
                block={shown.last - REGION_NAMES.length + 1 + index}
                at={at}
                request={request}
                parts={parts}
              />
            ),
          })),
          ...(shown.isNewest
            ? endRegions(at, request, parts)
            : [{ name: 'later', body: <Later shown={shown} request={request} /> }]),
        ],
      };
    },
    submit: (request, form, files) => messageOfForm(request, { form, files }, parts.rows),
  };
}

/** Blocks of messages are numbered from 1 on, so that a block gets no further messages once it is full. */
interface ShownBlocks {
  /** The last one on this page. */
  readonly last: number;
  /** The newest one of the chat. */
  readonly newest: number;
  /** False for a page of earlier messages, which stays one while new ones come. */
  readonly isNewest: boolean;
}

/** @param until the place of a page's last message, as a link gives it */
function shownBlocks(until: string, lastPlace: number): ShownBlocks {
  const newest = Math.max(1, Math.ceil(lastPlace / PER_REGION));
  if (!/^\d{1,9}$/.test(until)) return { last: newest, newest, isNewest: true };
  const asked = Math.ceil(Number(until) / PER_REGION);
  return { last: Math.min(Math.max(asked, 1), newest), newest, isNewest: false };
}

interface PagerProps {
  readonly shown: ShownBlocks;
  readonly request: WebRequest;
}

function Earlier({ shown: { last }, request }: PagerProps) {
  const before = last - REGION_NAMES.length;
  if (before < 1) return null;
  return <a href={pageUntil(before)}>{webChatTexts(request.texts).earlier}</a>;
}

function Later({ shown: { last, newest }, request }: PagerProps) {
  const words = webChatTexts(request.texts);
  const after = last + REGION_NAMES.length;
  return (
    <p class="actions">
      {after < newest ? <a href={pageUntil(after)}>{words.later}</a> : null}
      <a href={CHAT_PATH}>{words.newest}</a>
    </p>
  );
}

function pageUntil(block: number): string {
  return `${CHAT_PATH}?until=${block * PER_REGION}`;
}

interface BlockProps {
  readonly block: number;
  readonly at: ChatAddress;
  readonly request: WebRequest;
  readonly parts: ChatParts;
}

function Block({ block, at, request, parts }: BlockProps) {
  const { rows } = parts;
  const messages = rows.listBetween(at, (block - 1) * PER_REGION + 1, block * PER_REGION);
  const words = webChatTexts(request.texts);
  if (messages.length === 0)
    return block === 1 ? (
      <Empty>
        {words.empty}
        <code>{words.example}</code>
      </Empty>
    ) : null;
  return (
    <ol class="thread">
      {messages.map((message) => (
        <Message message={message} view={viewOf(message, at, { request, parts })} />
      ))}
    </ol>
  );
}

function viewOf(
  message: ChatMessage,
  at: ChatAddress,
  { request, parts }: Pick<BlockProps, 'request' | 'parts'>,
): MessageView {
  const { rows } = parts;
  const target = message.target === undefined ? undefined : rows.find(at, message.target);
  return {
    request,
    time: timeOf(message.atMs, request, parts),
    isOpen: message.body.kind === 'poll' && isOpen(message, at, { request, parts }),
    isBelowQuestion: message.body.kind === 'poll' && isBelowQuestion(message, at, rows),
    quoted: target === undefined ? undefined : quoteOf(target, request),
    isAboutTask: message.author === 'program' && isAboutTask(message, request, parts),
  };
}

/** The question of an approval says so itself; of any other poll it is known whether this person has answered it. */
function isOpen(
  { id }: Pick<ChatMessage, 'id'>,
  at: ChatAddress,
  { request, parts: { rows, store } }: Pick<BlockProps, 'request' | 'parts'>,
): boolean {
  const approval = store.approvals.findByMessage(webConversationOf(request.visitor), questionIdOf(id));
  return approval === undefined ? !rows.isChosen(at, id) : approval.state === 'pending';
}

function isAboutTask(
  { id }: Pick<ChatMessage, 'id'>,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { store }: Pick<ChatParts, 'store'>,
): boolean {
  return store.sessions.findByReport(webConversationOf(visitor), id) !== undefined;
}

function isBelowQuestion(
  { id, place }: Pick<ChatMessage, 'id' | 'place'>,
  at: ChatAddress,
  rows: Pick<ChatRows, 'find'>,
): boolean {
  const questionId = questionIdOf(id);
  return questionId !== id && rows.find(at, questionId)?.place === place - 1;
}

function timeOf(atMs: number, { nowMs, visitor }: WebRequest, { store, timezone }: ChatParts): string {
  const zone = chosenZone(webConversationOf(visitor), { conversations: store.conversations, timezone });
  return zone === undefined ? formatTimeOfDay(atMs, nowMs) : formatTimeIn(zone, atMs, nowMs);
}

function quoteOf(message: ChatMessage, { clean, texts }: WebRequest): string {
  return oneLine(clean(messageText(message, webChatTexts(texts))), MAX_READ_OUT);
}

/** The parts below the newest messages. */
function endRegions(
  at: ChatAddress,
  request: WebRequest,
  { rows, uploads }: ChatParts,
): readonly WebRegion[] {
  const last = rows.lastPlace(at);
  const [newest] = rows.listBetween(at, last, last);
  return [
    {
      name: 'newest',
      isReadOut: true,
      // A card that counts seconds is read out when it comes, and not with every second.
      body:
        newest?.author === 'program' && !newest.isEdited ? (
          <p class="unseen">{quoteOf(newest, request)}</p>
        ) : null,
    },
    {
      name: 'write',
      isStill: true,
      body: (
        <WriteForm newKey={randomUUID()} about={aboutIn(request, rows)} uploads={uploads} request={request} />
      ),
    },
  ];
}

/** The message that is replied to or changed, as a link of it says. */
function aboutIn(request: WebRequest, rows: Pick<ChatRows, 'listBetween'>): AboutMessage | undefined {
  const replied = messageAt(request.query('reply'), request, rows);
  if (replied !== undefined) return { kind: 'reply', id: replied.id, words: quoteOf(replied, request) };
  const edited = messageAt(request.query('edit'), request, rows);
  if (edited?.body.kind !== 'text' || !isOwnText(edited)) return undefined;
  return {
    kind: 'edit',
    place: edited.place,
    words: quoteOf(edited, request),
    text: request.clean(edited.body.text),
  };
}
