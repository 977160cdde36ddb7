import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { GitHub } from '../../src/contracts/git.ts';
import { conversationId } from '../../src/core/ids.ts';
import { createGitHub } from '../../src/git/github/github.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const redact = (text: string): string => text.replaceAll('the-token', '[secret]');

/** A loopback GitHub that gives these answers in order and notes what it was asked. */
async function gitHubWith(
  ...answers: readonly Answer[]
): Promise<{ readonly gitHub: GitHub; readonly calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[calls.length] ?? { status: 500, body: {} };
    calls.push(await callOf(request));
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.');
  const repository = { owner: 'ada', name: 'engine' };
  return {
    gitHub: createGitHub({ token: 'ghp_x', repository, apiUrl: `http://127.0.0.1:${address.port}` }, redact),
    calls,
  };
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const body = await text(request);
  return {
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization,
    body: body === '' ? undefined : JSON.parse(body),
  };
}

function pull(other: object = {}): object {
  return { number: 7, html_url: 'https://github.com/ada/engine/pull/7', state: 'open', body: null, ...other };
}

const signal = new AbortController().signal;
const request = {
  title: 'Fix',
  body: 'Why',
  head: 'agent/fix',
  base: 'main',
  draft: false,
  marker: 'wasap s-1/c-1',
  conversation: conversationId('console', 'local'),
  signal,
};

const LIST = '/repos/ada/engine/pulls?state=all&head=ada%3Aagent%2Ffix&per_page=100';

test('opens a pull request after looking for an earlier one', async () => {
  const { gitHub, calls } = await gitHubWith({ status: 200, body: [] }, { status: 201, body: pull() });
  expect([await gitHub.createPullRequest(request), calls]).toEqual([
    { url: 'https://github.com/ada/engine/pull/7', number: 7, created: true },
    [
      { method: 'GET', url: LIST, authorization: 'token ghp_x', body: undefined },
      {
        method: 'POST',
        url: '/repos/ada/engine/pulls',
        authorization: 'token ghp_x',
        body: {
          title: 'Fix',
          body: 'Why\n\n<!-- wasap s-1/c-1 -->',
          head: 'agent/fix',
          base: 'main',
          draft: false,
        },
      },
    ],
  ]);
});

test.each([
  ['an open one of the branch', pull()],
  ['an open one without a body', pull({ body: undefined })],
  ['a closed one that this very call made', pull({ state: 'closed', body: 'Why\n\n<!-- wasap s-1/c-1 -->' })],
])('finds %s and makes none', async (_claim, earlier) => {
  const { gitHub, calls } = await gitHubWith({ status: 200, body: [earlier] });
  const found = await gitHub.createPullRequest(request);
  expect([found.created, calls.length]).toEqual([false, 1]);
});

test('a closed one of somebody else does not count', async () => {
  const { gitHub } = await gitHubWith(
    { status: 200, body: [pull({ state: 'closed', body: 'other' })] },
    { status: 201, body: pull({ number: 8 }) },
  );
  expect(await gitHub.createPullRequest(request)).toMatchObject({ number: 8, created: true });
});

test('one that was opened in the meantime is found', async () => {
  const { gitHub } = await gitHubWith(
    { status: 200, body: [] },
    {
      status: 422,
      body: {
        message: 'Validation Failed',
        errors: [{ message: 'A pull request already exists for ada:agent/fix.' }],
      },
    },
    { status: 200, body: [pull()] },
  );
  expect(await gitHub.createPullRequest(request)).toMatchObject({ number: 7, created: false });
});

test('tells the default branch', async () => {
  const { gitHub } = await gitHubWith({ status: 200, body: { default_branch: 'trunk' } });
  expect(await gitHub.defaultBranch(signal)).toBe('trunk');
});

test.each([
  [401, {}, 'denied', /GITHUB_TOKEN: it is wrong or has expired/],
  [403, {}, 'denied', /needs write access/],
  [403, { 'x-ratelimit-remaining': '0' }, 'unavailable', /no more requests/],
  [404, {}, 'not-found', /ada\/engine.*GITHUB_REPO/],
  [429, {}, 'unavailable', /no more requests/],
  [502, {}, 'unavailable', /answered 502/],
])('status %i with %j is a Failure that says what to do', async (status, headers, kind, message) => {
  const { gitHub } = await gitHubWith({ status, headers, body: { message: 'no' } });
  await expect(gitHub.createPullRequest(request)).rejects.toMatchObject({ kind, message });
});

test('a refused pull request tells the reasons of GitHub', async () => {
  const errors = [{ message: 'No commits between main and agent/fix' }, { field: 'base', code: 'invalid' }];
  const { gitHub } = await gitHubWith(
    { status: 200, body: [] },
    { status: 422, body: { message: 'Validation Failed', errors } },
    { status: 200, body: [] },
  );
  await expect(gitHub.createPullRequest(request)).rejects.toMatchObject({
    kind: 'invalid',
    message: 'GitHub refused the pull request: No commits between main and agent/fix; base is invalid.',
  });
});

test('an answer of another shape is told', async () => {
  const { gitHub } = await gitHubWith({ status: 200, body: { default_branch: 5 } });
  await expect(gitHub.defaultBranch(signal)).rejects.toMatchObject({
    kind: 'unavailable',
    message: /cannot be read/,
  });
});

test('a secret is in neither title nor body of what is opened', async () => {
  const { gitHub, calls } = await gitHubWith({ status: 200, body: [] }, { status: 201, body: pull() });
  await gitHub.createPullRequest({ ...request, title: 'Use the-token', body: 'It is the-token.' });
  expect(calls.at(-1)?.body).toMatchObject({
    title: 'Use [secret]',
    body: expect.stringMatching(/^It is \[secret\]\./),
  });
});

test('a server that is not there is unavailable', async () => {
  const repository = { owner: 'a', name: 'b' };
  const gitHub = createGitHub({ token: 'x', repository, apiUrl: 'http://127.0.0.1:1' }, redact);
  await expect(gitHub.defaultBranch(signal)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a stop ends the request', async () => {
  const { gitHub } = await gitHubWith({ status: 200, body: {} });
  await expect(gitHub.defaultBranch(AbortSignal.abort())).rejects.toMatchObject({ kind: 'stopped' });
});
