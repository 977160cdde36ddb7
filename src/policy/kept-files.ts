import type { PathGuard } from '../contracts/exec.ts';
import type { CommandFolders } from '../contracts/policy.ts';
import { repositoryHolder, repositoryRunsPrograms } from './git-hardening.ts';
import type { LinePart } from './line-parts.ts';

/** What an undo can bring back after a line ran. */
export interface KeptFiles {
  /** True for a word that surely names a file of the project: the state from before the command holds its content. */
  file(word: string): Promise<boolean>;
  /** True when git in this line surely works on the project and nothing above, beside or inside it. */
  repository(): Promise<boolean>;
}

/** They change the folder in which the rest of the line runs. */
const MOVES: readonly string[] = ['cd', 'pushd', 'popd'];

/** What the shell would replace by something else, or by several words. */
const EXPANDED = /[$`~*?[\]{}()<>!]/;

/** Which of the things that a line changes an undo can bring back, through links as the kernel follows them. */
export function keptFiles(
  parts: readonly LinePart[],
  { root, cwd }: CommandFolders,
  guardFor: (root: string) => PathGuard,
): KeptFiles {
  const moves = parts.some(({ words: [name = ''] }) => MOVES.includes(name));
  return {
    async file(word) {
      // After a `cd` the same word names another file.
      if (moves || word === '' || EXPANDED.test(word)) return false;
      try {
        await guardFor(root).resolve(word.startsWith('/') ? word : `${cwd}/${word}`, 'write');
        return true;
      } catch {
        // Outside, in `.git`, of this program, or unreadable: no state holds it for sure.
        return false;
      }
    },
    async repository() {
      // Its settings may name another folder for the files.
      return !moves && (await repositoryHolder(cwd)) === root && !(await repositoryRunsPrograms(cwd));
    },
  };
}
