import type { SeenChat } from '../../../cluster/overview/seen-cluster.ts';
import { Card, Empty, IdempotencyKeyField } from '../../../web-server/ui.tsx';
import { chatName } from './chats.tsx';
import { MACHINES_PATH } from './paths.ts';
import type { SeenProps } from './seen-props.ts';

interface MoveProps extends SeenProps {
  /** Undefined when there is none of that name any more. */
  readonly chat: SeenChat | undefined;
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
