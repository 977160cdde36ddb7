import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Git } from '../../src/contracts/git.ts';
import { conversationId } from '../../src/core/ids.ts';
import { createGit } from '../../src/git/git.ts';
import { git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { newBareRepository } from '../support/new-remote.ts';

const signal = new AbortController().signal;

function gitIn(root: string, environment = {}): Git {
  return createGit({ root, environment: { ...PLAIN, ...environment }, token: 'ghs_token' });
}

/** A repository whose `origin` is an empty bare one outside. */
function withOrigin(): { readonly root: string; readonly origin: string } {
  const [root, origin] = [repository(), temporaryFolder()];
  newBareRepository(origin);
  git(root, 'remote', 'add', 'origin', origin);
  return { root, origin };
}

const conversation = conversationId('console', 'local');
const push = { remote: 'origin', branch: 'main', force: false, conversation, signal };

/** Calls that go to the remote, which have to be hardened alike. */
const CALLS: readonly (readonly [string, (tools: Git) => Promise<unknown>])[] = [
  ['push', (tools) => tools.remotes.push(push)],
  ['fetch', (tools) => tools.remotes.fetch({ remote: 'origin', signal })],
];

test('a pushed branch is on the remote', async () => {
  const { root, origin } = withOrigin();
  const before = await gitIn(root).remotes.head('origin', 'main', signal);
  await gitIn(root).remotes.push(push);
  const head = git(root, 'rev-parse', 'HEAD').trim();
  expect([
    before,
    await gitIn(root).remotes.head('origin', 'main', signal),
    git(origin, 'rev-parse', 'main').trim(),
  ]).toEqual([undefined, head, head]);
});

test('a branch that moved on the remote is a conflict, and force replaces it', { tags: 'full' }, async () => {
  const { root } = withOrigin();
  await gitIn(root).remotes.push(push);
  git(root, 'commit', '--quiet', '--amend', '--message=other');
  await expect(gitIn(root).remotes.push(push)).rejects.toMatchObject({
    kind: 'conflict',
    message: /rejected/,
  });
  await gitIn(root).remotes.push({ ...push, force: true });
  expect(await gitIn(root).remotes.head('origin', 'main', signal)).toBe(
    git(root, 'rev-parse', 'HEAD').trim(),
  );
});

const NO_PUSH: readonly (readonly [claim: string, other: Partial<typeof push>, kind: string])[] = [
  ['a remote that does not exist', { remote: 'upstream' }, 'not-found'],
  ['a branch that does not exist', { branch: 'nothing' }, 'not-found'],
  ['a remote that would be an option', { remote: '--mirror' }, 'invalid'],
  ['a branch that would be an option', { branch: '--all' }, 'invalid'],
  ['a branch with a target of its own', { branch: 'main:other' }, 'invalid'],
  ['a url in place of a remote', { remote: 'https://example.org/x.git' }, 'invalid'],
  ['a path in place of a remote', { remote: './other' }, 'not-found'],
];

test('refuses to push where there is nothing, and what git would take for something else', async () => {
  const { root } = withOrigin();
  for (const [claim, other, kind] of NO_PUSH)
    await expect(gitIn(root).remotes.push({ ...push, ...other }), claim).rejects.toMatchObject({ kind });
});

test('a remote that is gone is told with git words', async () => {
  const { root } = withOrigin();
  git(root, 'remote', 'set-url', 'origin', '/no/such/repository');
  await expect(gitIn(root).remotes.push(push)).rejects.toMatchObject({
    kind: 'unavailable',
    message: /^git: /,
  });
});

test('a push that was stopped before it began changes nothing', { tags: 'full' }, async () => {
  const { root } = withOrigin();
  const stopped = gitIn(root).remotes.push({ ...push, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
  expect(await gitIn(root).remotes.head('origin', 'main', signal)).toBeUndefined();
});

test.each([
  ['https://ada:s3cret@github.com/o/r.git', 'https://github.com/o/r.git'],
  ['https://ghp_token@github.com/o/r.git', 'https://github.com/o/r.git'],
  ['ssh://git:s3cret@example.org/o/r.git', 'ssh://git@example.org/o/r.git'],
  ['git@github.com:o/r.git', 'git@github.com:o/r.git'],
])('the url %s is shown as %s', async (url, shown) => {
  const root = repository();
  git(root, 'remote', 'add', 'origin', url);
  expect(await gitIn(root).remotes.url('origin')).toBe(shown);
});

test('the url of a remote that does not exist is undefined', async () => {
  expect(await gitIn(repository()).remotes.url('origin')).toBeUndefined();
});

test('the url shown is the one that is pushed to', async () => {
  const { root } = withOrigin();
  git(root, 'config', 'remote.origin.pushurl', 'https://example.org/fork.git');
  expect(await gitIn(root).remotes.url('origin')).toBe('https://example.org/fork.git');
});

test('a remote with several places to push to is refused', async () => {
  const { root } = withOrigin();
  git(root, 'config', 'remote.origin.pushurl', '/a');
  git(root, 'config', '--add', 'remote.origin.pushurl', '/b');
  await expect(gitIn(root).remotes.push(push)).rejects.toMatchObject({
    kind: 'denied',
    message: /several places/,
  });
});

eachInFull([
  ['a relative path', () => './inner.git'],
  ['a url', (root: string) => `file://${root}/inner.git`],
  ['a url with a host', (root: string) => `file://localhost${root}/inner.git`],
  ['a url that git decodes', (root: string) => `file://${root}/inn%65r.git`],
])('a remote inside the workspace is refused, its hooks would run: %s', async (_claim, url) => {
  const root = repository();
  git(root, 'init', '--quiet', '--bare', 'inner.git');
  git(root, 'remote', 'add', 'origin', url(root));
  for (const [, call] of CALLS)
    await expect(call(gitIn(root))).rejects.toMatchObject({
      kind: 'denied',
      message: /inside the workspace/,
    });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.');
  return `http://127.0.0.1:${address.port}/`;
}

/** Stands in for an https server: git asks it as it would ask GitHub, and the headers it sends are kept. */
async function headersSentTo(
  configure: (root: string, url: string) => void,
  call: (tools: Git) => Promise<unknown>,
): Promise<IncomingHttpHeaders[]> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(403).end();
  });
  const url = await listen(server);
  const root = repository();
  configure(root, url);
  await expect(call(gitIn(root))).rejects.toMatchObject({ kind: 'unavailable' });
  return seen;
}

test.each(CALLS)('the token is not sent to another host: %s', async (_name, call) => {
  const headers = await headersSentTo(
    (root, url) => git(root, 'remote', 'add', 'origin', `${url}o/r.git`),
    call,
  );
  expect([headers.length > 0, headers.map(({ authorization }) => authorization)]).toEqual([
    true,
    headers.map(() => undefined),
  ]);
});

eachInFull(CALLS)(
  'a repository that rewrites GitHub to another host does not get the token: %s',
  async (_name, call) => {
    const headers = await headersSentTo((root, url) => {
      git(root, 'remote', 'add', 'origin', 'https://github.com/o/r.git');
      git(root, 'config', `url.${url}.insteadOf`, 'https://github.com/');
    }, call);
    expect([headers.length > 0, headers.map(({ authorization }) => authorization)]).toEqual([
      true,
      headers.map(() => undefined),
    ]);
  },
);

eachInFull(CALLS)(
  'the token is handed over in the environment, never in an argv: %s',
  async (_name, call) => {
    const place = temporaryFolder();
    // A git in front of the real one writes down how it was called.
    const script = `#!/bin/sh\n{ echo "argv $*"; env; } >>${place}/calls\nexec ${git('/', '--exec-path').trim()}/git "$@"\n`;
    writeFileSync(join(place, 'git'), script, { mode: 0o755 });
    const root = repository();
    git(root, 'remote', 'add', 'origin', 'https://github.com/o/r.git');
    const nowhere = { PATH: `${place}:${PLAIN.PATH}`, https_proxy: 'http://127.0.0.1:1' };
    await expect(call(gitIn(root, nowhere))).rejects.toMatchObject({ kind: 'unavailable' });
    const header = `Authorization: Basic ${Buffer.from('x-access-token:ghs_token').toString('base64')}`;
    const lines = readFileSync(join(place, 'calls'), 'utf8').split('\n');
    expect(new Set(lines.filter((line) => /ghs_token|Authorization/.test(line)))).toEqual(
      new Set([`GIT_CONFIG_VALUE_1=${header}`]),
    );
  },
);

eachInFull(CALLS)(
  'the personal credential helper is asked, the one of the repository is not: %s',
  async (_name, call) => {
    const place = temporaryFolder();
    const helper = (name: string): string => `!f() { echo ${name} >>${place}/asked; }; f`;
    const home = temporaryFolder();
    git(home, 'config', '--file', join(home, '.gitconfig'), 'credential.helper', helper('personal'));
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    const url = await listen(server);
    const root = repository();
    git(root, 'remote', 'add', 'origin', `${url}r.git`);
    git(root, 'config', 'credential.helper', helper('repository'));
    git(root, 'config', `credential.${url}.helper`, helper('repository'));
    await expect(call(gitIn(root, { HOME: home }))).rejects.toMatchObject({ kind: 'unavailable' });
    expect(readFileSync(join(place, 'asked'), 'utf8')).toBe('personal\n');
  },
);

test('a clone of one branch fetches that one alone', { tags: 'full' }, async () => {
  const { root, origin } = withOrigin();
  git(root, 'push', '--quiet', 'origin', 'main', 'main:other');
  git(root, 'config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
  git(root, 'update-ref', '-d', 'refs/remotes/origin/main');
  git(root, 'update-ref', '-d', 'refs/remotes/origin/other');
  const fetched = await gitIn(root).remotes.fetch({ remote: 'origin', signal });
  expect(fetched).toEqual([
    { name: 'origin/main', from: undefined, to: git(origin, 'rev-parse', 'main').trim() },
  ]);
});

test('a fetch that was stopped before it began gets nothing', async () => {
  const { root } = withOrigin();
  const stopped = gitIn(root).remotes.fetch({ remote: 'origin', signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
});
