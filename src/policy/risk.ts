import type { CommandFolders, Risk } from '../contracts/policy.ts';
import type { PathGuard } from '../contracts/workspace-files.ts';
import { commandNames, starterKind } from './command-names.ts';
import { repositoryHolder, repositoryRunsPrograms } from './git-hardening.ts';
import type { LinePart } from './line-parts.ts';
import { type CommandMatch, matchCommand } from './match-command.ts';
import type { ReadLine } from './parse-command-line.ts';
import type { PlatformCommands } from './tool-commands.ts';
import { hasItsShape } from './word-shapes.ts';

const READS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
const UNKNOWN: Risk = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' };
/** New files can be removed again. */
const ADDS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
const ADDS_ELSEWHERE: Risk = { writesOutsideGit: 'yes', network: 'no', undoable: 'unknown' };
const OVERWRITES: Risk = { writesOutsideGit: 'yes', network: 'no', undoable: 'no' };
const OVERWRITES_PROJECT: Risk = { ...OVERWRITES, undoable: 'files' };
/** Changes that git records and can undo. */
const RECORDED: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
/** What git throws away and does not record. */
const LOST: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'no' };

/** What can happen if the line runs: the worst that is known of any command in it. Nothing is guessed. */
export async function riskOf(
  line: ReadLine,
  parts: readonly LinePart[],
  platform: PlatformCommands,
  kept: KeptFiles,
): Promise<Risk> {
  const written = line.redirects.filter(({ operator, target }) => operator.includes('>') && isFile(target));
  const all = await Promise.all([
    ...parts.map((part) => riskOfPart(part, platform, kept)),
    ...written.map(({ target }) => riskOfWriting([target], kept)),
  ]);
  if (all.length === 0) return UNKNOWN;
  return all.reduce((one, other) => ({
    writesOutsideGit: worseLevel(one.writesOutsideGit, other.writesOutsideGit, ['yes', 'unknown', 'no']),
    network: worseLevel(one.network, other.network, ['yes', 'unknown', 'no']),
    undoable: worseLevel(one.undoable, other.undoable, ['no', 'unknown', 'files', 'yes']),
  }));
}

/** Standard streams and the null device are not files. */
function isFile(target: string): boolean {
  return !/^(\d+|-|\/dev\/(null|stdout|stderr))$/.test(target);
}

function worseLevel<Level>(one: Level, other: Level, order: readonly Level[]): Level {
  return order.indexOf(one) < order.indexOf(other) ? one : other;
}

async function riskOfPart(part: LinePart, platform: PlatformCommands, kept: KeptFiles): Promise<Risk> {
  const risk = riskOfCommand(part.words, platform);
  // The risk known from its words is the minimum; if they need the network, so does the whole.
  if (part.isVeiled) return { ...UNKNOWN, network: risk.network === 'yes' ? 'yes' : 'unknown' };
  if (risk === LOST) return riskOfDiscarding(part.words, kept);
  return risk === OVERWRITES ? riskOfWriting(overwrittenFiles(part.words), kept) : risk;
}

/** They only create what does not exist yet, or remove what is empty and can be made again. */
const ADDING: readonly string[] = ['mkdir', 'touch', 'rmdir'];

function riskOfCommand(words: readonly string[], platform: PlatformCommands): Risk {
  const [name = ''] = words;
  const match = matchCommand(words, platform);
  // A word of a wrong kind may make the program do anything: `sed 'w x'` writes.
  if (match.kind === 'match' && match.checks.every(hasItsShape)) {
    return match.rule.projectScript ? UNKNOWN : READS;
  }
  const fact = factOf(words, match)?.risk;
  if (mayStartOthers(words)) return fact?.network === 'yes' ? fact : UNKNOWN;
  if (ADDING.includes(name)) return words.slice(1).every(staysInside) ? ADDS : ADDS_ELSEWHERE;
  return fact ?? UNKNOWN;
}

/** Flags by which git commands start a program or write a file of any name. */
const RUNS_OR_WRITES = /^--?(output|ext-diff|textconv|exec|extcmd|O|x)\b/;

function mayStartOthers([name = '', ...args]: readonly string[]): boolean {
  if (name === 'git') return args.some((arg) => RUNS_OR_WRITES.test(arg));
  return args.length > 0 && starterKind(name) !== undefined;
}

/** Judged by its letters alone: an absolute path, a home, a parent folder or a variable may lead anywhere. */
function staysInside(word: string): boolean {
  return !/^[/~\\]|^[A-Za-z]:|\.\.|\$/.test(word);
}

async function riskOfWriting(files: readonly string[], kept: KeptFiles): Promise<Risk> {
  const areKept = await Promise.all(files.map((file) => kept.file(file)));
  return files.length > 0 && areKept.every((one) => one) ? OVERWRITES_PROJECT : OVERWRITES;
}

/** They write their last operand. */
const COPIES: readonly string[] = ['cp', 'ln', 'install'];
/** They change or remove all their operands. */
const CHANGES_ALL: readonly string[] = ['mv', 'tee', 'truncate', 'unlink'];

