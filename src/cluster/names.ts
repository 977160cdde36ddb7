import type { Id } from '../core/ids.ts';

/** Name of a cell, unique in its cluster. */
export type CellName = Id<'cell'>;
/** Name of a front, unique in its cluster. */
export type FrontName = Id<'front'>;

/** Both kinds: what a queue of pg-boss and a channel of NOTIFY may hold, and no more than fits beside a prefix. */
const MEMBER_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** Undefined when it cannot be a name. */
export function cellName(text: string): CellName | undefined {
  return MEMBER_NAME.test(text) ? (text as CellName) : undefined;
}

/** Undefined when it cannot be a name. */
export function frontName(text: string): FrontName | undefined {
  return MEMBER_NAME.test(text) ? (text as FrontName) : undefined;
}

/** The queue of what people wrote to conversations of this cell. */
export function queueInto(cell: CellName): string {
  return `in.${cell}`;
}

/** The queue of what cells send through this front. */
export function queueOutOf(front: FrontName): string {
  return `out.${front}`;
}

/** Where this cell is told of jobs, answers and moves. */
export function channelOfCell(cell: CellName): string {
  return `wasap.cell.${cell}`;
}

/** Where this cell is told that another one asks it something. */
export function channelOfQuestions(cell: string): string {
  return `wasap.asked.${cell}`;
}

/** Where this front is told of jobs, moves and who types. */
export function channelOfFront(front: FrontName): string {
  return `wasap.front.${front}`;
}

/** What a job is put in order by, and what has one cell: a chat of one front. Fronts may have the same person. */
export function conversationKey(front: FrontName, chat: string): string {
  return `${front}:${chat}`;
}
