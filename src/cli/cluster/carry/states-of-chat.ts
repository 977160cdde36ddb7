import * as z from 'zod';
import type { ChatState } from '../../../contracts/chat-state.ts';
import type { ConversationStore } from '../../../contracts/session-stores.ts';
import type { Clock } from '../../../core/clock.ts';
import { type ConversationId, type InstanceId, sessionIdOf } from '../../../core/ids.ts';
import { createChosenModelStore } from '../../../features/models/chosen-model-store.ts';
import { modelState } from '../../../features/models/model-state.ts';
import { heldState } from '../../../features/quiet/moving/held-state.ts';
import { quietState } from '../../../features/quiet/moving/quiet-state.ts';
import { createQuietStore } from '../../../features/quiet/quiet-store.ts';
import { voiceState } from '../../../features/voice/voice-state.ts';
import { createVoiceStore } from '../../../features/voice/voice-store.ts';
import type { OpenStore } from '../../../store/open.ts';

export interface StatesOfChatParts {
  readonly store: Pick<OpenStore, 'conversations' | 'database' | 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  tell(message: { readonly conversation: ConversationId; readonly key: string; readonly text: string }): void;
}

/** What goes along with a chat beside its project, language and schedules. The record about moving says why the rest does not. */
export function statesOfChat({ store, instance, clock, tell }: StatesOfChatParts): readonly ChatState[] {
  const { conversations, database } = store;
  return [
    modelState(createChosenModelStore(database), clock),
    quietState(createQuietStore(database)),
    voiceState(createVoiceStore(database), clock),
    freshStartState(conversations),
    // The last: what it tells comes behind what has to be told first.
    heldState({ store, instance, clock, tell }),
  ];
}

const FreshStarts = z.array(z.object({ person: z.string(), after: z.string() }));

/** Since when each person has begun afresh with /new. What somebody began earlier elsewhere stays begun. */
function freshStartState(
  conversations: Pick<ConversationStore, 'beginAfresh' | 'freshStarts'>,
): ChatState<z.infer<typeof FreshStarts>> {
  return {
    name: 'fresh',
    schema: FreshStarts,
    read(conversation) {
      const starts = conversations.freshStarts(conversation);
      return starts.length === 0 ? undefined : [...starts];
    },
    write(conversation, starts) {
      for (const { person, after } of starts ?? []) {
        const session = sessionIdOf(after);
        if (session !== undefined) conversations.beginAfresh(conversation, person, session);
      }
    },
  };
}
