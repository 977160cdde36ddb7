import type { SeenMember } from '../../../cluster/overview/look-at-cluster.ts';
import type { SeenChat } from '../../../cluster/overview/seen-cluster.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { isGroupChat } from '../../../gateway/address.ts';
import type { MachinesTexts } from '../texts/texts.ts';
import { MACHINES_PATH } from './paths.ts';
import type { SeenProps } from './seen-props.ts';

interface ChatsProps extends Pick<SeenProps, 'request' | 'words' | 'canAct'> {
  readonly cell: SeenMember;
  readonly chats: readonly SeenChat[];
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
  readonly chat: SeenChat;
  /** It stands among chats of several cells, and says which one has it. */
  readonly isFound?: boolean;
}

export function Chat({ chat, request, words, canAct, isFound = false }: ChatProps) {
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
export function chatName(
  { conversation, person }: SeenChat,
  { clean }: Pick<WebRequest, 'clean'>,
  words: MachinesTexts['page'],
): string {
  const chat = conversation.slice(conversation.indexOf(':') + 1);
  if (isGroupChat(chat)) return words.group(clean(chat));
  return clean(/^\d+$/.test(person) ? `+${person}` : person);
}
