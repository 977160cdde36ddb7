import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OWN_WITHIN_MS } from '../../src/contracts/machines.ts';
import { conversationId } from '../../src/core/ids.ts';
import { createGit } from '../../src/git/git.ts';
import { createGitHub } from '../../src/git/github/github.ts';
import { createPullWatch } from '../../src/git/github/watch-pulls.ts';
import type { OwnsItsWork } from '../../src/git/own-work.ts';
import { startGitHubServer, TOKEN } from '../support/github-server/server.ts';
import { tempFolder } from '../support/program.ts';
import { makeProjectWithRemote, remoteBeside } from '../support/project-with-remote.ts';
import { git } from '../support/sample-project.ts';

const conversation = conversationId('whatsapp', '34600111222@s.whatsapp.net');
const { signal } = new AbortController();
const MOVED = async (): Promise<boolean> => false;
/** As if the machine had slept between the question and the answer. */
const LATE = async (): Promise<boolean> => {
  vi.setSystemTime(Date.now() + 2 * OWN_WITHIN_MS);
  return true;
};

/** A branch of a project, pushed by a program that is asked so; how the push ended, and what the remote has then. */
async function pushBy(
  ownsItsWork: OwnsItsWork | undefined,
  setting: readonly [string, string] = ['x.y', 'z'],
): Promise<object> {
  const folder = tempFolder('own-work');
  onTestFinished(() => folder.remove());
  const project = path.join(folder.path, 'shop');
  makeProjectWithRemote(project);
  git(project, 'branch', 'notes');
  git(project, 'config', ...setting);
  const { PATH = '' } = process.env;
  const tools = createGit({ root: project, environment: { PATH }, token: undefined, ownsItsWork });
  const ended = await tools.remotes
    .push({ remote: 'origin', branch: 'notes', force: false, conversation, signal })
    .then(() => 'pushed')
    .catch((error: { readonly kind?: string }) => error.kind);
  return { ended, isThere: git(remoteBeside(project), 'branch', '--list', 'notes') !== '' };
}

test.each<[string, OwnsItsWork | undefined, object]>([
  ['a program that works alone', undefined, { ended: 'pushed', isThere: true }],
  ['a cell whose chat it is', async () => true, { ended: 'pushed', isThere: true }],
  ["a cell whose chat may be another one's", MOVED, { ended: 'unavailable', isThere: false }],
])('a push by %s', async (_name, ownsItsWork, expected) => {
  expect(await pushBy(ownsItsWork)).toEqual(expected);
});

test('the cell is asked for the chat whose task pushes', async () => {
  const asked: string[] = [];
  await pushBy(async (whose) => asked.push(whose) > 0);
  expect(asked).toEqual([conversation]);
});

test('a repository that may switch our hook off is not pushed by a cell', async () => {
  const setting = ['hook.pre-push.enabled', 'false'] as const;
  expect(await pushBy(async () => true, setting)).toEqual({ ended: 'denied', isThere: false });
});

test.each<[string, OwnsItsWork | undefined, object]>([
  ['a program that works alone', undefined, { look: 'facts', state: 'closed' }],
  ['a cell whose chat it is', async () => true, { look: 'facts', state: 'closed' }],
  ["a cell whose chat may be another one's", MOVED, { look: 'unavailable', state: 'open' }],
  ['a cell that heard too late that the chat is its own', LATE, { look: 'unavailable', state: 'open' }],
])('a pull request is closed by %s', async (_name, ownsItsWork, expected) => {
  const server = await startGitHubServer();
  onTestFinished(() => server.close());
  const parts = { token: TOKEN, repository: { owner: 'ada', name: 'engine' }, apiUrl: server.url };
  const redact = (text: string): string => text;
  const request = { title: 'Notes', body: 'Two notes.', head: 'notes', base: 'main', draft: false };
  const { number } = await createGitHub(parts, redact).createPullRequest({
    ...request,
    marker: 's-1/c-1',
    conversation,
    signal,
  });
  const watch = createPullWatch({ ...parts, redact, ownsItsWork, nowMs: () => 0 });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { kind: look } = await watch.close(number, conversation, signal);
  expect({ look, state: server.pulls[0]?.state }).toEqual(expected);
});
