import { Failure } from '../../core/failure.ts';
import { shorten } from '../../core/text.ts';
import { fault } from '../../core/texts/faults.ts';

/** A name that begins with `-` would be read as an option. Git rejects the remaining invalid names. */
export function assertBranchName(name: string): void {
  if (/^[^-\s:^~?*[\\][^\s:^~?*[\\]*$/.test(name) && !name.includes('..') && name !== 'HEAD') return;
  throw new Failure('invalid', fault('git-no-branch-name', JSON.stringify(name)));
}

const MAX_NAME_LENGTH = 100;

/**
 * Makes a name from the project safe inside a sentence for people and the model: it must not add a sentence of its
 * own.
 */
export function plainName(name: string): string {
  return shorten(name.replaceAll(/[^\w@/.+-]/g, '?'), MAX_NAME_LENGTH);
}
