import { resolve, sep } from 'node:path';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure, type FailureKind, unreachable } from '../core/failure.ts';
import { shellWord } from '../core/text.ts';
import { type Fault, fault } from '../core/texts/faults.ts';
import { CEILING, type Environment } from '../processes/command-environment.ts';
import { type BorrowedRepository, findBorrowing } from './borrowed-repository.ts';
import { type ConfigFacts, HARDENED, judgeConfig, parseConfig } from './config.ts';
import { hasPlainConfig, positionInFiles } from './plain-repository.ts';
import { type GitResult, runGit } from './run-git.ts';

export interface RepositoryParts {
  /** Canonical path of the workspace: the top of a repository or a folder in it. */
  readonly root: string;
  /** Environment of commands; of variables named GIT_* only the ceiling is used. */
  readonly environment: Environment;
}

export interface CallOptions {
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Used in place of the repository's index. */
  readonly index?: string;
  /** Used in place of the workspace. */
  readonly workTree?: string;
  /** Used in place of the usual limit. */
  readonly timeoutMs?: number;
  /** `key=value`, to be passed with `-c`. */
  readonly settings?: readonly string[];
  /** Makes it a call that may use the network. */
  readonly network?: NetworkAccess;
}

export interface NetworkAccess {
  /** `key=value`, to be passed with `-c`. */
  readonly settings: readonly string[];
  readonly environment: Environment;
}

/** A repository whose configuration was just read; a command may change it, so each operation opens it again. */
export interface Repository {
  readonly top: string;
  /** Path of the workspace in the repository: `''`, or `folder/`. */
  readonly prefix: string;
  readonly facts: ConfigFacts;
  /** Never throws when git fails. */
  run(args: readonly string[], options?: CallOptions): Promise<GitResult>;
  /** Standard output. Throws Failure `conflict`, or `unavailable` for the network, with git's own last line. */
  runOrThrow(args: readonly string[], options?: CallOptions): Promise<string>;
}

const LOCAL_TIME_MS = MINUTE_MS;
const NETWORK_TIME_MS = 2 * MINUTE_MS;

/**
 * @throws Failure `not-found` when the workspace is in no repository, `denied` when its configuration cannot be made
 * harmless
 */
export async function openRepository({ root, environment }: RepositoryParts): Promise<Repository> {
  const answers = Promise.all([
    isPlainTop(root)
      ? undefined
      : askGit({ root, environment }, ['rev-parse', '--show-toplevel', '--show-prefix']),
    askGit({ root, environment }, ['config', '--list', '--show-scope', '--includes', '-z']),
  ]);
  // A parallel git may have changed it.
  const borrowed = findBorrowing(root, environment[CEILING]);
  const [place, config] = await answers;
  if (borrowed !== undefined) throw borrowerFailure(borrowed);
  const [top = '', prefix = ''] = place === undefined ? [root] : placeOrThrow(place, root).split('\n');
  if (config.code !== 0) throw gitFailure(config, 'unavailable');
  const facts = judgeConfig(parseConfig(config.stdout));
  if (facts.unoverridableKey !== undefined) throw configKeyFailure(facts.unoverridableKey, 'runs');

  const local = localEnvironment(environment);
  const settings = [...HARDENED, ...facts.overrides];
  const run: Repository['run'] = (
    args,
    { input, signal, index, workTree, timeoutMs, network, settings: further = [] } = {},
  ) =>
    runGit({
      args: ['--no-pager', ...withOptions([...settings, ...further, ...(network?.settings ?? [])]), ...args],
      cwd: root,
      environment: {
        ...local,
        ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
        ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
        ...network?.environment,
      },
      input,
      signal,
      timeoutMs: timeoutMs ?? (network === undefined ? LOCAL_TIME_MS : NETWORK_TIME_MS),
    });
  return {
    top,
    prefix,
    facts,
    run,
    async runOrThrow(args, options) {
      const result = await run(args, options);
      if (result.code !== 0)
        throw gitFailure(result, options?.network === undefined ? 'conflict' : 'unavailable');
      return result.stdout;
    },
  };
}

