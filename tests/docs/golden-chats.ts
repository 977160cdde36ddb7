import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bubble } from '../support/phone-chat.ts';

const GOLDEN = path.resolve(import.meta.dirname, '../conversations/golden');

/** A conversation that the documentation shows in full. */
export interface ShownChat {
  /** Of its page and its pictures. */
  readonly name: string;
  /** Of its golden files. */
  readonly golden: string;
  readonly title: string;
  readonly intro: string;
}

export const SHOWN_CHATS: readonly ShownChat[] = [
  {
    name: 'first-task',
    golden: 'first-task-english',
    title: 'A first task',
    intro:
      'A task from the first word to the commit, and a push that is asked about. The card is one message, edited in place while the task works; here it is at its end.',
  },
  {
    name: 'approval',
    golden: 'approval-english',
    title: 'A question and a change of mind',
    intro:
      'A question is asked back, put off, answered with no, then with a vote; at the end the task is undone. There is no sandbox here, so the question says so.',
  },
  {
    name: 'photo',
    golden: 'photo-spanish',
    title: 'In Spanish, with a photo',
    intro:
      'A photo of an error, a talk about it, "dale", a stop in the middle, and words in reply to an older report.',
  },
];

export function bubblesOf({ golden }: ShownChat): readonly Bubble[] {
  // Written by the tests of conversations, which type it.
  return JSON.parse(lifelike(`${golden}.golden.json`)) as readonly Bubble[];
}

export function transcriptOf({ golden }: ShownChat): string {
  return lifelike(`${golden}.golden.txt`);
}

/** A golden file, with something in the place of what differs from run to run. */
function lifelike(file: string): string {
  return readFileSync(path.join(GOLDEN, file), 'utf8')
    .replaceAll('<hash>', '3b2d85b')
    .replaceAll('<code>', '7k');
}
