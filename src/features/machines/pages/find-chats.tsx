import { MAX_FOUND_CHATS, type SeenChat } from '../../../cluster/overview/seen-cluster.ts';
import { Card, Empty } from '../../../web-server/ui.tsx';
import { Chat } from './chats.tsx';
import { MACHINES_PATH } from './paths.ts';
import { MAX_WORDS } from './searched.ts';
import type { SeenProps } from './seen-props.ts';

type FoundChatsProps = Pick<SeenProps, 'request' | 'words' | 'canAct'> & {
  /** Undefined when nothing was searched for, or PostgreSQL is away. */
  readonly found: readonly SeenChat[] | undefined;
};

/** Chats by a number or a name: a cell shows only its first ones. */
export function FindChats({ searched, ...found }: FoundChatsProps & { readonly searched: string }) {
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

function FoundChats({ request, words, canAct, found }: FoundChatsProps) {
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
