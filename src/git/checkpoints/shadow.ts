import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import { isAtLeast } from '../../core/version.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { HARDENED } from '../config.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { type GitResult, runGit } from '../run-git.ts';
import { type AppendOnlyObjects, createAppendOnlyObjects, writeAppended } from './append-only-objects.ts';

const TIME_MS = MINUTE_MS;

/** Contents are stored and read byte for byte, whatever the workspace or the person configures. */
export const SETTINGS = [
  ...HARDENED,
  'core.attributesFile=/dev/null',
  'core.autocrlf=false',
  'core.fileMode=true',
  'core.symlinks=true',
  'core.ignoreCase=false',
  'core.precomposeUnicode=false',
  'core.protectNTFS=false',
  'core.protectHFS=false',
  'core.sparseCheckout=false',
  'core.looseCompression=1',
  // One flush for all new objects: a flush for each makes the first state of a project take minutes.
  'core.fsync=loose-object',
  'core.fsyncMethod=batch',
];

interface ShadowCall {
  /** Repository of the workspace to use; the workspace itself is `''`. */
  readonly root?: string;
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Used in place of its own index. */
  readonly index?: string;
  readonly workTree?: string;
  /** True for a call that adds many contents: they go into one pack, not each into a file. */
  readonly adds?: 'many';
}

/** The repository outside a workspace that keeps its states. The `.git` of the workspace is not used. */
export interface Shadow {
  /** Holds the repository, copies of the person's index, and temporary files. */
  readonly folder: string;
  readonly workspace: string;
  indexOf(root: string): string;
  run(args: readonly string[], call?: ShadowCall): Promise<GitResult>;
  /** @throws Failure `unavailable` with git's own last line */
  runOrThrow(args: readonly string[], call?: ShadowCall): Promise<GitResult>;
  /** Runs changes of the index one at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the repository exists; functions that start git wait for it themselves. */
  whenPrepared(): Promise<void>;
  /** @param version such as `2.38` */
  isGitAtLeast(version: string): Promise<boolean>;
  /** For contents of files whose names are known. */
  readonly appended: AppendOnlyObjects;
  /** Hands git all appended contents; call it before reading contents of named files. */
  settle(): Promise<void>;
}

export interface ShadowParts {
  /** Folder of all shadows. */
  readonly folder: string;
  readonly environment: Environment;
}

/** Makes git treat every file as a large one, which it writes straight into a pack: five times as fast. */
const INTO_PACKS = ['core.bigFileThreshold=1', 'pack.compression=1'];
/** First version of git that puts many such files into one pack, not each into a pack of its own. */
const PACKS_SINCE = '2.37';

/** @param workspace canonical path */
export async function openShadow({ folder, environment }: ShadowParts, workspace: string): Promise<Shadow> {
  const own = join(folder, sha256(workspace).slice(0, 24));
  const gitFolder = gitFolderOf(own);
  const local: Environment = {
    ...localEnvironment(environment),
    GIT_DIR: gitFolder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
  };
  const indexOf = (root: string): string =>
    join(gitFolder, root === '' ? 'index' : `index-${sha256(root).slice(0, 24)}`);
  const prepared = onlyOnce(() => prepareShadow(own, local));
  const run: Shadow['run'] = async (args, { root = '', input, signal, index, workTree, adds } = {}) => {
    const version = await prepared();
    const cwd = workTree ?? join(workspace, root);
    const further = adds === 'many' && isAtLeast(version, PACKS_SINCE) ? INTO_PACKS : [];
    return runGit({
      args: ['--no-pager', ...withOptions([...SETTINGS, ...further]), ...args],
      cwd,
      environment: { ...local, GIT_WORK_TREE: cwd, GIT_INDEX_FILE: index ?? indexOf(root) },
      input,
      signal,
      timeoutMs: TIME_MS,
    });
  };
  makeFolders(own, workspace);
  const turns = createKeyedQueue();
  const appendedFolder = appendOnlyFolderOf(own);
  const written = new Map<string, number>();
  return {
    folder: own,
    appended: createAppendOnlyObjects(appendedFolder),
    whenPrepared: async () => void (await prepared()),
    isGitAtLeast: async (version) => isAtLeast(await prepared(), version),
    settle: async () => {
      await prepared();
      await turns.run('appended', () =>
        writeAppended({ folder: appendedFolder, objects: join(gitFolder, 'objects'), written }),
      );
    },
    workspace,
    indexOf,
    run,
    runOrThrow: (args, call = {}) =>
      runOrThrow(run, { args, call, lock: `${call.index ?? indexOf(call.root ?? '')}.lock` }),
    alone: (work) => turns.run(own, work),
  };
}

/** An older lock belongs to a killed program: no step here holds one for so long. */
const STALE_LOCK_MS = 10_000;
const LOCK_POLL_MS = 250;

