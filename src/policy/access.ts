import type { Access } from '../contracts/exec.ts';
import type { Risk } from '../contracts/policy.ts';
import { isProtectedPath } from './file-classes.ts';
import type { ReadLine } from './parse.ts';

interface ImpliedWrites {
  /** Names, or names with their sub-command. */
  readonly commands: readonly string[];
  readonly writable: readonly string[];
}

/** What a command must write to do what it says, though it does not name it. */
const IMPLIED: readonly ImpliedWrites[] = [
  { commands: ['git'], writable: ['.git'] },
  {
    commands: ['git config', 'git remote', 'git branch', 'git submodule', 'git init'],
    writable: ['.git/config', '.gitmodules'],
  },
  // These bring files of another commit, whichever they are: everything but hooks and settings of git.
  {
    commands: [
      ...[
        'git checkout',
        'git switch',
        'git restore',
        'git reset',
        'git stash',
        'git clean',
        'git apply',
        'git am',
      ],
      ...['git pull', 'git merge', 'git rebase', 'git cherry-pick', 'git revert', 'git mv', 'git rm'],
    ],
    writable: ['.'],
  },
  { commands: ['npm', 'pnpm', 'yarn', 'bun'], writable: ['package.json', 'pnpm-workspace.yaml'] },
  { commands: ['pip', 'pip3', 'poetry', 'uv', 'pdm'], writable: ['pyproject.toml'] },
];

/**
 * What a person has agreed to by a yes to this line: the network where the question spoke of it, the protected files
 * and the places outside the project that the line names, and what its commands cannot do without.
 */
export function accessAfterYes({ commands, redirects }: ReadLine, risk: Risk): Access {
  const words = [...commands.flatMap((command) => command.words), ...redirects.map(({ target }) => target)];
  const implied = commands.flatMap(({ words: [name = '', subcommand = ''] }) =>
    IMPLIED.filter((entry) => entry.commands.some((one) => [name, `${name} ${subcommand}`].includes(one))),
  );
  const writable = [...implied.flatMap((entry) => entry.writable), ...words.flatMap(placesIn)];
  return { network: risk.network !== 'no', writable: [...new Set(writable)].toSorted() };
}

/** `--output=/srv/x` names a place too. */
function placesIn(word: string): readonly string[] {
  const path = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
  if (path === '' || path.startsWith('-')) return [];
  const leadsOut = /^(\/(?!dev\/|proc\/|usr\/|bin\/)|~(\/|$)|\.\.(\/|$))/.test(path);
  return leadsOut || isProtectedPath(path) ? [path] : [];
}
