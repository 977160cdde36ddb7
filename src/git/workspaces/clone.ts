import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { type ConfigEntry, HARDENED, judgeConfig, parseConfig } from '../config.ts';
import { tokenFor } from '../remote.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { type GitResult, runGit } from '../run-git.ts';
import { isWorkspaceName } from './workspace-name.ts';

interface CloneRequest {
  /** Accepted by `readCloneUrl`. */
  readonly url: string;
  /** Canonical path of an empty folder of ours; the repository is created in it as `name`. */
  readonly folder: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Progress in git's own words: `Receiving objects: 45%`. */
  onProgress(text: string): void;
}

export interface CloneParts {
  readonly environment: Environment;
  /** Token for github.com over https, if there is one. */
  readonly token: string | undefined;
}

const MAX_MS = 30 * MINUTE_MS;

const GIGABYTE = 1_000_000_000;
/** Limits for the fetched pack and for the files in it: a small pack may hold a great deal of zeros. */
const MAX_FETCHED = 2 * GIGABYTE;
const MAX_FILES = 4 * GIGABYTE;

/**
 * Clones without running anything of the repository: no hook, template, filter (such as Git LFS, whose files stay
 * pointers) or sub-module, and over https and ssh alone. The person's own git settings and keys apply. Links are
 * created as they are; their targets are checked whenever one is followed.
 * @throws Failure `unavailable` (git's own words), `timeout`, `stopped`, `invalid` (too large)
 */
export async function cloneRepository(request: CloneRequest, parts: CloneParts): Promise<void> {
  const { url, folder, name, signal, onProgress } = request;
  const { settings, sshCommand } = await personalSettings(request, parts);
  const environment = { ...environmentAround(folder, parts), ...tokenFor(url, parts.token) };
  const args = ['--progress', '--no-checkout', '--no-local', '--no-recurse-submodules', '--template='];
  const size = watchSize(join(folder, name, '.git', 'objects', 'pack'));
  try {
    const result = await runGit({
      args: [...withOptions(settings), 'clone', ...args, '--upload-pack=git-upload-pack', '--', url, name],
      cwd: folder,
      environment: {
        ...environment,
        GIT_ALLOW_PROTOCOL: 'https:ssh',
        GIT_SSH_COMMAND: `${sshCommand} -o BatchMode=yes`,
      },
      signal: AbortSignal.any([signal, size.signal]),
      timeoutMs: MAX_MS,
      onErrorText: (text) => reportProgress(text, onProgress),
    });
    if (result.code !== 0) throw notCloned(result);
  } catch (error) {
    if (size.signal.aborted) throw tooLarge('git-fetched-too-large', MAX_FETCHED);
    throw error;
  } finally {
    size.release();
  }
  await checkOut(join(folder, name), { settings, environment, signal });
}

/** How much of the remote's message is shown, in UTF-16 code units. */
const MAX_WHY_LENGTH = 160;
/** As git writes it, whatever the remote said before. */
const COULD_NOT_READ = 'Could not read from remote repository.';

/** Git's last line says only that nothing could be read; ssh gives the reason in the line before. */
function notCloned(result: GitResult): Failure {
  const lines = result.stderr.split('\n').filter((line) => line.trim() !== '');
  const last = lines.findIndex((line) => line.startsWith(`fatal: ${COULD_NOT_READ}`));
  const why = lines[last - 1]
    ?.replace(/^(?:fatal|error|remote): /i, '')
    .replaceAll(/[^\x20-\x7e\xa1-\xff]/g, '?');
  return why === undefined
    ? gitFailure(result, 'unavailable')
    : new Failure('unavailable', fault('git-says', `${COULD_NOT_READ} ${why.slice(0, MAX_WHY_LENGTH)}`));
}

