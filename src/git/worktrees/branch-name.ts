import { Failure } from '../../core/failure.ts';

/** A name that begins with `-` would be read as an option. Git rejects the remaining invalid names. */
export function assertBranchName(name: string): void {
  if (/^[^-\s:^~?*[\\][^\s:^~?*[\\]*$/.test(name) && !name.includes('..') && name !== 'HEAD') return;
  throw new Failure('invalid', `${JSON.stringify(name)} is no name of a branch.`);
}
