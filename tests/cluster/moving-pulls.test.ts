/** @module-tag postgres */

import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFollowUpStore } from '../../src/features/follow-ups/follow-up.ts';
import { messageKey } from '../../src/features/follow-ups/follow-ups-feature.ts';
import { askKey, questionMessageId } from '../../src/features/pull-requests/follower.ts';
import {
  createPullRequestStore,
  type FollowedPull,
  type PullSeen,
} from '../../src/features/pull-requests/pull-request.ts';
import { CHAT, CONVERSATION, INSTANCE, type Machine, machine, messageLine, OWNER } from './moving-rig.ts';
import { OTHER } from './rig.ts';
import { moveTo, twoCells } from './two-cells.ts';

const PULL = { repository: 'ada/engine', number: 7 };
const URL = 'https://github.com/ada/engine/pull/7';
const RED = 'red:abc';

/**
 * A task has opened a pull request, and its person was asked about the checks that failed. Returns how the question is
 * sent.
 */
function asks(from: Machine, repository = PULL.repository): () => void {
  const { session, file } = from.begin({ state: { status: 'done' }, owner: OWNER });
  file.append([messageLine(0, 'fix it')]);
  const rows = createPullRequestStore(from.store.database);
  const pull = { ...PULL, repository };
  const untilMs = Date.UTC(2099, 0, 1);
  rows.follow({ ...pull, url: URL, session: session.id, nextAtMs: 0, untilMs });
  const seen: PullSeen = {
    quiet: 3,
    failures: 0,
    card: { id: 'card', openedAtMs: 5 },
    shown: '1 of 1 checks failed',
    red: { head: 'abc', sinceMs: 1 },
    told: ['comments:1', RED],
  };
  rows.update({ ...pull, state: 'followed', nextAtMs: untilMs, seen });
  const id = questionMessageId({ ...pull, conversation: CONVERSATION }, RED);
  rows.ask({
    ...pull,
    id,
    session: session.id,
    conversation: CONVERSATION,
    requester: OWNER,
    about: 'checks',
    choices: ['fix', 'log', 'ignore'],
    material: 'AssertionError',
    state: 'open',
    askedAtMs: 2,
  });
  return from.says('asks', { key: askKey(id) });
}

function pullsOf({ store: { database } }: Machine) {
  const rows = createPullRequestStore(database);
  const shown = ({ number, state, seen: { told, card, red } }: FollowedPull) => ({
    number,
    state,
    told,
    card: card?.id,
    red: red?.head,
  });
  return {
    followed: rows.followedIn(CONVERSATION).map(shown),
    open: rows.openQuestions(CONVERSATION).map(({ about, material }) => `${about}: ${material}`),
    due: rows.due(PULL.repository, Date.now()).length,
  };
}

const NONE = { followed: [], open: [], due: 0 };
const FOLLOWED = { number: 7, state: 'followed', card: 'card', red: 'abc' };

test('the next machine follows the pull requests of a chat, knows what was asked, and the first one stops', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  asks(from)();
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  await to.arrive(2);
  from.mover.leave(CHAT, () => from.rows.noteLeft(CHAT));
  expect({ to: pullsOf(to), from: pullsOf(from), told: to.told.length }).toEqual({
    to: {
      followed: [{ ...FOLLOWED, told: ['comments:1', RED] }],
      open: ['checks: AssertionError'],
      due: 1,
    },
    from: NONE,
    told: 1,
  });
});

test('a question that was not sent yet is asked by the next machine, under the same id', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  asks(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect(pullsOf(to)).toEqual({ followed: [{ ...FOLLOWED, told: ['comments:1'] }], open: [], due: 1 });
});

test('one that comes back finds its question open', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  asks(from)();
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  from.mover.leave(CHAT, () => from.rows.noteLeft(CHAT));
  await to.copier().pass();
  await moveTo(cluster, from, 3);
  expect(pullsOf(from).open).toEqual(['checks: AssertionError']);
});

test('a wish to close one goes along', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  asks(from)();
  const rows = createPullRequestStore(from.store.database);
  const [question] = rows.openQuestions(CONVERSATION);
  rows.answer(question?.id ?? '', 'close', 3);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect(createPullRequestStore(to.store.database).closeWanted(PULL)).toBe(question?.id);
});

test.each<[string, string, (from: Machine) => void]>([
  [
    'whose task cannot be restored',
    `I stopped following pull request #7.\nIts task is on the other machine. Look on GitHub: ${URL}`,
    (from) => {
      asks(from)();
      for (const { id } of from.store.sessions.listNewest(CONVERSATION, 1)) rmSync(from.transcriptOf(id));
    },
  ],
  [
    'of a repository that this machine does not follow',
    "I can't follow pull request #7 here.\nThis machine isn't set up for ada/other. To change that, set GITHUB_TOKEN and GITHUB_REPO there.",
    (from) => asks(from, 'ada/other')(),
  ],
])('one %s is told', { tags: 'full' }, async (_, told, had) => {
  const { cluster, from } = await twoCells();
  had(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect(to.told.slice(1)).toEqual([told]);
});

test.each([
  ['was told stays open, and is not told again', true],
  ['was not sent yet is told by the next machine', false],
])('an offer that %s', { tags: 'full' }, async (_, isSent) => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin({ state: { status: 'done' } });
  file.append([messageLine(0, 'fix it')]);
  const rows = createFollowUpStore(from.store.database);
  const offer = { topic: 'command:1', session: session.id, line: 'Finished: make', instruction: 'Go on.' };
  const seq = rows.add({ ...offer, instance: INSTANCE, atMs: 0 }) ?? 0;
  rows.markNotified(seq, { messageId: '3EB0offer', atMs: 1 });
  const send = from.says('offer', { key: messageKey(seq) });
  if (isSent) send();
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  from.mover.leave(CHAT, () => from.rows.noteLeft(CHAT));
  const here = createFollowUpStore(to.store.database);
  expect({
    open: here.listOpen(CONVERSATION).map(({ messageId }) => messageId),
    due: here.listDue(INSTANCE).map(({ line }) => line),
    left: rows.listUnanswered(CONVERSATION),
  }).toEqual({
    open: isSent ? ['3EB0offer'] : [],
    due: isSent ? [] : ['Finished: make'],
    left: [],
  });
});