/** The files that a command is known to overwrite; none where its words do not say. */
function overwrittenFiles([name = '', ...args]: readonly string[]): readonly string[] {
  const flags = args.filter((arg) => arg.startsWith('-'));
  // Other options may name a file themselves: `cp -t folder`, `mv --target-directory=folder`.
  if (!flags.every((flag) => /^-[abdfinprRsTuvx]+$/.test(flag))) return [];
  const operands = args.filter((arg) => !arg.startsWith('-'));
  if (COPIES.includes(name)) return operands.length < 2 ? [] : operands.slice(-1);
  return CHANGES_ALL.includes(name) ? operands : [];
}

/** A repository above the project has files outside it, too. No checkpoint holds those, so they could be lost. */
async function riskOfDiscarding(words: readonly string[], kept: KeptFiles): Promise<Risk> {
  const discarded = findDiscarded(words);
  if (discarded === 'recorded') return RECORDED;
  if (discarded === 'unknown') return LOST;
  const risk = (await kept.repository()) ? OVERWRITES_PROJECT : OVERWRITES;
  return discarded === 'files' ? risk : { ...risk, writesOutsideGit: 'unknown' };
}

/** `perhaps-files`: it depends on what its words name. `recorded`: git itself can bring it back. */
type DiscardKind = 'files' | 'perhaps-files' | 'recorded' | 'unknown';

interface DiscardRule {
  /** Switches that change nothing beyond the files, the index and the branches of the command's own repository. */
  readonly known: RegExp;
  of(switches: readonly string[], isAboutPaths: boolean): DiscardKind;
}

const FORCES = /^-\w*f|^--(?:force|discard-changes)$/;

const COMMANDS: Readonly<Record<string, DiscardRule>> = {
  reset: {
    known: /^(?:--(?:hard|merge|keep|soft|mixed|quiet)|-q)$/,
    of: (switches) => (hasSwitch(switches, /^--(?:hard|merge|keep)$/) ? 'files' : 'recorded'),
  },
  restore: {
    known: /^(?:--(?:staged|worktree|quiet|ours|theirs|source=.+)|-[SWq]+|-s)$/,
    of: (switches) =>
      hasSwitch(switches, /^--staged$|^-\w*S/) && !hasSwitch(switches, /^--worktree$|^-\w*W/)
        ? 'recorded'
        : 'files',
  },
  checkout: {
    known: /^(?:--(?:force|quiet|ours|theirs|detach)|-[fq]+)$/,
    of: (switches, isAboutPaths) => (hasSwitch(switches, FORCES) || isAboutPaths ? 'files' : 'perhaps-files'),
  },
  switch: { known: /^/, of: (switches) => (hasSwitch(switches, FORCES) ? 'files' : 'recorded') },
  clean: {
    // With -x or -X ignored files go too, and with two -f whole repositories: no state holds either.
    known: /^(?:--(?:force|quiet|dry-run)|-(?!\w*f\w*f)[dfqn]+)$/,
    of: (switches) => (switches.filter((one) => FORCES.test(one)).length > 1 ? 'unknown' : 'files'),
  },
};

/** A word that only the shell knows could be any switch. */
const EXPANDED = /[$`()<>]|\{.*,/;

/**
 * What a git command discards: files that a state of the project may hold, or more, or less. `unknown` with an option
 * before the sub-command, which may lead to another repository.
 */
function findDiscarded([, subcommand = '', ...args]: readonly string[]): DiscardKind {
  const command = COMMANDS[subcommand];
  const end = args.indexOf('--');
  const switches = args.slice(0, end === -1 ? args.length : end).filter((arg) => /^-./.test(arg));
  if (command === undefined || args.some((arg) => EXPANDED.test(arg))) return 'unknown';
  return switches.every((one) => command.known.test(one)) ? command.of(switches, end !== -1) : 'unknown';
}

function hasSwitch(switches: readonly string[], pattern: RegExp): boolean {
  return switches.some((one) => pattern.test(one));
}

/** What an undo can bring back after a line ran. */
interface KeptFiles {
  /** True for a word that surely names a file of the project: the state from before the command holds its content. */
  file(word: string): Promise<boolean>;
  /** True when git in this line surely works on the project and nothing above, beside or inside it. */
  repository(): Promise<boolean>;
}

/** They change the folder in which the rest of the line runs. */
const MOVES: readonly string[] = ['cd', 'pushd', 'popd'];

/** What the shell would replace by something else, or by several words. */
const SHELL_CHARACTERS = /[$`~*?[\]{}()<>!]/;

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
      if (moves || word === '' || SHELL_CHARACTERS.test(word)) return false;
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

/**
 * For a configured command only facts about exactly this one are used: `composer test --x` is not all of `composer`.
 */
function factOf(words: readonly string[], match: CommandMatch): RiskFact | undefined {
  const { name, subcommand, third } = commandNames(words);
  const isConfigured =
    match.kind === 'match' || !['unknown-command', 'unknown-subcommand'].includes(match.rule);
  const exact = [`${name} ${subcommand} ${third}`, `${name} ${subcommand}`];
  return [...exact, ...(isConfigured && subcommand !== '' ? [] : [name])]
    .map((command) => FACTS.find(({ commands }) => commands.includes(command)))
    .find((fact) => fact !== undefined);
}

