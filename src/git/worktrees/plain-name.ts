import { shorten } from '../../core/text.ts';

const MAX_NAME_LENGTH = 100;

/**
 * Makes a name from the project safe inside a sentence for people and the model: it must not add a sentence of its
 * own.
 */
export function plainName(name: string): string {
  return shorten(name.replaceAll(/[^\w@/.+-]/g, '?'), MAX_NAME_LENGTH);
}
