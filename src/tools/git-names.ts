import { Failure } from '../core/failure.ts';

/** Stricter than git: nothing that a shell, a refspec or a ref expression would read as more than a name. */
const BRANCH_NAME = /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|\.lock$))[A-Za-z0-9._/-]{1,100}(?<![/.])$/;
const REMOTE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/;

/** No `:`, which would name a file's content instead of a commit. */
const REVISION = /^[A-Za-z0-9][\w./^~@{}-]{0,100}$/;

/** Throws Failure `invalid` for anything but a plain branch name. */
export function refuseBadBranch(name: string): void {
  if (!BRANCH_NAME.test(name) || name === 'HEAD') {
    throw new Failure(
      'invalid',
      'A branch name has letters, digits, ".", "_", "-" and "/" only, such as fix/login-error.',
    );
  }
}

/**
 * Throws Failure `invalid` for anything but a remote's name; a url would push to a place that nobody has checked.
 */
export function refuseBadRemote(name: string): void {
  if (!REMOTE_NAME.test(name)) throw new Failure('invalid', 'Name a configured remote, such as origin.');
}

/** Throws Failure `invalid` for anything but the name of one commit. */
export function refuseBadRevision(revision: string): void {
  if (REVISION.test(revision)) return;
  throw new Failure('invalid', 'Name a commit by its hash, a branch, a tag, or such as HEAD~2.');
}

/** For the model: only a person knows the address. */
export function missingRemote(remote: string): string {
  return `This repository has no remote named ${remote}. Report that the person has to add one with git remote add.`;
}
