import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Execution } from '../contracts/exec.ts';
import { type CommandFolders, PROJECT_SCRIPT } from '../contracts/policy.ts';
import type { PathGuard } from '../contracts/workspace-files.ts';
import { codeOf, isFailure, messageOf } from '../core/failure.ts';
import { findObstacle, pathProblem } from './check-words.ts';
import { MULTI_CALL, startsOthers } from './command-names.ts';
import type { Executables } from './executables.ts';
import { SECRET_FOLDERS } from './file-classes.ts';
import { endOfFlags, type FlagTable, OPEN_FLAGS } from './flags.ts';
import { hardenGitArguments, repositoryRunsPrograms } from './git-hardening.ts';
import { type CommandMatch, matchCommand, type NoMatch } from './match-command.ts';
import type { PolicyObstacle } from './parse-command-line.ts';
import { type PlatformCommands, runsProjectCode } from './tool-commands.ts';
import { isWindowsPath } from './windows-line.ts';

/** The words to judge; `file` is set when they were written as a certain file of the project. */
export interface JudgedArgv {
  readonly argv: readonly string[];
  readonly file: string | undefined;
}

export type ArgvDecision =
  | { readonly kind: 'allow'; readonly execution: Execution }
  | NoMatch
  | { readonly kind: 'ask'; readonly obstacle: PolicyObstacle };

export interface ArgvRules {
  readonly commands: PlatformCommands;
  readonly platform: 'posix' | 'windows';
  readonly guardFor: (root: string) => PathGuard;
  readonly executables: Executables;
  /** A function when the answer needs a search for a sandbox: it is called when such a command comes. */
  readonly projectScripts: 'allow' | 'ask' | (() => Promise<'allow' | 'ask'>);
}

type MatchedCommand = Extract<CommandMatch, { readonly kind: 'match' }>;

/** Decides about one command of fixed words that nothing denies. Never throws: what cannot be checked is asked. */
export async function judgeArgv(
  judged: JudgedArgv,
  where: CommandFolders,
  rules: ArgvRules,
): Promise<ArgvDecision> {
  const elsewhere = inOtherFolder(judged.argv);
  if (elsewhere === undefined) {
    return judgeHere({ ...judged, argv: withoutBuiltIn(judged.argv) }, where, rules);
  }
  try {
    const named = elsewhere.folder;
    const folder = path.isAbsolute(named) ? named : `${where.cwd}/${named}`;
    const { real } = await rules.guardFor(where.root).resolve(folder, 'read');
    const here = { argv: elsewhere.argv, file: judged.file };
    const decision = await judgeHere(here, { root: where.root, cwd: real }, rules);
    if (decision.kind !== 'allow' || decision.execution.kind !== 'argv') return decision;
    const args = [elsewhere.flag, real, ...decision.execution.args];
    return { kind: 'allow', execution: { ...decision.execution, args } };
  } catch (error) {
    return {
      kind: 'ask',
      obstacle: isFailure(error) ? pathProblem(elsewhere.folder, error) : undecidedObstacle(error),
    };
  }
}

async function judgeHere(judged: JudgedArgv, where: CommandFolders, rules: ArgvRules): Promise<ArgvDecision> {
  const { argv } = judged;
  const match = matchCommand(argv, rules.commands);
  if (match.kind === 'no-match') return (await judgeModule(judged, where, rules)) ?? match;
  if (match.inner !== undefined) {
    const inner = await judgeInner(match.inner, where, rules);
    if (inner.kind !== 'allow') return inner;
  }
  const program = programInFile(argv, match, rules.commands);
  if (program !== undefined) {
    const started = await judgeHere({ argv: program, file: undefined }, where, rules);
    if (started.kind !== 'allow') return started;
  }
  try {
    const obstacle = await policyObstacle(argv, match, { where, rules });
    if (obstacle !== undefined) return { kind: 'ask', obstacle };
    return { kind: 'allow', execution: await executionOf(judged, match, { where, rules }) };
  } catch (error) {
    return { kind: 'ask', obstacle: undecidedObstacle(error) };
  }
}

