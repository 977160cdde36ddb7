import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatMover } from '../../../channels/relay/chat-mover.ts';
import type { RelayRows } from '../../../channels/relay/relay-rows.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { isFailure, messageOf } from '../../../core/failure.ts';
import { conversationId } from '../../../core/ids.ts';
import { openSessions } from '../../../gateway/tasks/conversation-sessions.ts';
import { Copier } from './copier.ts';
import { WaitNotice } from './moved-text.ts';
import { stillWaits, type TakeoverParts, takeOver } from './takeover.ts';

const COPY_EVERY_MS = SECOND_MS;

export interface CellMoverParts extends Omit<TakeoverParts, 'waitNotice'> {
  readonly rows: RelayRows;
}

export interface CellMover extends ChatMover {
  /** Call it when something of this chat changes: the next pass copies it. */
  lookAt(chat: string): void;
}

/** Copies the chats of this cell in the background, and takes over chats that come from another cell. */
export function createCellMover(given: CellMoverParts): CellMover {
  const { store, moving, instance, clock, log } = given;
  const copier = copierOf(given);
  const takeover = takeoverOf(given);
  const isAtWork = (chat: string, handling: number): boolean => {
    const conversation = conversationId('whatsapp', chat);
    return (
      openSessions({ conversation, store }).length > 0 ||
      copier.unhandled(chat) > handling ||
      store.outbox.head(conversation, instance) !== undefined
    );
  };
  let hasEnded = false;
  const tryTo = async (copy: () => Promise<unknown>): Promise<void> => {
    try {
      await copy();
    } catch (error) {
      // The connection reports by itself that PostgreSQL is away.
      if (hasEnded || (isFailure(error) && error.kind === 'unavailable')) return;
      log.error('cluster.moving.copy_failed', { error: messageOf(error) });
    }
  };
  return {
    takeOver: (arrival, noteArrived) => takeOver(arrival, noteArrived, takeover),
    stillWaits: (arrival) => stillWaits(arrival, takeover),
    leave(chat, noteLeft) {
      const conversation = conversationId('whatsapp', chat);
      store.atomically(() => {
        for (const { state, told } of moving) {
          told?.leave(conversation);
          state?.leave?.(conversation);
        }
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
    settledBy: (chat) => copier.settledBy(chat),
    noteSent(chat) {
      void tryTo(async () => {
        // Only then the outbox knows that it is sent.
        await nextTurn();
        if (!hasEnded) await copier.copyNow(chat);
      });
    },
    lookAt: (chat) => copier.lookAt(chat),
    async isFlushed(chat, handling = 0) {
      if (isAtWork(chat, handling)) return false;
      copier.lookAt(chat);
      await copier.pass();
      // A session may have ended since the last one.
      copier.lookAt(chat);
      await copier.pass();
      return !isAtWork(chat, handling);
    },
  };
}

function copierOf(given: CellMoverParts): Copier {
  const { cell, rows, cluster, store, transcriptOf, projects, moving, instance, clock, log } = given;
  return new Copier({ cell, rows, cluster, store, transcriptOf, projects, moving, instance, clock, log });
}

function takeoverOf(given: CellMoverParts): TakeoverParts {
  const { cell, rows, cluster, store, transcriptOf, projects, moving, instance } = given;
  const { locale, clock, log, notify, onArrival } = given;
  return {
    cell,
    rows,
    cluster,
    store,
    transcriptOf,
    projects,
    moving,
    waitNotice: new WaitNotice({ cell, cluster, clock }),
    instance,
    locale,
    clock,
    log,
    notify,
    onArrival,
  };
}
