import { conversationKey } from '../../cluster/names.ts';
import {
  askedHandovers,
  HANDOVER_SECONDS,
  noteHandedOver,
  noteNoRoom,
} from '../../cluster/placement/handovers.ts';
import type { ChannelReceiver } from '../../contracts/channel.ts';
import { SECOND_MS } from '../../core/clock.ts';
import type { RelayParts } from './relay-channel.ts';

const LOOK_EVERY_MS = 200;
const STOP_EVERY_LOOKS = 10;

type HandingOverParts = Pick<
  RelayParts,
  'carrying' | 'cell' | 'clock' | 'cluster' | 'log' | 'openSessions' | 'rows'
>;

interface AskedChat {
  readonly chat: string;
  readonly conversation: string;
}

/**
 * Chats that a command moves to another cell. No task begins in them meanwhile, and PostgreSQL notes when their tasks
 * are parked and all is copied: the command waits for that. It is also told when the disk can store nothing, because
 * then no task can be parked.
 */
export class HandingOver {
  readonly #parts: HandingOverParts;
  readonly #stopping: AbortSignal;
  /** Until when each chat takes nothing new, in milliseconds of `clock.upMs()`. */
  readonly #until = new Map<string, number>();
  /** Chats whose tasks are being parked and copied now. */
  readonly #underWay = new Set<string>();

  constructor(parts: HandingOverParts, stopping: AbortSignal) {
    this.#parts = parts;
    this.#stopping = stopping;
  }

  includes(chat: string): boolean {
    return (this.#until.get(chat) ?? 0) > this.#parts.clock.upMs();
  }

  begin(chat: string): void {
    this.#until.set(chat, this.#parts.clock.upMs() + HANDOVER_SECONDS * SECOND_MS);
  }

  /** The chat has moved, or stays here after all. */
  end(chat: string): void {
    this.#until.delete(chat);
  }

  /**
   * Begins with each chat that PostgreSQL lists, even with one that was ready before: a command that was killed before
   * it moved the chat is run again.
   */
  async beginAsked(
    receiver: ChannelReceiver,
    tryTo: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { cell, cluster, rows } = this.#parts;
    const asked = new Set(await askedHandovers(cluster, cell));
    if (asked.size === 0) return;
    for (const { chat, front, hasLeft } of rows.origins()) {
      const conversation = conversationKey(front, chat);
      if (hasLeft || this.#underWay.has(chat) || !asked.has(conversation)) continue;
      this.begin(chat);
      this.#underWay.add(chat);
      void tryTo(() => this.#handOver({ chat, conversation }, receiver)).finally(() =>
        this.#underWay.delete(chat),
      );
    }
  }

  /** Stops the tasks of the chat and copies what they have done. The command that asked for it then moves the chat. */
  async #handOver({ chat, conversation }: AskedChat, receiver: ChannelReceiver): Promise<void> {
    const { carrying, cell, cluster, openSessions, rows, clock, log } = this.#parts;
    const refusals = rows.refusals();
    for (let looks = 0; !this.#stopping.aborted && this.includes(chat); looks += 1) {
      const open = openSessions(chat);
      // Repeated from time to time: a task that waited behind another in its folder begins when that ends.
      if (open.length > 0 && looks % STOP_EVERY_LOOKS === 0) receiver.interrupt(chat, open);
      if (await carrying.isFlushed(chat)) {
        await noteHandedOver(cluster, conversation, cell);
        log.info('channel.relay.handed_over', {});
        return;
      }
      if (rows.refusals() > refusals) {
        await noteNoRoom(cluster, conversation, cell);
        log.warn('channel.relay.no_room_to_hand_over', {});
        return;
      }
      await clock.sleep(LOOK_EVERY_MS, this.#stopping);
    }
  }
}