/** Judges a module of the project that Python runs by its name as its file; undefined without such a file. */
async function judgeModule(
  { argv, file }: JudgedArgv,
  where: CommandFolders,
  rules: ArgvRules,
): Promise<ArgvDecision | undefined> {
  const asFile = withModuleFile(argv, where.cwd);
  if (asFile === undefined) return undefined;
  const decision = await judgeHere({ argv: asFile, file }, where, rules);
  if (decision.kind !== 'allow' || decision.execution.kind !== 'argv') return decision;
  return { kind: 'allow', execution: { ...decision.execution, args: argv.slice(1) } };
}

/** What a shell answers by itself, as the program that tells the same: without a shell there is no `command -v`. */
function withoutBuiltIn(argv: readonly string[]): readonly string[] {
  const [name, first = '', ...rest] = argv;
  if (name === 'command' && first === '-v') return ['which', ...rest];
  return name === 'type' && !first.startsWith('-') ? ['which', first, ...rest] : argv;
}

/**
 * Judges the command that `poetry run` and the like start as if it stood alone. They find its program, not we, so
 * only code of the project may be meant: a command that is allowed outside the sandbox too is started without them.
 */
async function judgeInner(
  argv: readonly string[],
  where: CommandFolders,
  rules: ArgvRules,
): Promise<ArgvDecision> {
  const [name = ''] = argv;
  const words = name.endsWith('.py') ? ['python', ...argv] : argv;
  const match = matchCommand(words, rules.commands);
  if (match.kind === 'no-match') {
    const asFile = withModuleFile(words, where.cwd);
    return asFile === undefined ? match : judgeInner(asFile, where, rules);
  }
  if (!match.rule.projectScript || match.inner !== undefined) {
    return {
      kind: 'ask',
      obstacle: { rule: 'starts-others', reason: 'One of its options could start another program.' },
    };
  }
  return judgeHere({ argv: words, file: undefined }, where, rules);
}

/** When a rule could not decide, a person still can. */
export function undecidedObstacle(error: unknown): PolicyObstacle {
  return { rule: 'undecided', reason: `It could not be checked: ${messageOf(error)}` };
}

interface JudgingContext {
  readonly where: CommandFolders;
  readonly rules: ArgvRules;
}

async function policyObstacle(
  argv: readonly string[],
  match: MatchedCommand,
  { where, rules }: JudgingContext,
): Promise<PolicyObstacle | undefined> {
  if (rules.platform === 'windows' && argv.some((word) => isWindowsPath(word, argv[0]))) {
    return { rule: 'windows-path', reason: 'It holds a Windows path, which is not checked yet.' };
  }
  if (argv[0] === 'git' && (await repositoryRunsPrograms(where.cwd))) {
    return {
      rule: 'git-config',
      reason: 'The configuration of this repository can make git run other programs.',
    };
  }
  if (match.rule.flags === OPEN_FLAGS && startsOthers(argv, argv[0] ?? '', rules.platform) !== undefined) {
    return { rule: 'starts-others', reason: 'One of its options could start another program.' };
  }
  const obstacle = await findObstacle(match.checks, { guard: rules.guardFor(where.root), cwd: where.cwd });
  if (obstacle !== undefined) return obstacle;
  // Last, because a yes to it holds for the rest of a task: any other problem of a command is asked about each time.
  if (match.rule.projectScript && (await scriptsVerdict(rules)) === 'ask') {
    return { rule: PROJECT_SCRIPT, reason: 'It runs code of the project.' };
  }
  return undefined;
}

function scriptsVerdict({ projectScripts }: ArgvRules): Promise<'allow' | 'ask'> {
  return typeof projectScripts === 'function' ? projectScripts() : Promise.resolve(projectScripts);
}

