import * as z from 'zod';
import type { ChatState } from '../../../contracts/machines.ts';
import type { HeldMessages } from '../../../contracts/store.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ConversationId, InstanceId } from '../../../core/ids.ts';
import { newsIn } from '../morning.ts';

/** How many messages of a night move with a chat: the newest ones. */
const MAX_HELD = 50;
/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const Held = z.array(z.object({ id: z.string(), text: z.string() }));

interface HeldStateParts {
  readonly store: { readonly outbox: HeldMessages };
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

/**
 * Messages that wait for the morning in a chat that moves: the next machine holds them back, and sends them. Questions
 * stay behind: only their task moves, and it is parked.
 */
export function heldState({
  store: { outbox },
  instance,
  clock,
  notify,
}: HeldStateParts): ChatState<z.infer<typeof Held>> {
  const drop = (conversation: ConversationId): void => {
    for (const { seq } of outbox.listHeld(conversation, instance)) outbox.markReplaced(seq, clock.nowMs());
  };
  return {
    name: 'held',
    schema: Held,
    read(conversation) {
      const news = newsIn(outbox.listHeld(conversation, instance)).slice(-MAX_HELD);
      const texts = news.flatMap(({ id, body }) =>
        body.kind === 'text' ? [{ id, text: body.text.replaceAll(ZERO, '') }] : [],
      );
      return texts.length === 0 ? undefined : texts;
    },
    write(conversation, held) {
      // Messages that an earlier stay left are among those that come, or were sent elsewhere.
      drop(conversation);
      for (const { id, text } of held ?? []) notify({ conversation, key: `held:${id}`, text });
    },
    leave: drop,
  };
}
