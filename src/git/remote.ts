import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { FetchedBranch, GitRemotes } from '../contracts/git.ts';
import { codeOf, Failure } from '../core/failure.ts';
import type { Environment } from '../processes/command-environment.ts';
import { withPushHook } from './own-work.ts';
import { configKeyFailure, gitFailure, type NetworkAccess, type Repository } from './repository.ts';

type PushOptions = Parameters<GitRemotes['push']>[0];
type RemoteDirection = 'push' | 'fetch';

const GITHUB = 'https://github.com/';

/** Protocols that start nothing but ssh, git's own http helper, or git itself. */
const PROTOCOLS = 'file:http:https:ssh';

interface PushParts {
  readonly token: string | undefined;
  /**
   * Asked when the remote is reached, right before it is changed. Throws Failure when it must not be; undefined: it
   * always may.
   */
  readonly mayPush: (() => Promise<unknown>) | undefined;
}

/** See `GitRemotes.push`. */
export async function pushBranch(
  repository: Repository,
  { remote, branch, force, signal }: Omit<PushOptions, 'conversation'>,
  { token, mayPush }: PushParts,
): Promise<void> {
  const network = await prepareRemoteAccess(repository, { remote, direction: 'push' }, token);
  const { pushHookKey } = repository.facts;
  if (mayPush !== undefined && pushHookKey !== undefined) throw configKeyFailure(pushHookKey, 'pushes');
  const local = await repository.run(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (local.code !== 0) throw new Failure('not-found', `There is no branch ${branch}.`);
  const reference = `refs/heads/${branch}`;
  // The program on the remote side is named here because the repository's configuration may name another.
  const flags = [
    ...(mayPush === undefined ? ['--no-verify'] : []),
    '--no-signed',
    // The repository's configuration may push tags as well, which nobody approved.
    '--no-follow-tags',
    '--recurse-submodules=no',
    '--receive-pack=git-receive-pack',
  ];
  const args = [
    'push',
    '--quiet',
    ...flags,
    ...(force ? ['--force'] : []),
    '--',
    remote,
    `${reference}:${reference}`,
  ];
  const push = (settings: readonly string[] = []) => repository.run(args, { signal, network, settings });
  const result = await (mayPush === undefined
    ? push()
    : withPushHook(mayPush, (hooksPath) => push([`core.hooksPath=${hooksPath}`])));
  if (result.code === 0) return;
  const isRejected = result.stderr.includes('[rejected]') || result.stderr.includes('[remote rejected]');
  throw gitFailure(result, isRejected ? 'conflict' : 'unavailable');
}

/** See `GitRemotes.head`. */
export async function readRemoteHead(
  repository: Repository,
  { remote, branch, signal }: Pick<PushOptions, 'remote' | 'branch' | 'signal'>,
  token: string | undefined,
): Promise<string | undefined> {
  const network = await prepareRemoteAccess(repository, { remote, direction: 'push' }, token);
  const args = ['ls-remote', '--refs', '--upload-pack=git-upload-pack', '--', remote, `refs/heads/${branch}`];
  const text = await repository.runOrThrow(args, { signal, network });
  const line = text.split('\n').find((candidate) => candidate.endsWith(`\trefs/heads/${branch}`));
  return line?.split('\t')[0];
}

/** Where a remote is pushed to or fetched from, without credentials; undefined when there is no such remote. */
export async function readRemoteUrl(
  repository: Repository,
  remote: string,
  direction: RemoteDirection,
): Promise<string | undefined> {
  const urls = await urlsOf(repository, remote, direction);
  return urls[0] === undefined ? undefined : withoutCredentials(urls[0]);
}

/** See `GitRemotes.fetch`. */
export async function fetchBranches(
  repository: Repository,
  { remote, signal }: Parameters<GitRemotes['fetch']>[0],
  token: string | undefined,
): ReturnType<GitRemotes['fetch']> {
  const { fetchKey } = repository.facts;
  if (fetchKey !== undefined) throw configKeyFailure(fetchKey, 'downloads');
  const network = await prepareRemoteAccess(repository, { remote, direction: 'fetch' }, token);
  const flags = [
    // Nothing that the repository configures moves a branch of the person, or a tag.
    '--refmap=',
    '--no-tags',
    '--no-prune',
    '--no-recurse-submodules',
    '--upload-pack=git-upload-pack',
  ];
  const args = ['fetch', '--quiet', ...flags, '--', remote, ...wantedBranches(repository, remote)];
  const before = await remoteBranches(repository, remote);
  const result = await repository.run(args, { signal, network });
  if (result.code !== 0) throw gitFailure(result, 'unavailable');
  const after = await remoteBranches(repository, remote);
  return [...after].flatMap(([name, to]): readonly FetchedBranch[] => {
    const from = before.get(name);
    return from === to ? [] : [{ name, from, to }];
  });
}

/** A clone of a single branch stays one; every other way to write references is left out. */
function wantedBranches({ facts }: Repository, remote: string): readonly string[] {
  const usual = (branch: string): string => `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const wanted = (facts.fetched.get(remote) ?? []).flatMap((text) => {
    const branch = /^\+?refs\/heads\/([^:]+):/.exec(text)?.[1];
    return branch !== undefined && text.replace(/^\+?/, '+') === usual(branch) ? [usual(branch)] : [];
  });
  return wanted.length === 0 ? [usual('*')] : wanted;
}

/** Hash by name (`origin/main`), without the note of the default branch. */
async function remoteBranches(repository: Repository, remote: string): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(objectname) %(symref) %(refname:lstrip=2)';
  const text = await repository.runOrThrow(['for-each-ref', format, `refs/remotes/${remote}/`]);
  const lines = text.split('\n').map((line) => line.split(' '));
  return new Map(
    lines.flatMap(([hash = '', symref, name]) => (name === undefined || symref !== '' ? [] : [[name, hash]])),
  );
}

/**
 * Settings and environment for a call to this remote. The token is passed in the environment: other users can read an
 * argv or a url.
 * @throws Failure `not-found` (no such remote), `denied` (the repository's configuration makes it unsafe)
 */
async function prepareRemoteAccess(
  repository: Repository,
  { remote, direction }: { readonly remote: string; readonly direction: RemoteDirection },
  token: string | undefined,
): Promise<NetworkAccess> {
  const { facts, top } = repository;
  const [url, ...others] = await urlsOf(repository, remote, direction);
  if (url === undefined)
    throw new Failure('not-found', `There is no remote ${remote}. Add it with \`git remote add\`.`);
  // Git fetches from the first one.
  if (others.length > 0 && direction === 'push') throw configKeyFailure(`remote.${remote}.pushurl`, 'pushes');
  if (facts.networkKey !== undefined) throw configKeyFailure(facts.networkKey, 'connects');
  await assertOutside(url, top);
  return {
    settings: facts.credentialHelpers,
    environment: {
      GIT_ALLOW_PROTOCOL: PROTOCOLS,
      GIT_SSH_COMMAND: `${facts.sshCommand} -o BatchMode=yes`,
      ...tokenFor(url, token),
    },
  };
}

