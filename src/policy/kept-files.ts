import type { PathGuard } from '../contracts/exec.ts';
import type { CommandFolders } from '../contracts/policy.ts';
import type { LinePart } from './line-parts.ts';

/** True for a word that surely names a file of the project: the state from before the command holds its content. */
export type KeptFiles = (word: string) => Promise<boolean>;

/** They change the folder in which the rest of the line runs. */
const MOVES: readonly string[] = ['cd', 'pushd', 'popd'];

/** What the shell would replace by something else, or by several words. */
const EXPANDED = /[$`~*?[\]{}()<>!]/;

/** Which files that a line names an undo can bring back, through links as the kernel follows them. */
export function keptFiles(
  parts: readonly LinePart[],
  { root, cwd }: CommandFolders,
  guardFor: (root: string) => PathGuard,
): KeptFiles {
  const moves = parts.some(({ words: [name = ''] }) => MOVES.includes(name));
  return async (word) => {
    // After a `cd` the same word names another file.
    if (moves || word === '' || EXPANDED.test(word)) return false;
    try {
      await guardFor(root).resolve(word.startsWith('/') ? word : `${cwd}/${word}`, 'write');
      return true;
    } catch {
      // Outside, in `.git`, of this program, or unreadable: no state holds it for sure.
      return false;
    }
  };
}
