import type { Risk } from '../contracts/policy.ts';
import { starterKind } from './command-names.ts';
import type { PlatformCommands } from './config.ts';
import { matchCommand } from './match-command.ts';
import type { ReadLine } from './parse.ts';
import { hasItsShape } from './word-shapes.ts';

const READS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
const UNKNOWN: Risk = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' };
/** What is new can be taken away again. */
const ADDS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
const ADDS_ELSEWHERE: Risk = { writesOutsideGit: 'yes', network: 'no', undoable: 'unknown' };
const OVERWRITES: Risk = { writesOutsideGit: 'yes', network: 'no', undoable: 'no' };

/** Flags by which commands of git start a program or write a file of any name. */
const RUNS_OR_WRITES = /^--?(output|ext-diff|textconv|exec|extcmd|O|x)\b/;

/** They only make what is not there yet. */
const ADDING: readonly string[] = ['mkdir', 'touch'];

interface Fact {
  readonly risk: Risk;
  /** Names, or names with their sub-command. */
  readonly commands: readonly string[];
}

const FACTS: readonly Fact[] = [
  { risk: READS, commands: ['cd', 'printenv', 'env', 'id', 'ps', 'test'] },
  {
    // Changes that git itself keeps and can take back.
    risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
    commands: [
      'git add',
      'git commit',
      'git branch',
      'git switch',
      'git tag',
      'git stash',
      'git merge',
      'git revert',
    ],
  },
  {
    // Throws away changes that git does not hold.
    risk: { writesOutsideGit: 'no', network: 'no', undoable: 'no' },
    commands: [
      'git stash clear',
      'git stash drop',
      'git reset',
      'git restore',
      'git checkout',
      'git clean',
      'git gc',
      'git rebase',
    ],
  },
  {
    risk: OVERWRITES,
    commands: ['cp', 'mv', 'ln', 'tee', 'truncate', 'install', 'unlink', 'rmdir'],
  },
  {
    risk: { writesOutsideGit: 'yes', network: 'yes', undoable: 'unknown' },
    commands: [
      ...[
        'npm install',
        'npm i',
        'npm ci',
        'npm update',
        'pip install',
        'pip3 install',
        'yarn add',
        'pnpm install',
      ],
      ...[
        'pnpm add',
        'apt',
        'apt-get',
        'brew',
        'cargo install',
        'go install',
        'go get',
        'gem install',
        'composer',
      ],
    ],
  },
  {
    risk: { writesOutsideGit: 'unknown', network: 'yes', undoable: 'unknown' },
    commands: [
      ...['curl', 'wget', 'npx', 'pnpx', 'bunx', 'uvx', 'dig', 'nslookup', 'ping', 'npm view', 'npm audit'],
      ...['npm outdated', 'go mod', 'pip download'],
    ],
  },
  {
    risk: { writesOutsideGit: 'unknown', network: 'yes', undoable: 'no' },
    commands: [
      ...[
        'ssh',
        'scp',
        'sftp',
        'rsync',
        'nc',
        'ncat',
        'netcat',
        'telnet',
        'ftp',
        'aws',
        'gcloud',
        'az',
        'kubectl',
      ],
      ...['heroku', 'gh', 'npm publish'],
    ],
  },
];

/** What can happen if the line runs: the worst that is known of any command in it. Nothing is guessed. */
export function riskOf(line: ReadLine, platform: PlatformCommands): Risk {
  const risks = line.commands.map(({ words, setsVariables }) =>
    setsVariables ? UNKNOWN : riskOfCommand(words, platform),
  );
  const writes = line.redirects.some(({ operator, target }) => operator.includes('>') && isFile(target));
  const all = writes ? [...risks, OVERWRITES] : risks;
  if (all.length === 0) return UNKNOWN;
  const writesOutsideGit = worst<Risk['writesOutsideGit']>(
    all.map((risk) => risk.writesOutsideGit),
    ['yes', 'unknown', 'no'],
  );
  // Nobody can promise to undo what git may not hold.
  const atBest: Risk['undoable'] = writesOutsideGit === 'no' ? 'yes' : 'unknown';
  return {
    writesOutsideGit,
    network: worst(
      all.map((risk) => risk.network),
      ['yes', 'unknown', 'no'],
    ),
    undoable: worst([...all.map((risk) => risk.undoable), atBest], ['no', 'unknown', 'yes']),
  };
}

function riskOfCommand(words: readonly string[], platform: PlatformCommands): Risk {
  const [name = '', subcommand = '', third = ''] = words;
  const match = matchCommand(words, platform);
  // A word that is not what it has to be may make the program do anything: `sed 'w x'` writes.
  if (match.kind === 'match' && match.checks.every(hasItsShape)) {
    return match.rule.projectScript ? UNKNOWN : READS;
  }
  if (mayStartOthers(words)) return UNKNOWN;
  if (ADDING.includes(name)) return words.slice(1).every(staysInside) ? ADDS : ADDS_ELSEWHERE;
  const fact = factOf(`${name} ${subcommand} ${third}`) ?? factOf(`${name} ${subcommand}`) ?? factOf(name);
  return fact?.risk ?? UNKNOWN;
}

function mayStartOthers([name = '', ...args]: readonly string[]): boolean {
  if (name === 'git') return args.some((arg) => RUNS_OR_WRITES.test(arg));
  return args.length > 0 && starterKind(name) !== undefined;
}

function factOf(command: string): Fact | undefined {
  return FACTS.find(({ commands }) => commands.includes(command));
}

/** By its letters alone: an absolute path, a home, a way up or a variable may lead anywhere. */
function staysInside(word: string): boolean {
  return !/^[/~\\]|^[A-Za-z]:|\.\.|\$/.test(word);
}

/** Standard streams and the null device are no files. */
function isFile(target: string): boolean {
  return !/^(\d+|-|\/dev\/(null|stdout|stderr))$/.test(target);
}

function worst<Level>(
  levels: readonly Level[],
  [first, second, last]: readonly [Level, Level, Level],
): Level {
  if (levels.includes(first)) return first;
  return levels.includes(second) ? second : last;
}