interface RiskFact {
  readonly risk: Risk;
  /** Names, or names with their sub-commands. */
  readonly commands: readonly string[];
}

const FACTS: readonly RiskFact[] = [
  { risk: READS, commands: ['cd', 'printenv', 'env', 'id', 'ps', 'test'] },
  {
    risk: RECORDED,
    commands: ['git add', 'git commit', 'git branch', 'git tag', 'git stash', 'git merge', 'git revert'],
  },
  {
    risk: LOST,
    commands: [
      'git stash clear',
      'git stash drop',
      'git reset',
      'git restore',
      'git checkout',
      'git switch',
      'git clean',
      'git gc',
      'git rebase',
    ],
  },
  {
    risk: OVERWRITES,
    commands: [...COPIES, ...CHANGES_ALL],
  },
  {
    // Installers: the code that they bring runs later.
    risk: { writesOutsideGit: 'yes', network: 'yes', undoable: 'unknown' },
    commands: [
      ...forms('npm', 'install i in add ci clean-install install-test it cit update up upgrade dedupe'),
      ...forms('npm', 'init create exec x'),
      ...forms('pnpm', 'install i add update up upgrade dlx create fetch import dedupe'),
      ...forms('yarn', 'install add up upgrade dlx create set import dedupe'),
      ...forms('bun', 'install i add update upgrade x create'),
      ...forms('deno', 'install add cache'),
      ...['pip', 'pip3', 'pipx'].flatMap((name) => forms(name, 'install download wheel inject upgrade run')),
      ...[
        'python -m pip',
        'python3 -m pip',
        'uv pip',
        'uv sync',
        'uv add',
        'uv lock',
        'uv tool',
        'uv python',
      ],
      ...['poetry', 'pdm', 'pipenv', 'hatch'].flatMap((name) => forms(name, 'install add update lock sync')),
      ...['conda', 'mamba'].flatMap((name) => forms(name, 'install create update')),
      ...forms('cargo', 'install add update fetch'),
      ...['go install', 'go get', 'go mod tidy', 'go mod download', 'go mod vendor', 'go work sync'],
      ...forms('gem', 'install update fetch'),
      ...forms('bundle', 'install update add lock outdated'),
      ...forms('composer', 'install update require create-project self-update'),
      ...forms('dotnet', 'restore add tool workload'),
      ...forms('mix', 'deps.get local.hex'),
      ...forms('flutter', 'pub'),
      ...forms('dart', 'pub'),
      ...[
        'apt',
        'apt-get',
        'apk',
        'dnf',
        'yum',
        'pacman',
        'zypper',
        'brew',
        'snap',
        'flatpak',
        'npx',
        'pnpx',
      ],
      ...['bunx', 'uvx', 'corepack', 'rustup', 'nvm', 'volta', 'mise', 'asdf', 'playwright install'],
    ],
  },
  {
    risk: { writesOutsideGit: 'unknown', network: 'yes', undoable: 'unknown' },
    commands: [
      ...['curl', 'wget', 'http', 'https', 'dig', 'host', 'nslookup', 'ping', 'whois', 'traceroute'],
      ...forms('npm', 'view info show audit outdated search ping whoami'),
      ...['pnpm', 'yarn', 'bun'].flatMap((name) => forms(name, 'audit outdated info view npm')),
      ...[
        'pip index',
        'pip3 index',
        'cargo search',
        'composer outdated',
        'composer audit',
        'gem list --remote',
      ],
      ...['git fetch', 'git pull', 'git clone', 'git ls-remote', 'git remote update', 'git remote show'],
      ...['git submodule update', 'git submodule add', 'git lfs'],
    ],
  },
  {
    // Other people see the result.
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
        'lftp',
        'mosh',
        'rclone',
        's3cmd',
      ],
      ...[
        'aws',
        'gcloud',
        'gsutil',
        'az',
        'kubectl',
        'helm',
        'heroku',
        'gh',
        'glab',
        'doctl',
        'flyctl',
        'fly',
      ],
      ...['vercel', 'netlify', 'wrangler', 'firebase', 'supabase', 'terraform', 'tofu', 'pulumi', 'ansible'],
      ...['ansible-playbook', 'docker', 'docker-compose', 'podman', 'psql', 'pg_dump', 'mysql', 'mysqldump'],
      ...['mongosh', 'mongo', 'mongodump', 'redis-cli', 'git push', 'git send-email', 'twine'],
      ...['npm', 'pnpm', 'yarn', 'bun'].flatMap((name) => forms(name, 'publish unpublish login logout')),
      ...forms('cargo', 'publish yank login'),
      ...['poetry publish', 'uv publish', 'gem push', 'mvn deploy', 'dotnet nuget'],
    ],
  },
];

function forms(name: string, subcommands: string): readonly string[] {
  return subcommands.split(' ').map((subcommand) => `${name} ${subcommand}`);
}
