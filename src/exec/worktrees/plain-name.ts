import { shorten } from '../../base/text.ts';

const MAX_NAME_LENGTH = 100;

/** A name from the project as part of a sentence, which people and the model read: it must not bring one of its own. */
export function plainName(name: string): string {
  return shorten(name.replaceAll(/[^\w@/.+-]/g, '?'), MAX_NAME_LENGTH);
}
