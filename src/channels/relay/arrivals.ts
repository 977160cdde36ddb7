import { conversationKey, type FrontName } from '../../cluster/names.ts';
import { placementsOf } from '../../cluster/placement/placements.ts';
import { NOT_STORED } from '../../contracts/store.ts';
import { isFailure } from '../../core/failure.ts';
import type { ChatArrival } from './carrying.ts';
import type { RelayParts } from './relay-channel.ts';

type ChatArrivalParts = Pick<RelayParts, 'cell' | 'cluster' | 'rows' | 'carrying'>;

/**
 * Records that chats live here, under their epoch. A chat that lived in another cell is taken over first; the messages
 * of its people are handled after that.
 */
export class Arrivals {
  readonly #parts: ChatArrivalParts;
  /** By chat: a message and a look around may find the same move. */
  readonly #courses = new Map<string, Promise<void>>();

  constructor(parts: ChatArrivalParts) {
    this.#parts = parts;
  }

  /**
   * A job came for the chat.
   * @param epoch the chat's epoch when the front wrote the job; it may have moved since
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async heardFrom({ chat, front, epoch }: ChatArrival): Promise<void> {
    const { cell, cluster, rows } = this.#parts;
    const known = rows.origin(chat);
    if (known?.front === front && !known.hasLeft && epoch <= known.epoch && known.takenEpoch >= known.epoch)
      return;
    const key = conversationKey(front, chat);
    const placement = (await placementsOf(cluster, [key])).get(key);
    // A chat that left again while this job was taken belongs only to its own epoch.
    const now = placement?.cell === cell ? placement.epoch : epoch;
    await this.arrive({ chat, front, epoch: now });
  }

  /** @throws Failure `unavailable` while PostgreSQL is away */
  async arrive(arrival: ChatArrival): Promise<void> {
    const { chat } = arrival;
    const earlier = this.#courses.get(chat);
    const course = (earlier ?? Promise.resolve()).catch(() => undefined).then(() => this.#arrive(arrival));
    this.#courses.set(chat, course);
    try {
      await course;
    } finally {
      if (this.#courses.get(chat) === course) this.#courses.delete(chat);
    }
  }

  async #arrive(arrival: ChatArrival): Promise<void> {
    const { rows, carrying } = this.#parts;
    const { chat, front, epoch } = arrival;
    const known = rows.origin(chat);
    const note = (): void => {
      rows.noteArrival(arrival);
      rows.noteTakenOver(chat, epoch);
    };
    const isNewHere = known === undefined || known.front !== front;
    if (!isNewHere && known.takenEpoch >= epoch) return note();
    // Before its first epoch it lived nowhere.
    if (epoch === 1) return await this.#begin(arrival, note);
    await carrying.takeOver(arrival, note);
  }

  /**
   * Begins a chat that is new. If its row cannot be stored, its people are told from here: the inbox, which would
   * otherwise tell them, never gets the message.
   */
  async #begin(arrival: ChatArrival, note: () => void): Promise<void> {
    try {
      note();
    } catch (error) {
      if (isFailure(error) && error.facts.rule === NOT_STORED) await this.#parts.carrying.stillWaits(arrival);
      throw error;
    }
  }
}

/** The chat of a conversation's key. */
export function chatIn(conversation: string, front: FrontName): string {
  return conversation.slice(conversationKey(front, '').length);
}
