import { afterEach, describe, expect, test } from 'vitest';
import type { ApprovalId, CallId, SessionId } from '../../src/base/ids.ts';
import { MONEY_QUESTION } from '../../src/contracts/session.ts';
import type { MadeWorktree, WorktreeKind } from '../../src/contracts/worktrees.ts';
import { ANA, approvalRecord, type GatewayRig, gatewayRig, INSTANCE } from '../support/gateway-rig.ts';
import { sessionRecord } from '../support/session-record.ts';

const CHAT = approvalRecord().conversation;
const MADE = { baseCommit: 'c0ffee', baseBranch: 'refs/heads/main' } as MadeWorktree;
const HOUR = 3_600_000;

let rig: GatewayRig;
afterEach(() => rig.remove());

/** A task of Ana that has ended, or waits. */
function makeTask(number: number, status: 'done' | 'waiting', atMs: number): SessionId {
  const id = `20261120-0000000${number}` as SessionId;
  const place = {
    conversation: CHAT,
    owner: ANA,
    workspace: `/w/${number}`,
    project: '/p',
    instance: INSTANCE,
  };
  const times = { createdAtMs: atMs, updatedAtMs: atMs };
  rig.store.sessions.create(
    sessionRecord({ id, number, status, task: `task ${number}`, ...place, ...times }),
  );
  return id;
}

function askApproval(number: number, atMs: number, tool = 'run_command'): void {
  const session = makeTask(number, 'waiting', atMs);
  const id = `k${number}x` as ApprovalId;
  rig.store.approvals.create(
    approvalRecord({
      id,
      session,
      call: `call-${number}` as CallId,
      tool,
      messageId: `Q${number}`,
      askedAtMs: atMs,
    }),
  );
}

function askWorktree(number: number, atMs: number, kind: WorktreeKind): void {
  const session = makeTask(number, 'done', atMs);
  const place = { project: '/p', folder: `/w/${number}`, branch: 'b', createdAtMs: atMs };
  rig.store.worktrees.add({ session, kind, ...place });
  rig.store.worktrees.setMade(session, MADE);
}

/** What can be open, by how each is told from the others: the line that answers it by name. */
const KINDS: Readonly<
  Record<
    string,
    { readonly ask: (number: number, atMs: number) => void | Promise<void>; readonly named: RegExp }
  >
> = {
  approval: { ask: (number, atMs) => askApproval(number, atMs), named: /\/approve k\dx · \/reject k\dx/ },
  money: {
    ask: (number, atMs) => askApproval(number, atMs, MONEY_QUESTION),
    named: /\/approve k\dx · \/reject k\dx/,
  },
  worktree: {
    ask: (number, atMs) => askWorktree(number, atMs, 'branch'),
    named: /(merge|fusionar) #\d · .*(discard|descartar) #\d/,
  },
  'dry run': {
    ask: (number, atMs) => askWorktree(number, atMs, 'dry-run'),
    named: /(apply|aplicar) #\d · (discard|descartar) #\d/,
  },
  'pull request': {
    ask(number, atMs) {
      const pull = { repository: 'ana/shop', number: 40 + number, session: makeTask(number, 'done', atMs) };
      rig.store.pullRequests.follow({ ...pull, url: 'https://example.org/2', nextAtMs: 0, untilMs: 1 });
      rig.store.pullRequests.ask({
        ...pull,
        id: `P${number}`,
        conversation: CHAT,
        requester: ANA,
        about: 'checks',
        choices: ['fix', 'log', 'ignore'],
        material: 'the log',
        state: 'open',
        askedAtMs: atMs,
      });
    },
    named: /(fix|arreglar) #4\d · .*(ignore|ignorar) #4\d/,
  },
  secretary: {
    ask(number, atMs) {
      const wish = {
        conversation: CHAT,
        locale: 'en',
        requester: ANA,
        workspace: '/p',
        instance: INSTANCE,
      } as const;
      const seq = rig.store.routings.add({ ...wish, request: 'check it', messageId: `S${number}`, atMs });
      const questions = [{ question: 'Which?', options: ['a', 'b', 'c'], poll: `S${number}-poll` }];
      rig.store.routings.ask(seq, { state: 'asked', material: JSON.stringify(questions), polls: [], atMs });
    },
    named: /\/secretary answer … · \/secretary cancel/,
  },
  job: {
    ask(number, atMs) {
      const id = rig.store.jobs.add({
        conversation: CHAT,
        owner: ANA,
        locale: 'en',
        workspace: '/p',
        source: 'request',
        request: 'count',
        messageId: `J${number}`,
        createdAtMs: atMs,
        instance: INSTANCE,
      });
      rig.store.jobs.plan(id, { plan: '{}', hash: 'h', atMs });
    },
    named: /\/job run \w+ · \/job cancel \w+/,
  },
  cron: { ask: () => rig.say('/cron add tomorrow at 9 call Bea'), named: /\/cron yes · \/cron no/ },
};
const NAMES = Object.keys(KINDS);
const PAIRS = NAMES.flatMap((one) => NAMES.map((other) => [one, other] as const)).filter(
  // Of these there is one at a time: a later request takes the place of the earlier one.
  ([one, other]) => one !== other || !['secretary', 'cron'].includes(one),
);