async function executionOf(
  { argv, file: written }: JudgedArgv,
  match: MatchedCommand,
  { where, rules }: JudgingContext,
): Promise<Execution> {
  const [name = '', ...args] = argv;
  const { executables } = rules;
  const own =
    written ?? (match.rule.projectScript ? await executables.findInProject(name, where) : undefined);
  // A program that is not installed keeps its bare name: the supervisor then reports that it was not found.
  const file = own ?? (await executables.find(name, where.root)) ?? name;
  const hardened =
    name === 'git'
      ? hardenGitArguments(args, match.subcommand, match.argumentsAt - 1)
      : withoutSecretFiles(file, args, match.rule.flags);
  return { kind: 'argv', file, args: hardened };
}

/** A command as if it had been given in the folder that one of its options names. */
interface ElsewhereArgv {
  readonly argv: readonly string[];
  readonly flag: string;
  /** As it was written. */
  readonly folder: string;
}

/** Options that make a program change its folder first. */
const FOLDER_FLAGS: Readonly<Record<string, readonly string[]>> = {
  git: ['-C'],
  go: ['-C'],
  npm: ['--prefix', '-C'],
  pnpm: ['-C', '--dir'],
  yarn: ['--cwd'],
  uv: ['--directory'],
  poetry: ['-C', '--directory'],
  composer: ['-d', '--working-dir'],
};

/** Options of git that may stand before `-C`. */
const NO_PAGER = /^(?:--no-pager|-P|--no-optional-locks)$/;

/**
 * `git -C api status` is `git status` in `api`: its words are relative to that folder, and the settings there apply.
 * Undefined for every other command.
 */
function inOtherFolder([name = '', ...words]: readonly string[]): ElsewhereArgv | undefined {
  const at = folderFlagAt(name, words);
  const [flag = '', attached] = words[at]?.split(/=(.*)/s) ?? [];
  const folder = attached ?? words[at + 1];
  if (at === -1 || folder === undefined || !/^[^-~]/.test(folder)) return undefined;
  const left = words.toSpliced(at, attached === undefined ? 2 : 1);
  return { argv: [name, ...left], flag, folder };
}

/** Only before the sub-command, but npm reads its options wherever they stand. */
function folderFlagAt(name: string, words: readonly string[]): number {
  const flags = FOLDER_FLAGS[name];
  if (flags === undefined) return -1;
  const isFlag = (word = ''): boolean => flags.includes(word.split('=', 1)[0] ?? '');
  if (name === 'npm') return words.slice(0, endOfOptions(words)).findIndex(isFlag);
  const at = name === 'git' ? words.findIndex((word) => !NO_PAGER.test(word)) : 0;
  return isFlag(words[at]) ? at : -1;
}

function endOfOptions(words: readonly string[]): number {
  const at = words.indexOf('--');
  return at === -1 ? words.length : at;
}

/**
 * Names of files with secrets, as patterns that grep and ripgrep both know: the common ones of the secret list. None
 * fits a template such as `.env.example`. What they miss is read, with the values that are known hidden.
 */
export const SECRET_FILE_GLOBS: readonly string[] = [
  '.env .env.[!dest]* .env.d[!i]* .env.e[!x]* .env.s[!a]* .env.t[!e]* .env.te[!m]*',
  '.envrc .flaskenv *.env env.local env.production env.development .dev.vars .dev.vars.*',
  '.npmrc .yarnrc.yml .pypirc .netrc _netrc .pgpass .my.cnf .htpasswd .terraformrc',
  '.git-credentials .vault-token .vault_pass .sentryclirc .*_history .authinfo',
  '*.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.ovpn',
  'id_rsa id_dsa id_ecdsa id_ed25519 *.tfstate *.tfstate.backup *.tfvars *.tfvars.json',
  'credentials *credentials.json *credentials.yml *credentials.yaml *credentials.ini',
  'creds.json *-creds.json *_creds.json auth.json *service-account*.json *service_account*.json',
  '*firebase-adminsdk*.json client_secret*.json .secrets secrets.json secrets.toml',
  'secret.yml secret.yaml secrets.yml secrets.yaml secrets.*.yml secrets.*.yaml',
  'kubeconfig *.kubeconfig gradle.properties local.properties key.properties signing.properties',
  'local.settings.json appsettings.*.json google-services.json wp-config.php',
].flatMap((names) => names.split(' '));