interface LocalGit {
  readonly settings: readonly string[];
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

async function checkOut(cwd: string, { settings, environment, signal }: LocalGit): Promise<void> {
  const run = (args: readonly string[]) =>
    runGit({ args: [...withOptions(settings), ...args], cwd, environment, signal, timeoutMs: MAX_MS });
  // A repository without a commit has nothing to check out.
  if ((await run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).code !== 0) return;
  const listed = await run(['ls-tree', '-r', '-l', '-z', 'HEAD']);
  if (listed.code !== 0) throw gitFailure(listed, 'unavailable');
  const bytes = listed.stdout
    .split('\0')
    .map((entry) => Number(/^\d+ blob \S+ +(\d+)\t/.exec(entry)?.[1] ?? 0))
    .reduce((sum, size) => sum + size, 0);
  if (bytes > MAX_FILES) throw tooLarge('git-files-too-large', MAX_FILES);
  const result = await run(['checkout', '--quiet', '--force', '--no-recurse-submodules']);
  if (result.code !== 0) throw gitFailure(result, 'unavailable');
}

/** An empty repository, with nothing in it that git would run. */
export async function initRepository(
  { folder, name, signal }: Pick<CloneRequest, 'folder' | 'name' | 'signal'>,
  parts: CloneParts,
): Promise<void> {
  const args = [
    ...withOptions(HARDENED),
    'init',
    '--quiet',
    '--template=',
    '--initial-branch=main',
    '--',
    name,
  ];
  const environment = environmentAround(folder, parts);
  const result = await runGit({ args, cwd: folder, environment, signal, timeoutMs: MAX_MS });
  if (result.code !== 0) throw gitFailure(result, 'unavailable');
}

/** Ignores the settings of a repository around the folder. */
function environmentAround(folder: string, { environment }: CloneParts): Environment {
  return {
    ...localEnvironment(environment),
    GIT_CEILING_DIRECTORIES: join(folder, '..'),
    GIT_LFS_SKIP_SMUDGE: '1',
  };
}

async function personalSettings(
  { folder, signal }: CloneRequest,
  parts: CloneParts,
): Promise<{ readonly settings: readonly string[]; readonly sshCommand: string }> {
  const args = [...withOptions(HARDENED), 'config', '--list', '--show-scope', '--includes', '-z'];
  const environment = environmentAround(folder, parts);
  const result = await runGit({ args, cwd: folder, environment, signal, timeoutMs: MAX_MS });
  if (result.code !== 0) throw gitFailure(result, 'unavailable');
  const entries = parseConfig(result.stdout);
  const { credentialHelpers, sshCommand } = judgeConfig(entries);
  const closed = ['transfer.bundleURI=false', 'core.protectHFS=true', 'core.protectNTFS=true'];
  return { settings: [...HARDENED, ...withoutFilters(entries), ...closed, ...credentialHelpers], sshCommand };
}

/** The person's own filters are off too: the repository decides which files they run on. */
function withoutFilters(entries: readonly ConfigEntry[]): readonly string[] {
  const names = entries.flatMap(({ key }) => /^(filter\.[^=\n]+)\.[a-z]+$/.exec(key)?.[1] ?? []);
  return [...new Set(names)].flatMap((name) => [
    `${name}.clean=`,
    `${name}.smudge=`,
    `${name}.process=`,
    `${name}.required=false`,
  ]);
}

function reportProgress(text: string, onProgress: (text: string) => void): void {
  const last = [
    ...text.matchAll(/^(?:remote: )?([A-Z][a-z]+ [a-z]+): +(\d{1,3})%(?:.*?, ([\d.]+ [KMG]iB))?/gm),
  ].at(-1);
  if (last === undefined) return;
  const [, what, share, size] = last;
  onProgress(`${what}: ${share} %${size === undefined ? '' : ` · ${size}`}`);
}

const LOOK_MS = 1000;

function watchSize(packs: string): { readonly signal: AbortSignal; release(): void } {
  const limit = new AbortController();
  const timer = setInterval(() => {
    if (sizeOf(packs) > MAX_FETCHED) limit.abort();
  }, LOOK_MS);
  return { signal: limit.signal, release: () => clearInterval(timer) };
}

/** Git writes there meanwhile: missing files count as empty. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder)
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return 0;
  }
}

function tooLarge(rule: 'git-fetched-too-large' | 'git-files-too-large', bytes: number): Failure {
  return new Failure('invalid', fault(rule, bytes / GIGABYTE));
}

/**
 * Why an address is refused. `credentials`: it holds a name or a password, which git would store in the project.
 * `protocol`: neither https nor ssh.
 */
export type NoCloneUrl = 'credentials' | 'protocol' | 'malformed';

type CloneUrl =
  | { readonly kind: 'url'; readonly url: string; readonly name: string | undefined }
  | { readonly kind: 'refused'; readonly why: NoCloneUrl };

/** In UTF-16 code units. */
const MAX_URL_LENGTH = 500;

const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const PORT = '(?::[0-9]{1,5})?';
const USER = '[A-Za-z0-9_][A-Za-z0-9_.-]*@';
const PATH = '(?:/[A-Za-z0-9._~+%@-]+)+/?';
const HTTPS = new RegExp(`^https://${HOST}${PORT}${PATH}$`);
const SSH = new RegExp(`^ssh://(?:${USER})?${HOST}${PORT}${PATH}$`);
/** `git@host:owner/name.git`. A user name is required, so that a Windows drive or a typing error does not match. */
const SHORT_SSH = new RegExp(
  `^${USER}${HOST}:/?[A-Za-z0-9._~+%@][A-Za-z0-9._~+%@-]*(?:/[A-Za-z0-9._~+%@-]+)*/?$`,
);

/**
 * Parses a typed address to clone from: nothing that git could read as an option, a program, or a folder of this
 * machine.
 */
export function readCloneUrl(text: string): CloneUrl {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (text.length > MAX_URL_LENGTH) return refuseUrl('malformed');
  if (hasCredentials(text, scheme)) return refuseUrl('credentials');
  const known = scheme === 'https' || scheme === 'ssh' || (scheme === undefined && SHORT_SSH.test(text));
  if (!known) return refuseUrl('protocol');
  const url = scheme === undefined ? text : text.replace(/^[^:]*/, scheme);
  if (![HTTPS, SSH, SHORT_SSH].some((form) => form.test(url))) return refuseUrl('malformed');
  const segments = text.replace(/\/+$/, '').split(/[/:]/);
  if (segments.some((segment) => segment === '.' || segment === '..')) return refuseUrl('malformed');
  const name = segments.at(-1)?.replace(/\.git$/i, '') ?? '';
  return { kind: 'url', url, name: isWorkspaceName(name) ? name : undefined };
}

/** The user of an ssh address is not a secret; with https it may be a token. */
function hasCredentials(text: string, scheme: string | undefined): boolean {
  const authority = /^[^/]*\/\/([^/?#]*)@/.exec(text)?.[1];
  if (authority === undefined) return false;
  return scheme === 'ssh' ? authority.includes(':') : true;
}

function refuseUrl(why: NoCloneUrl): CloneUrl {
  return { kind: 'refused', why };
}
