import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Git } from '../contracts/git.ts';
import { codeOf, Failure } from '../core/failure.ts';
import type { Environment } from '../processes/command-environment.ts';
import { gitFailure, type NetworkAccess, type Repository, refusedKey } from './repository.ts';

type PushOptions = Parameters<Git['push']>[0];

const GITHUB = 'https://github.com/';

/** Protocols that start nothing but ssh, git's own http helper, or git itself. */
const PROTOCOLS = 'file:http:https:ssh';

/** See `Git.push`. */
export async function pushBranch(
  repository: Repository,
  { remote, branch, force, signal }: PushOptions,
  token: string | undefined,
): Promise<void> {
  const network = await connect(repository, remote, token);
  const local = await repository.run(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (local.code !== 0) throw new Failure('not-found', `There is no branch ${branch}.`);
  const reference = `refs/heads/${branch}`;
  // The program on the remote side is named here because the repository's configuration may name another.
  const flags = [
    '--no-verify',
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
  const result = await repository.run(args, { signal, network });
  if (result.code === 0) return;
  const isRejected = result.stderr.includes('[rejected]') || result.stderr.includes('[remote rejected]');
  throw gitFailure(result, isRejected ? 'conflict' : 'unavailable');
}

/** See `Git.remoteHead`. */
export async function readRemoteHead(
  repository: Repository,
  { remote, branch, signal }: Pick<PushOptions, 'remote' | 'branch' | 'signal'>,
  token: string | undefined,
): Promise<string | undefined> {
  const network = await connect(repository, remote, token);
  const args = ['ls-remote', '--refs', '--upload-pack=git-upload-pack', '--', remote, `refs/heads/${branch}`];
  const text = await repository.runOrThrow(args, { signal, network });
  const line = text.split('\n').find((candidate) => candidate.endsWith(`\trefs/heads/${branch}`));
  return line?.split('\t')[0];
}

/** Target of a push, without credentials; undefined when there is no such remote. */
export async function readRemoteUrl(repository: Repository, remote: string): Promise<string | undefined> {
  const urls = await pushUrls(repository, remote);
  return urls[0] === undefined ? undefined : withoutCredentials(urls[0]);
}

/**
 * Settings and environment for a call to this remote. The token is passed in the environment: other users can read an
 * argv or a url.
 * @throws Failure `not-found` (no such remote), `denied` (the repository's configuration makes it unsafe)
 */
async function connect(
  repository: Repository,
  remote: string,
  token: string | undefined,
): Promise<NetworkAccess> {
  const { facts, top } = repository;
  const [url, ...others] = await pushUrls(repository, remote);
  if (url === undefined)
    throw new Failure('not-found', `There is no remote ${remote}. Add it with \`git remote add\`.`);
  if (others.length > 0)
    throw refusedKey(`remote.${remote}.pushurl`, 'It would push to several places at once.');
  if (facts.networkKey !== undefined)
    throw refusedKey(facts.networkKey, 'It could lead the connection elsewhere.');
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

async function pushUrls({ facts, run }: Repository, remote: string): Promise<readonly string[]> {
  // A name that is not a remote would be taken for a url or a path.
  if (!facts.remotes.includes(remote)) return [];
  const { code, stdout } = await run(['remote', 'get-url', '--push', '--all', remote]);
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