/** Everything that an answer could have changed. */
function state(): unknown {
  const { store } = rig;
  return {
    approvals: store.approvals.pending(CHAT).map(({ id, state: now }) => [id, now]),
    worktrees: store.worktrees.open(CHAT).map(({ session }) => session),
    pulls: store.pullRequests.openQuestions(CHAT).map(({ id }) => id),
    routing: store.routings.open(CHAT, ANA)?.answers,
    jobs: store.jobs.ofConversation(CHAT, 9).map(({ state: now }) => now),
    crons: store.crons.ofConversation(CHAT).length,
    sessions: store.sessions.ofConversation(CHAT, 9).map(({ id, status }) => [id, status]),
  };
}

const meaning = (kind: string): RegExp => {
  const found = KINDS[kind];
  if (found === undefined) throw new Error(kind);
  return found.named;
};

async function askBoth(one: string, other: string): Promise<void> {
  rig = await gatewayRig({
    program: {
      timezone: 'Europe/Madrid',
      worktrees: { mostParallel: 3, canOpenPullRequests: false } as never,
    },
  });
  const now = rig.clock.nowMs();
  await KINDS[one]?.ask(1, now - 2 * HOUR);
  await KINDS[other]?.ask(2, now - HOUR);
}

describe('a bare word while two things wait for an answer', () => {
  test.each(PAIRS)('%s, then %s: it answers neither, and each is offered by its code', async (one, other) => {
    await askBoth(one, other);
    const before = state();
    for (const word of ['1', '2', 'yes', 'no', 'sí', 'dale', '👍', 'no, not like that']) {
      await rig.say(word);
      const said = rig.phone.texts.at(-1) ?? '';
      expect({ word, said, state: state() }).toEqual({
        word,
        said: expect.stringMatching(/^(Which question do you mean|¿A qué pregunta te refieres)/),
        state: before,
      });
      for (const kind of [one, other]) expect(said).toMatch(meaning(kind));
    }
  });

  test('a number that only one of them has answers that one', async () => {
    await askBoth('approval', 'worktree');
    await rig.say('3');
    expect([
      rig.store.approvals.pending(CHAT).length,
      rig.store.worktrees.get('20261120-00000002' as SessionId)?.choice,
    ]).toEqual([1, 'discard']);
  });

  test('the code that was offered answers its question, and the other stays open', async () => {
    await askBoth('worktree', 'approval');
    await rig.say('1');
    await rig.say('discard #1');
    expect([
      rig.store.worktrees.get('20261120-00000001' as SessionId)?.choice,
      rig.store.approvals.pending(CHAT).length,
    ]).toEqual(['discard', 1]);
  });

  test('what was asked days ago is not meant by a bare word', async () => {
    rig = await gatewayRig();
    askWorktree(1, rig.clock.nowMs() - 49 * HOUR, 'branch');
    askApproval(2, rig.clock.nowMs() - HOUR);
    await rig.say('yes');
    expect(rig.store.approvals.get('k2x' as ApprovalId)?.state).toBe('approved');
  });
});

test('a bare no to the only planned job gives it up', async () => {
  rig = await gatewayRig();
  await KINDS.job?.ask(1, rig.clock.nowMs());
  await rig.say('no');
  expect(rig.store.jobs.ofConversation(CHAT, 1)[0]?.state).toBe('cancelled');
});
