import {
  type ChatSummary,
  type ClusterSnapshot,
  MAX_FOUND_CHATS,
} from '../../../cluster/overview/cluster-snapshot.ts';
import type { MemberSnapshot } from '../../../cluster/overview/look-at-cluster.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { isGroupChat } from '../../../gateway/conversation.ts';
import { Card, Empty, IdempotencyKeyField } from '../../../web-server/ui.tsx';
import type { MachinesTexts } from '../texts/texts.ts';
import { MACHINES_PATH } from './paths.ts';

/** What the parts of the page about machines are made of. */
export interface SeenProps {
  readonly request: WebRequest;
  readonly seen: ClusterSnapshot;
  /** The cell whose page it is. */
  readonly here: string;
  readonly words: MachinesTexts['page'];
  /** False when there is no chat to ask in, or nothing could be done now. */
  readonly canAct: boolean;
}

/** Longest words that are searched for. */
export const MAX_WORDS = 100;

/** The words that are searched for among the chats; empty for no search. */
export function searchWordsIn({ query }: Pick<WebRequest, 'query'>): string {
  return query('find').trim().slice(0, MAX_WORDS);
}

type FindChatsProps = Pick<SeenProps, 'request' | 'words' | 'canAct'> & {
  /** Undefined when nothing was searched for, or PostgreSQL is away. */
  readonly found: readonly ChatSummary[] | undefined;
};

/** Chats by a number or a name: a cell shows only its first ones. */
export function FindChats({ searched, ...found }: FindChatsProps & { readonly searched: string }) {
  const { words } = found;
  return (
    <Card id="find" title={words.findTitle}>
      <search>
        <form method="get" action={MACHINES_PATH} class="filter">
          <label for="find-words">{words.find}</label>
          <input
            id="find-words"
            name="find"
            type="search"
            value={searched}
            placeholder={words.find}
            maxlength={MAX_WORDS}
          />
          <button type="submit" class="button button-plain">
            {words.findNow}
          </button>
        </form>
      </search>
      <FoundChats {...found} />
    </Card>
  );
}

function FoundChats({ request, words, canAct, found }: FindChatsProps) {
  if (found === undefined) return null;
  if (found.length === 0) return <Empty>{words.notFound}</Empty>;
  return (
    <>
      <ul class="rows">
        {found.map((chat) => (
          <Chat chat={chat} request={request} words={words} canAct={canAct} isFound />
        ))}
      </ul>
      {found.length < MAX_FOUND_CHATS ? null : <p class="meta">{words.manyFound}</p>}
    </>
  );
}

interface ChatsProps extends Pick<SeenProps, 'request' | 'words' | 'canAct'> {
  readonly cell: MemberSnapshot;
  readonly chats: readonly ChatSummary[];
}

/** The chats that live on a cell, closed until somebody wants to see them. */
export function Chats({ cell, chats, request, words, canAct }: ChatsProps) {
  const left = (cell.chats ?? 0) - chats.length;
  // Where there are many cells not each has a place for some of its own.
  if (chats.length === 0) return left > 0 ? <p class="meta">{words.moreChats(String(left))}</p> : null;
  return (
    <details id={`chats-${request.clean(cell.name)}`}>
      <summary>{words.chatsOn(request.clean(cell.name))}</summary>
      <ul class="rows">
        {chats.map((chat) => (
          <Chat chat={chat} request={request} words={words} canAct={canAct} />
        ))}
      </ul>
      {left > 0 ? <p class="meta">{words.moreChats(String(left))}</p> : null}
    </details>
  );
}

interface ChatProps extends Pick<ChatsProps, 'request' | 'words' | 'canAct'> {
  readonly chat: ChatSummary;
  /** It stands among chats of several cells, and says which one has it. */
  readonly isFound?: boolean;
}

function Chat({ chat, request, words, canAct, isFound = false }: ChatProps) {
  const name = chatName(chat, request, words);
  return (
    <li>
      <span>
        {name} <small>{words.via(request.clean(chat.front))}</small>
        {isFound ? <small> {words.on(request.clean(chat.cell))}</small> : null}
      </span>
      {canAct ? (
        <a
          href={`${MACHINES_PATH}?${new URLSearchParams({ move: chat.conversation })}`}
          aria-label={words.moveWhom(name)}
        >
          {words.move}
        </a>
      ) : (
        <span />
      )}
    </li>
  );
}

/** A group has no number of its own; its cell was chosen by who wrote there first. */
function chatName(
  { conversation, person }: ChatSummary,
  { clean }: Pick<WebRequest, 'clean'>,
  words: MachinesTexts['page'],
): string {
  const chat = conversation.slice(conversation.indexOf(':') + 1);
  if (isGroupChat(chat)) return words.group(clean(chat));
  return clean(/^\d+$/.test(person) ? `+${person}` : person);
}

interface MoveProps extends SeenProps {
  /** Undefined when there is none of that name any more. */
  readonly chat: ChatSummary | undefined;
}

/** Asks where a chat is to move, and whether it really is. Shown when its row was chosen. */
export function MoveCard({ request, seen, words, canAct, chat }: MoveProps) {
  if (request.query('move') === '' || !canAct) return null;
  if (chat === undefined)
    return (
      <Card id="move" title={words.moveTitle}>
        <Empty>{words.chatGone}</Empty>
      </Card>
    );
  const cells = seen.members.filter(
    ({ kind, name, isAlive, isDraining }) => kind === 'cell' && isAlive && !isDraining && name !== chat.cell,
  );
  return (
    <Card id="move" title={words.moveTitle}>
      <p>{words.moveFrom(chatName(chat, request, words), request.clean(chat.cell))}</p>
      {cells.length === 0 ? (
        <Empty>{words.nowhere}</Empty>
      ) : (
        <>
          <div class="prose">
            <p>{words.moveIs}</p>
          </div>
          <form method="post" action={MACHINES_PATH} class="columns" aria-labelledby="move-title">
            <IdempotencyKeyField />
            <input type="hidden" name="chat" value={chat.conversation} />
            <div class="choice">
              <label for="cell">{words.to}</label>
              <select id="cell" name="cell">
                {cells.map(({ name }) => (
                  <option value={name}>{request.clean(name)}</option>
                ))}
              </select>
            </div>
            <p class="actions">
              <button type="submit" name="do" value="move" class="button button-main">
                {words.moveNow}
              </button>
              <a class="button button-plain" href={MACHINES_PATH}>
                {words.keep}
              </a>
            </p>
          </form>
        </>
      )}
    </Card>
  );
}
