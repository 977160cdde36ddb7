import type { Id } from '../core/ids.ts';

/** Name of a cell, unique in its cluster. */
export type CellName = Id<'cell'>;
/** Name of a front, unique in its cluster. */
export type FrontName = Id<'front'>;

/** Both kinds of names fit into a queue of pg-boss and into a channel of NOTIFY, behind a prefix. */
const MEMBER_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** Undefined when it cannot be a name. */
export function cellName(text: string): CellName | undefined {
  return MEMBER_NAME.test(text) ? (text as CellName) : undefined;
}

/** Undefined when it cannot be a name. */
export function frontName(text: string): FrontName | undefined {
  return MEMBER_NAME.test(text) ? (text as FrontName) : undefined;
}

/** The queue of messages that people wrote to conversations of this cell. */
export function queueInto(cell: CellName): string {
  return `in.${cell}`;
}

/** The queue of what cells send through this front. */
export function queueOutOf(front: FrontName): string {
  return `out.${front}`;
}

/** The NOTIFY channel of this cell for jobs, answers and moves. */
export function channelOfCell(cell: CellName): string {
  return `wasap.cell.${cell}`;
}

/** The NOTIFY channel of this cell for questions of other cells. */
export function channelOfQuestions(cell: string): string {
  return `wasap.asked.${cell}`;
}

/** The NOTIFY channel of this front for jobs, moves and typing. */
export function channelOfFront(front: FrontName): string {
  return `wasap.front.${front}`;
}

/**
 * The key by which jobs are ordered and cells assigned: a chat of one front. Several fronts may know the same person.
 */
export function conversationKey(front: FrontName, chat: string): string {
  return `${front}:${chat}`;
}
