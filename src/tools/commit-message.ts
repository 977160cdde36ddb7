import { Failure } from '../core/failure.ts';

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([^()\\s]+\\))?!?: (\\S.*)$`);
const MAX_SUBJECT = 100;

/** Throws Failure `invalid` unless the first line is a conventional commit's and the second, if any, is empty. */
export function refuseUnconventional(message: string): void {
  const [first = '', second = ''] = message.split('\n');
  const subject = SUBJECT.exec(first)?.[1];
  if (subject === undefined) {
    throw new Failure(
      'invalid',
      `Write the message as "type(scope): subject", with one of these types: ${TYPES.join(', ')}.`,
    );
  }
  if (subject.length > MAX_SUBJECT) {
    throw new Failure(
      'invalid',
      `The subject has ${subject.length} characters, at most ${MAX_SUBJECT}. Move details into the body.`,
    );
  }
  if (second.trim() !== '')
    throw new Failure('invalid', 'Leave an empty line between the subject and the body.');
}
