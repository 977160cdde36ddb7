import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { ConversationStore } from '../../contracts/session-stores.ts';
import { sessionIdOf } from '../../core/ids.ts';

const FreshStarts = z.array(z.object({ person: z.string(), after: z.string() }));

/** After which session each person began afresh with /new. What arrives replaces what is here. */
export function freshStartState(
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
