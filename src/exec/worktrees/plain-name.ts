import { shorten } from '../../base/text.ts';

const LONGEST_NAME = 100;

/** A name from the project as part of a sentence, which people and the model read: it must not bring one of its own. */
export function plainName(name: string): string {
  return shorten(name.replaceAll(/[^\w@/.+-]/g, '?'), LONGEST_NAME);
}
