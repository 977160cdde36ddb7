/** @module-tag postgres */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { conversationId } from '../../../src/core/ids.ts';
import { createGit } from '../../../src/git/git.ts';
import { createGitHub } from '../../../src/git/github/github.ts';
import type { OwnsItsWork } from '../../../src/git/own-work.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { startGitHubServer, TOKEN } from '../../support/github-server/server.ts';
import { freshDatabase, runSql, startPostgres } from '../../support/postgres.ts';
import { tempFolder } from '../../support/program.ts';
import { makeProjectWithRemote, remoteBeside } from '../../support/project-with-remote.ts';
import { git } from '../../support/sample-project.ts';
import { CHAT, startFakeFront } from './fake-front.ts';
import { CELL, hearing, type RelayRig, relayRig } from './rig.ts';

const SECOND_MS = 1000;
const WITHIN = { timeout: 20_000 };

interface StoodStill {
  /** What became of its chat meanwhile. */
  readonly chat: 'moved' | 'stayed';
  /** For how long, by its own clock. */
  readonly seconds: number;
  /** From then on; missing: before it asks. */
  readonly since?: 'question';
  readonly isDatabaseAway?: boolean;
}

/** What is asked before a push: the question of the product, an older one, or nothing. */
const GUARDS = {
  product:
    ({ channel }: RelayRig): OwnsItsWork =>
    (conversation) =>
      channel.ownsItsWork(conversation),
  lease:
    ({ channel }: RelayRig): OwnsItsWork =>
    async () =>
      channel.report().isHeld,
  nothing: (): undefined => undefined,
} as const;

/** What a cell does that cannot be taken back; true when that reached the remote. */
type RemoteWork = (ownsItsWork: OwnsItsWork | undefined) => Promise<boolean>;

/** A cell goes on after it stood still, with this work as the first thing; true when that reached the remote. */
async function reachesRemote(
  guard: keyof typeof GUARDS,
  stood: StoodStill,
  does: RemoteWork = push,
): Promise<boolean> {
  const server = stood.isDatabaseAway === true ? await startPostgres() : undefined;
  onTestFinished(() => server?.stop());
  const url = server?.url ?? (await freshDatabase());
  const front = await startFakeFront({ url, cell: CELL });
  onTestFinished(() => front.stop());
  let stoodMs = 0;
  let standsStill = false;
  const rig = await relayRig({
    url,
    standsStill: () => standsStill,
    clock: {
      ...systemClock,
      upMs: () => systemClock.upMs() + stoodMs,
      // It neither renews its name nor looks around by itself.
      sleep: (ms, signal) => systemClock.sleep(ms < SECOND_MS ? ms : 1000 * SECOND_MS, signal),
    },
  });
  const heard = hearing();
  await rig.channel.start(heard);
  await front.says('push it');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);

  standsStill = true;
  if (stood.since === undefined) stoodMs = stood.seconds * SECOND_MS;
  if (stood.chat === 'moved')
    await runSql(url, `UPDATE wasap.placements SET cell = 'other', epoch = epoch + 1`);
  await server?.kill();
  const asks = GUARDS[guard](rig);
  const hasReached = await does(
    asks &&
      ((whose) => {
        const answer = asks(whose);
        stoodMs = stood.seconds * SECOND_MS;
        return answer;
      }),
  );
  // What ends with the test says good-bye to it.
  await server?.start();
  return hasReached;
}

const conversation = conversationId('whatsapp', CHAT);
const { signal } = new AbortController();

async function push(ownsItsWork: OwnsItsWork | undefined): Promise<boolean> {
  const folder = tempFolder('split-brain');
  onTestFinished(() => folder.remove());
  const project = path.join(folder.path, 'shop');
  makeProjectWithRemote(project);
  git(project, 'branch', 'notes');
  const { PATH = '' } = process.env;
  const tools = createGit({ root: project, environment: { PATH }, token: undefined, ownsItsWork });
  await tools.remotes
    .push({ remote: 'origin', branch: 'notes', force: false, conversation, signal })
    .catch(() => undefined);
  return git(remoteBeside(project), 'branch', '--list', 'notes') !== '';
}

async function openPullRequest(ownsItsWork: OwnsItsWork | undefined): Promise<boolean> {
  const server = await startGitHubServer();
  onTestFinished(() => server.close());
  const repository = { owner: 'ada', name: 'engine' };
  const gitHub = createGitHub({ token: TOKEN, repository, apiUrl: server.url, ownsItsWork }, (text) => text);
  const request = { title: 'Notes', body: 'Two notes.', head: 'notes', base: 'main', draft: false };
  await gitHub
    .createPullRequest({ ...request, marker: 's-1/c-1', conversation, signal })
    .catch(() => undefined);
  return server.pulls.length > 0;
}

const MOMENT = { chat: 'moved', seconds: 5 } as const;
const LONGER_THAN_ITS_LEASE = { chat: 'moved', seconds: 60 } as const;

eachInFull<[keyof typeof GUARDS, string, StoodStill, boolean]>([
  ['product', 'for a moment, and its chat moved', MOMENT, false],
  ['product', 'for a moment, and its chat stayed', { chat: 'stayed', seconds: 5 }, true],
])('guard: %s; a cell stood still %s', async (guard, _, stood, isPushed) => {
  expect(await reachesRemote(guard, stood)).toBe(isPushed);
});

/** What the guard keeps off the remote is real: each of these reaches it. */
test.each<[keyof typeof GUARDS, string, StoodStill, boolean]>([
  ['product', 'for longer than its lease, and its chat moved', LONGER_THAN_ITS_LEASE, false],
  ['lease', 'for a moment, and its chat moved', MOMENT, true],
  ['lease', 'for longer than its lease, and its chat moved', LONGER_THAN_ITS_LEASE, false],
  ['nothing', 'for a moment, and its chat moved', MOMENT, true],
  ['nothing', 'for longer than its lease, and its chat moved', LONGER_THAN_ITS_LEASE, true],
])('guard: %s; a cell stood still %s', { tags: 'full' }, async (guard, _, stood, isPushed) => {
  expect(await reachesRemote(guard, stood)).toBe(isPushed);
});

test('an answer that a cell reads long after it has asked is none, though its lease holds', {
  tags: 'full',
}, async () => {
  const stood = { chat: 'stayed', seconds: 10, since: 'question' } as const;
  expect(await reachesRemote('product', stood)).toBe(false);
});

test('a cell stood still for a moment, and its chat moved: it opens no pull request', async () => {
  expect(await reachesRemote('product', MOMENT, openPullRequest)).toBe(false);
});

test.each<[keyof typeof GUARDS, string, StoodStill, boolean]>([
  ['product', 'for a moment, and its chat stayed', { chat: 'stayed', seconds: 5 }, true],
  ['product', 'for longer than its lease, and its chat moved', LONGER_THAN_ITS_LEASE, false],
  ['lease', 'for a moment, and its chat moved', MOMENT, true],
  ['nothing', 'for longer than its lease, and its chat moved', LONGER_THAN_ITS_LEASE, true],
])('pull requests, guard: %s; a cell stood still %s', { tags: 'full' }, async (guard, _, stood, isOpened) => {
  expect(await reachesRemote(guard, stood, openPullRequest)).toBe(isOpened);
});

test('a cell that cannot ask whose the chat is pushes nothing', { tags: 'full' }, async () => {
  const stood = { chat: 'stayed', seconds: 5, isDatabaseAway: true } as const;
  expect(await reachesRemote('product', stood)).toBe(false);
});
