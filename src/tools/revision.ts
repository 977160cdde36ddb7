import { Failure } from '../core/failure.ts';

/** No `:`, which would name a file's content instead of a commit. */
const REVISION = /^[A-Za-z0-9][\w./^~@{}-]{0,100}$/;

/** Throws Failure `invalid` for anything but the name of one commit. */
export function refuseBadRevision(revision: string): void {
  if (REVISION.test(revision)) return;
  throw new Failure('invalid', 'Name a commit by its hash, a branch, a tag, or such as HEAD~2.');
}
