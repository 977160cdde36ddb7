import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Carrying } from '../../../channels/relay/carrying.ts';
import type { RelayRows } from '../../../channels/relay/relay-rows.ts';
import type { CellName } from '../../../cluster/names.ts';
import { isFailure, messageOf } from '../../../core/failure.ts';
import { conversationId } from '../../../core/ids.ts';
import { SECOND_MS } from '../../../core/time.ts';
import { createCronStore } from '../../../features/cron/rows/cron-store.ts';
import { openSessions } from '../../../gateway/tasks/conversation-sessions.ts';
import { Copier } from './copier.ts';
import { type TakeoverParts, takeOver } from './takeover.ts';

const COPY_EVERY_MS = SECOND_MS;

export interface CarryingParts extends TakeoverParts {
  readonly cell: CellName;
  readonly rows: RelayRows;
}

/** Copies what the chats of this cell have behind its work, and takes over what comes from another cell. */
export function createCarrying(parts: CarryingParts): Carrying {
  const { store, instance, clock, log } = parts;
  const copier = new Copier(parts);
  const isAtWork = (chat: string): boolean => {
    const conversation = conversationId('whatsapp', chat);
    return (
      openSessions({ conversation, store }).length > 0 ||
      copier.isBusy(chat) ||
      store.outbox.head(conversation, instance) !== undefined
    );
  };
  let hasEnded = false;
  const tryTo = async (copy: () => Promise<unknown>): Promise<void> => {
    try {
      await copy();
    } catch (error) {
      // The connection says itself that PostgreSQL is away.
      if (hasEnded || (isFailure(error) && error.kind === 'unavailable')) return;
      log.error('cluster.carry.copy.failed', { error: messageOf(error) });
    }
  };
  return {
    takeOver: (arrival, noteArrived) => takeOver(arrival, noteArrived, parts),
    leave(chat, noteLeft) {
      const crons = createCronStore(store.database);
      store.atomically(() => {
        // As by a person's command: should the chat come back, /cron resume goes on with them.
        for (const { id, state } of crons.ofConversation(conversationId('whatsapp', chat)))
          if (state === 'active') crons.pause(id, 'asked');
        noteLeft();
      });
    },
    async keepCopying({ isHeld, signal }) {
      while (!signal.aborted) {
        await clock.sleep(COPY_EVERY_MS, signal);
        if (!signal.aborted && isHeld()) await tryTo(() => copier.pass());
      }
      hasEnded = true;
    },
    async copyNow(chat) {
      await copier.copyNow(chat);
      return await copier.isHere(chat);
    },
    answeredBy: (chat) => copier.answeredBy(chat),
    said(chat) {
      void tryTo(async () => {
        // Only then the outbox knows that it is sent.
        await nextTurn();
        if (!hasEnded) await copier.copyNow(chat);
      });
    },
    async isFlushed(chat) {
      if (isAtWork(chat)) return false;
      // A session may have ended since the last one.
      await copier.pass();
      await copier.pass();
      return !isAtWork(chat);
    },
  };
}
