import { Failure } from '../../base/failure.ts';

/** A name that begins with `-` would be read as an option. Git itself refuses what else is none. */
export function assertBranchName(name: string): void {
  if (/^[^-\s:^~?*[\\][^\s:^~?*[\\]*$/.test(name) && !name.includes('..') && name !== 'HEAD') return;
  throw new Failure('invalid', `${JSON.stringify(name)} is no name of a branch.`);
}