/** Makes git use the token for GitHub's addresses. */
export function tokenFor(url: string, token: string | undefined): Environment {
  return token !== undefined && url.startsWith(GITHUB) ? tokenVariables(token) : {};
}

function tokenVariables(token: string): Environment {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const key = `http.${GITHUB}.extraHeader`;
  return {
    GIT_CONFIG_COUNT: '2',
    // Empty first: a header that the repository sets would be sent as well, and GitHub refuses two.
    GIT_CONFIG_KEY_0: key,
    GIT_CONFIG_VALUE_0: '',
    GIT_CONFIG_KEY_1: key,
    GIT_CONFIG_VALUE_1: `Authorization: Basic ${credentials}`,
  };
}

async function urlsOf(
  { facts, run }: Repository,
  remote: string,
  direction: RemoteDirection,
): Promise<readonly string[]> {
  // A name that is not a remote would be taken for a url or a path.
  if (!facts.remotes.includes(remote)) return [];
  const flags = direction === 'push' ? ['--push', '--all'] : ['--all'];
  const { code, stdout } = await run(['remote', 'get-url', ...flags, remote]);
  return code === 0 ? stdout.split('\n').filter((url) => url !== '') : [];
}

/** Everybody who can write the workspace can write a repository in it, including its hooks, which git runs. */
async function assertOutside(url: string, top: string): Promise<void> {
  const path = localPathOf(url);
  if (path === undefined) return;
  const real = await realPathOf(resolve(top, path));
  if (real === top || real.startsWith(top + sep)) {
    throw new Failure(
      'denied',
      'The remote lies inside the workspace: its hooks would run. Move it elsewhere.',
    );
  }
}

/**
 * The path that git itself would use on this machine; undefined for a remote one. It decodes a url and skips its
 * host.
 */
function localPathOf(url: string): string | undefined {
  if (!url.startsWith('file://')) return /^[a-z+]+:\/\/|^[^/]+:/i.test(url) ? undefined : url;
  try {
    return decodeURIComponent(url.slice('file://'.length).replace(/^[^/]*/, ''));
  } catch (error) {
    throw new Failure('denied', `${url} cannot be decoded. Give the remote a plain path.`, { cause: error });
  }
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return path;
    throw error;
  }
}

function withoutCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/i, '$1').replace(/^(ssh:\/\/[^:/@]*):[^/@]*@/i, '$1@');
}