/** Runs git where only the repository's own filters could do harm. Never throws when git fails. */
export function askGit({ root, environment }: RepositoryParts, args: readonly string[]): Promise<GitResult> {
  return runGit({
    args: ['--no-pager', ...withOptions(HARDENED), ...args],
    cwd: root,
    environment: localEnvironment(environment),
    timeoutMs: LOCAL_TIME_MS,
  });
}

function borrowerFailure(borrowed: BorrowedRepository): Failure {
  return new Failure('denied', whyRefused(borrowed));
}

function whyRefused(borrowed: BorrowedRepository): Fault {
  switch (borrowed.kind) {
    case 'pointer':
      return fault('git-borrowed');
    case 'parts':
      return fault('git-borrowed-parts', JSON.stringify(borrowed.path));
    case 'objects':
      return fault('git-borrowed-objects', JSON.stringify(borrowed.path));
    default:
      return unreachable(borrowed);
  }
}

/** What a setting of the repository would do, if it were left on or off. */
type ConfigHarm = 'runs' | 'downloads' | 'connects' | 'pushes' | 'restores' | 'commits' | 'merges';

export function configKeyFailure(key: string, harm: ConfigHarm): Failure {
  const says = fault('git-own-setting', JSON.stringify(key), fault(`git-setting-${harm}`));
  return new Failure('denied', says, { facts: { key } });
}

/** Git's last line with the reason, without credentials of a url in it. */
export function gitFailure({ stderr, code }: GitResult, kind: FailureKind): Failure {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /^(?:fatal|error): | ! \[/.test(line)) ?? lines.at(-1);
  const sentence = telling?.replace(/^(?:fatal|error): /, '').trim() ?? `exit code ${code}`;
  return new Failure(kind, gitFault(sentence.replaceAll(/\/\/[^/@\s]+@/g, '//'), stderr));
}

/** Git's words, with a command for the person against the two faults that keep git from working at all. */
function gitFault(words: string, stderr: string): Fault {
  const owned = /git config --global --add safe\.directory \S.*/.exec(stderr)?.[0];
  if (owned !== undefined) return fault('git-says-owner', words, owned.trim());
  const lock = /Unable to create '([^']+\.lock)': File exists/.exec(stderr)?.[1];
  return lock === undefined
    ? fault('git-says', words)
    : fault('git-says-lock', words, `rm ${shellWord(lock)}`);
}

export function withOptions(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ['-c', setting]);
}

/**
 * True for an ordinary repository with a commit. Read from its files: starting git would double the time of opening
 * one.
 */
function isPlainTop(root: string): boolean {
  const plain = positionInFiles(root);
  return plain !== undefined && hasPlainConfig(plain.gitFolder);
}

function placeOrThrow(place: GitResult, root: string): string {
  const top = place.stdout.split('\n')[0] ?? '';
  // A `core.worktree` that points outside would make git change files outside the workspace.
  const holdsRoot = top !== '' && (root === top || root.startsWith(top.endsWith(sep) ? top : top + sep));
  if (place.code === 0 && holdsRoot) return place.stdout;
  if (place.code !== 0 && !place.stderr.includes('not a git repository'))
    throw gitFailure(place, 'unavailable');
  throw new Failure('not-found', fault('git-no-repository', resolve(root)));
}

/**
 * Local work needs no transport: a repository that lacks objects would otherwise fetch them by a command from its own
 * configuration.
 */
export function localEnvironment(environment: Environment): Environment {
  const kept = Object.entries(environment).filter(
    ([name]) => name === CEILING || !/^(?:GIT_|SSH_ASKPASS|LC_|LANGUAGE)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // Set to empty: no program asks for a password, whatever core.askPass says.
    GIT_ASKPASS: '',
    GIT_EDITOR: 'true',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** Author of commits: as the person configured it for git, else the program's own name. */
export async function gitIdentity(parts: RepositoryParts): Promise<GitIdentity | undefined> {
  const repository = await openRepository(parts);
  const { code, stdout } = await repository.run(['var', 'GIT_AUTHOR_IDENT']);
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+$/.exec(stdout.trim()) ?? [];
  return code === 0 && name !== undefined && email !== undefined ? { name, email } : undefined;
}
