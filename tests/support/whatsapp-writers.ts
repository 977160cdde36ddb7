import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOf } from './whatsapp-load.ts';
import type { Person } from './whatsapp-server/person.ts';

/** People that write on and on, whether or not somebody listens. */
export interface Writers {
  /** What each of them has said so far, in order. */
  readonly said: readonly (readonly string[])[];
  /** Resolves when the last one has put the phone away. */
  stop(): Promise<void>;
}

/** What the n-th message of a person says. */
export type Words = (person: number, message: number) => string;

export const TALK: Words = (person, message) => `This is ${tokenOf(person, message)}.`;

/** @param distanceMs on average, between two messages of one person */
export function startWriting(people: readonly Person[], words: Words, distanceMs: number): Writers {
  const said: string[][] = people.map(() => []);
  let writing = true;
  const writers = people.map(async (person, index) => {
    const own = said[index] ?? [];
    while (writing) {
      const text = words(index, own.length);
      own.push(text);
      await person.says(text);
      await sleep(2 * distanceMs * Math.random());
    }
  });
  return {
    said,
    async stop() {
      writing = false;
      await Promise.all(writers);
    },
  };
}