/** Another program may hold the lock, or was killed while it did. */
async function runOrThrow(
  run: Shadow['run'],
  { args, call, lock }: { args: readonly string[]; call: ShadowCall; lock: string },
): Promise<GitResult> {
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    const result = await run(args, call);
    if (result.code === 0) return result;
    if (!result.stderr.includes('.lock') || waitedMs > 2 * STALE_LOCK_MS)
      throw gitFailure(result, 'unavailable');
    if (await isStale(lock)) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs > STALE_LOCK_MS;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A failure is not remembered: the disk may have room next time. */
function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= work().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/**
 * The folders for states of named files: created without git, so that the first change of a task need not wait for
 * it.
 */
function makeFolders(folder: string, workspace: string): void {
  for (const place of [join(folder, 'indexes'), appendOnlyFolderOf(folder)])
    mkdirSync(place, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'workspace'), `${workspace}\n`, { mode: 0o600 });
}

/**
 * These override every `.gitattributes`. An encoding can only be unspecified (`!`); there is no value that denies it.
 */
const ATTRIBUTES = '* -text -eol -filter -ident -crlf !diff !merge !working-tree-encoding\n';

/** Returns the version of git. */
async function prepareShadow(folder: string, environment: Environment): Promise<string> {
  const gitFolder = gitFolderOf(folder);
  for (const place of ['info', 'refs/trees'])
    await mkdir(join(gitFolder, place), { recursive: true, mode: 0o700 });
  const { GIT_DIR, ...rest } = environment;
  // Written last: a program that opens it at the same time must not find settings that git is still writing.
  const mark = join(folder, 'prepared');
  const isMade = existsSync(mark) && existsSync(join(gitFolder, 'HEAD'));
  const [version] = await Promise.all([
    versionOfGit(folder, rest),
    isMade ? undefined : initShadowRepository(gitFolder, rest),
  ]);
  await writeFile(join(gitFolder, 'info', 'attributes'), ATTRIBUTES, { mode: 0o600 });
  await writeFile(mark, '', { mode: 0o600 });
  return version;
}

/** What git says of itself, by the PATH that it is found by. */
const versions = new Map<string, string>();

/** Asked once, however many projects there are: a newer git, installed meanwhile, can do at least as much. */
async function versionOfGit(folder: string, environment: Environment): Promise<string> {
  const { PATH = '' } = environment;
  const known = versions.get(PATH);
  if (known !== undefined) return known;
  const { stdout } = await runGit({ args: ['version'], cwd: folder, environment, timeoutMs: TIME_MS });
  const version = /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0];
  if (version !== undefined) versions.set(PATH, version);
  return version ?? '';
}

/** Tries to create a repository that another program creates at the same time. */
const MAX_TRIES = 5;

/** Retried while another program is at it: git locks the settings for each of them. */
async function initShadowRepository(gitFolder: string, environment: Environment): Promise<void> {
  const args = [
    ...withOptions(SETTINGS),
    'init',
    '--quiet',
    '--bare',
    '--template=',
    '--object-format=sha1',
    '--',
    gitFolder,
  ];
  for (let tries = 1; ; tries += 1) {
    const made = await runGit({ args, cwd: gitFolder, environment, timeoutMs: TIME_MS });
    if (made.code === 0) return;
    if (tries === MAX_TRIES) throw gitFailure(made, 'unavailable');
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** @param folder of one shadow */
export function gitFolderOf(folder: string): string {
  return join(folder, 'git');
}

/** @param folder of one shadow */
export function appendOnlyFolderOf(folder: string): string {
  return join(folder, 'piles');
}

/** Git's hash of this content. */
export function blobHash(bytes: Uint8Array): string {
  return createHash('sha1').update(headerOf(bytes)).update(bytes).digest('hex');
}

/** The content as git stores and hashes it. */
export function objectOf(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(headerOf(bytes)), bytes]);
}

function headerOf({ length }: Uint8Array): string {
  return `blob ${length}\0`;
}

const AT_ONCE = 12;

/** Contents by hash. @throws Failure `not-found` for one that is no longer kept */
export async function contentsOf(
  shadow: Shadow,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  await shadow.settle();
  const found = new Map<string, Buffer>();
  const wanted = [...new Set(hashes)];
  // A kept file has at most 2 MB, so this many fit into one answer.
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    await readContents(shadow, wanted.slice(from, from + AT_ONCE), found);
  const missing = wanted.find((hash) => !found.has(hash));
  if (missing !== undefined) throw new Failure('not-found', fault('git-state-gone'));
  return found;
}

/** Contents that come from elsewhere can be larger: then fewer of them fit. */
async function readContents(
  shadow: Shadow,
  hashes: readonly string[],
  found: Map<string, Buffer>,
): Promise<void> {
  try {
    const { bytes } = await shadow.runOrThrow(['cat-file', '--batch'], { input: `${hashes.join('\n')}\n` });
    readBatch(bytes, found);
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'invalid' || hashes.length < 2) throw error;
    const half = Math.ceil(hashes.length / 2);
    await readContents(shadow, hashes.slice(0, half), found);
    await readContents(shadow, hashes.slice(half), found);
  }
}

/** Parses the output of `git cat-file --batch`. Unknown objects are left out. */
export function readBatch(bytes: Buffer, found: Map<string, Buffer>): void {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [hash = '', type, size] = bytes.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const length = Number(size);
    found.set(hash, bytes.subarray(at, at + length));
    at += length + 1;
  }
}