/** Git's own folder is closed to all that reads by name, too. */
const FOLDERS: readonly string[] = ['.git', ...SECRET_FOLDERS];

const NO_FILES = [
  ...SECRET_FILE_GLOBS.map((name) => `--exclude=${name}`),
  ...FOLDERS.map((name) => `--exclude-dir=${name}`),
];
const NO_GLOBS = [...SECRET_FILE_GLOBS, ...FOLDERS].map((name) => `--iglob=!${name}`);

/**
 * The arguments of a search of whole folders, which leaves out files with secrets: by their names they are asked about,
 * and a search must not read them unasked. Behind all other options, because the last pattern that fits decides.
 */
function withoutSecretFiles(program: string, args: readonly string[], flags: FlagTable): readonly string[] {
  const end = endOfFlags(args, flags);
  const added = exclusionOptions(program, args.slice(0, end));
  return added.length === 0 ? args : [...args.slice(0, end), ...added, ...args.slice(end)];
}

function exclusionOptions(program: string, options: readonly string[]): readonly string[] {
  switch (path.basename(program)) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return options.some((option) => /^-\w*r|^--recursive$/.test(option)) && !isMultiCall(program)
        ? NO_FILES
        : [];
    case 'rg':
      // Names are no secrets.
      return options.includes('--files') ? [] : NO_GLOBS;
    default:
      return [];
  }
}

/** The grep of BusyBox would refuse these options. */
function isMultiCall(program: string): boolean {
  try {
    return MULTI_CALL.test(path.basename(realpathSync(program)));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Where package managers put programs: none of it is code of the project. */
const INSTALLED = /(?:^|\/)(?:node_modules|vendor\/bin|site-packages|\.venv|venv)\//;

/**
 * The command that an interpreter starts by the file of a known program: `node node_modules/typescript/bin/tsc -p .` is
 * `tsc -p .`, `php bin/console about` is `console about`. Those words must be allowed as well, or
 * `manage.py shell -c` would run any code. Undefined for code of the project. An installed program that is not known
 * comes back by its name, for which there is no rule.
 */
function programInFile(
  argv: readonly string[],
  { checks }: Pick<MatchedCommand, 'checks'>,
  commands: PlatformCommands,
): readonly string[] | undefined {
  const file = checks.find(({ kind }) => kind === 'code')?.text;
  if (file === undefined) return undefined;
  const args = argv.slice(argv.indexOf(file) + 1);
  const name = path.posix.basename(file);
  // Only programs that run code of the project count: `scripts/find` is not the program that searches for files.
  if (runsProjectCode(commands.allowed.get(name))) return [name, ...args];
  return INSTALLED.test(path.posix.normalize(file)) ? [name.replace(/\.\w+$/, ''), ...args] : undefined;
}

/**
 * `python3 -m app.main --help` as `python3 app/main.py --help`, if the project has such a file: Python looks in the
 * folder it stands in first. Undefined for every other command.
 */
export function withModuleFile(argv: readonly string[], cwd: string): readonly string[] | undefined {
  const at = argv.indexOf('-m');
  const module = argv[at + 1] ?? '';
  if (!/^python3?$/.test(argv[0] ?? '') || at < 0 || !/^[a-z_]\w*(?:\.\w+)*$/i.test(module)) return undefined;
  const start = module.replaceAll('.', '/');
  const file = [`${start}.py`, `${start}/__main__.py`].find((name) => existsSync(path.join(cwd, name)));
  return file === undefined ? undefined : [...argv.slice(0, at), file, ...argv.slice(at + 2)];
}
