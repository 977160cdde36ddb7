import { codeOf, Failure, messageOf } from '../../../core/failure.ts';
import { backupFault } from '../texts/faults.ts';

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const CLOSED: readonly string[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOTEMPTY',
  'EBUSY',
  'EXDEV',
  'ELOOP',
  'ENAMETOOLONG',
  'EIO',
];

/** A Failure for errors of a disk or its permissions; any other error is returned as it is. */
export function diskFailure(error: unknown, path: string): unknown {
  const code = codeOf(error) ?? '';
  if (FULL.includes(code))
    return new Failure('unavailable', backupFault('disk-full', path), {
      cause: error,
    });
  if (!CLOSED.includes(code)) return error;
  return new Failure('unavailable', backupFault('no-access', path, messageOf(error)), {
    cause: error,
  });
}
