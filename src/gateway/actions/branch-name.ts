import type { SessionId } from '../../core/ids.ts';

/** Of the words of a task in the name of its branch, in characters. */
const MAX_SLUG_LENGTH = 32;
/** Of the session's id: a number is given again, and a branch of that name may still be there. */
const ID_END = 4;

/** `wasap/2-fix-the-login-7f3a`: readable, ASCII, safe for git and for every file system, never used twice. */
export function branchName(session: SessionId, { number, task }: { number: number; task: string }): string {
  const words = task
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const parts = [number, shortened(words), session.slice(-ID_END)];
  return `wasap/${parts.filter((part) => part !== '').join('-')}`;
}

/** Whole words, as long as the first is not too long itself. */
function shortened(words: string): string {
  if (words.length <= MAX_SLUG_LENGTH) return words;
  const cut = words.slice(0, MAX_SLUG_LENGTH + 1);
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : cut.slice(0, MAX_SLUG_LENGTH);
}
