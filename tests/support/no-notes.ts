import type { OwnerNotes } from '../../src/features/notes/note.ts';

const notHere = () => {
  throw new Error('nothing is remembered in this test');
};

/** Reaching for the owner's files fails the test. */
export const NO_NOTES: OwnerNotes = { plan: notHere, add: notHere, fate: notHere, undo: notHere };
