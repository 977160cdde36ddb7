import * as z from 'zod';
import type { ChatState } from '../../../contracts/chat-state.ts';
import type { Store } from '../../../contracts/store.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ConversationId, InstanceId } from '../../../core/ids.ts';
import { newsIn } from '../morning.ts';

/** The newest of a night; older ones are in what their tasks have to say. */
const MAX_HELD = 50;
/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const Held = z.array(z.object({ id: z.string(), text: z.string() }));

interface HeldStateParts {
  readonly store: Pick<Store, 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  tell(message: { readonly conversation: ConversationId; readonly key: string; readonly text: string }): void;
}

/**
 * What waits for the morning in a chat that moves: the next machine holds it back anew, and tells it. Of questions only their task
 * goes along, which is parked.
 */
export function heldState({
  store: { outbox },
  instance,
  clock,
  tell,
}: HeldStateParts): ChatState<z.infer<typeof Held>> {
  const drop = (conversation: ConversationId): void => {
    for (const { seq } of outbox.held(conversation, instance)) outbox.markReplaced(seq, clock.nowMs());
  };
  return {
    name: 'held',
    schema: Held,
    read(conversation) {
      const news = newsIn(outbox.held(conversation, instance)).slice(-MAX_HELD);
      const texts = news.flatMap(({ id, body }) =>
        body.kind === 'text' ? [{ id, text: body.text.replaceAll(ZERO, '') }] : [],
      );
      return texts.length === 0 ? undefined : texts;
    },
    write(conversation, held) {
      // What an earlier stay left is among what comes, or was told elsewhere.
      drop(conversation);
      for (const { id, text } of held ?? []) tell({ conversation, key: `held:${id}`, text });
    },
    leave: drop,
  };
}
