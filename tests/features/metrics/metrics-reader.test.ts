import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import type { ApprovalId, CallId, ConversationId, SessionId } from '../../../src/core/ids.ts';
import { conversationId } from '../../../src/core/ids.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { approvalRecord, inboxEntry, outboxEntry } from '../../store/records.ts';
import { callRecord, databasePath, execute, freshStore, INSTANCE, OTHER } from '../../store/store-file.ts';
import { copySession } from '../../support/many-sessions.ts';
import { metricsOf } from '../../support/metrics-of.ts';
import { noFigures } from '../../support/no-figures.ts';
import { sessionRecord } from '../../support/session-record.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const PERIOD = { sinceMs: NOW - 7 * DAY, untilMs: NOW };

const ANA = conversationId('whatsapp', '34600111222@s.whatsapp.net');
const LUIS = conversationId('whatsapp', '34600333444@s.whatsapp.net');
const TASK = '20261120-00000001' as SessionId;
const OTHERS = '20261120-00000002' as SessionId;

const NOTHING = noFigures(PERIOD.sinceMs, PERIOD.untilMs);

/** One task of Ana's, done today; one of Luis's, in line, whose model has no known price. */
function twoChats(): { readonly file: string; readonly store: OpenStore } {
  const file = databasePath();
  const store = freshStore(file);
  store.instances.register({ id: INSTANCE, pid: 1, startTime: '0', atMs: 0 });
  const done = { status: 'done', endedAtMs: NOW - HOUR } as const;
  store.sessions.create(sessionRecord({ id: TASK, conversation: ANA, state: done }));
  store.sessions.create(sessionRecord({ id: OTHERS, conversation: LUIS, usage: { costKnown: false } }));
  return { file, store };
}

type Run = readonly [
  session: SessionId,
  ago: number,
  decision: string,
  exit: number | null,
  took: number | null,
];

function addCommands(file: string, runs: readonly Run[]): void {
  const rows = runs.map(([session, ago, decision, exit, took]) => {
    const started = new Date(NOW - ago).toISOString().slice(0, 19).replace('T', ' ');
    return `('${session}', '34600111222', 'npm test', '${decision}', ${exit}, ${took}, '${started}')`;
  });
  execute(
    file,
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision, exit_code, duration_ms, started_at)
     VALUES ${rows.join(', ')}`,
  );
}

function ask(store: Store, asked: { id: string; ago: number; conversation?: ConversationId }): ApprovalId {
  const { ago, conversation = ANA } = asked;
  const id = asked.id as ApprovalId;
  const session = conversation === ANA ? TASK : OTHERS;
  store.approvals.create(
    approvalRecord({ id, session, conversation, askedAtMs: NOW - ago, messageId: `question ${id}` }),
  );
  return id;
}

test('an empty database gives nothing, and no figure that would be a division by nothing', () => {
  expect(metricsOf(freshStore()).over(PERIOD)).toEqual(NOTHING);
});

describe('commands, by the formulas of the specification', () => {
  test('rows of the period, refused ones included; the rate is of those with an exit code', () => {
    const { file, store } = twoChats();
    addCommands(file, [
      [TASK, HOUR, 'allow', 0, 1000],
      [TASK, 2 * HOUR, 'allow', 1, 2000],
      [TASK, 2 * DAY, 'ask_approved', 0, 600],
      [TASK, 2 * DAY, 'deny', null, null],
      [OTHERS, 3 * DAY, 'ask_rejected', null, null],
      [OTHERS, 3 * DAY, 'allow', null, 400],
      [TASK, 8 * DAY, 'deny', 0, 9000],
    ]);
    const { commands } = metricsOf(store).over(PERIOD);
    expect(commands).toEqual({
      executed: 6,
      executedLastDay: 2,
      denied: 1,
      successRate: 2 / 3,
      avgDurationMs: 1000,
    });
  });

  test('a period shorter than a day leaves the last day as it is', () => {
    const { file, store } = twoChats();
    addCommands(file, [
      [TASK, HOUR, 'allow', null, null],
      [TASK, 5 * HOUR, 'allow', null, null],
    ]);
    const { executed, executedLastDay } = metricsOf(store).over({
      sinceMs: NOW - 2 * HOUR,
      untilMs: NOW,
    }).commands;
    expect([executed, executedLastDay]).toEqual([1, 2]);
  });
});

test('calls of tools of MCP servers that ended, by themselves or found in a catalogue; nothing of other tools', () => {
  const { store } = twoChats();
  const call = (id: string, tool: string, ok: boolean, ago = HOUR): void => {
    const session = TASK;
    store.calls.add({ ...callRecord({ session, id: id as CallId, tool }), state: 'open', result: undefined });
    store.calls.markStarted(session, id as CallId, { prepared: null, atMs: NOW - ago });
    store.calls.markDone(session, id as CallId, { text: '', data: null, ok, durationMs: 100 });
  };
  call('a', 'mcp__docs__search', true);
  call('b', 'mcp__docs__search', false);
  call('c', 'use_tool', true);
  call('d', 'mcp__docs__search', true, 8 * DAY);
  call('e', 'run_command', true);
  call('f', 'mcpx', true);
  const { mcp } = metricsOf(store).over(PERIOD);
  expect(mcp).toEqual({ calls: 3, failed: 1, avgDurationMs: 100 });
  expect(metricsOf(store).over(PERIOD, LUIS).mcp).toEqual({ calls: 0, failed: 0, avgDurationMs: null });
});

test('loops: warnings and breakers of the period and of its last day', () => {
  const { store } = twoChats();
  for (const [ago, action] of [
    [HOUR, 'warning'],
    [HOUR, 'circuit_breaker'],
    [3 * DAY, 'warning'],
    [9 * DAY, 'warning'],
  ] as const) {
    store.metrics.noteLoop({ session: TASK, action, atMs: NOW - ago });
  }
  expect(metricsOf(store).over(PERIOD).loops).toEqual({ detected: 3, detectedLastDay: 2 });
});

test('tasks that were done in the period: no talk, none that ended otherwise, none before it', () => {
  const { store } = twoChats();
  const states = [
    { status: 'failed', endedAtMs: NOW },
    { status: 'cancelled', endedAtMs: NOW },
    { status: 'done', endedAtMs: NOW - 8 * DAY },
    { status: 'done', endedAtMs: NOW - 6 * DAY },
    { status: 'done', reason: 'unproven', endedAtMs: NOW - 6 * DAY },
    { status: 'done', reason: 'untested', endedAtMs: NOW - 6 * DAY },
  ] as const;
  const talk = { mode: 'talk', state: { status: 'done', endedAtMs: NOW } } as const;
  for (const [n, change] of [talk, ...states.map((state) => ({ state }))].entries()) {
    store.sessions.create(sessionRecord({ id: `20261120-1000000${n}` as SessionId }, change));
  }
  expect(metricsOf(store).over(PERIOD).sessions).toEqual({ completed: 2, unproven: 2 });
});

test('cost and tokens, what came from the cache, and whose price is unknown', () => {
  const { store } = twoChats();
  const usage = { inputTokens: 100, outputTokens: 50, cacheReadTokens: 600, cacheWriteTokens: 100 };
  const person = '34600111222';
  store.spending.add({ session: TASK, person, usage, microUsd: 2500, atMs: NOW - HOUR });
  store.spending.add({ session: OTHERS, person, usage, microUsd: 0, atMs: NOW - HOUR });
  store.spending.add({ session: TASK, person, usage, microUsd: 9900, atMs: NOW - 8 * DAY });
  expect(metricsOf(store).over(PERIOD).spending).toEqual({
    microUsd: 2500,
    unpriced: 1,
    inputTokens: 200,
    outputTokens: 100,
    cacheReadTokens: 1200,
    cacheWriteTokens: 200,
    cacheShare: 0.75,
  });
});

test('what was asked before there was a task counts for its chat, and for no other', () => {
  const { store } = twoChats();
  const usage = { inputTokens: 100, outputTokens: 50, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const asked = { session: undefined, person: '34600111222', usage, atMs: NOW - HOUR };
  store.spending.add({ ...asked, conversation: ANA, microUsd: 300 });
  store.spending.add({ ...asked, conversation: LUIS, microUsd: 40 });
  const spent = (conversation?: ConversationId) =>
    metricsOf(store).over(PERIOD, conversation).spending.microUsd;
  expect([spent(), spent(ANA), spent(LUIS)]).toEqual([340, 300, 40]);
});

test('questions, how they were answered, and how long that took: only what a person answered has a time', () => {
  const { store } = twoChats();
  const answer = (id: string, state: 'approved' | 'rejected' | 'expired' | 'withdrawn', afterMs: number) => {
    const approval = ask(store, { id, ago: 6 * DAY });
    store.approvals.decide(approval, { state, answer: 'yes', atMs: NOW - 6 * DAY + afterMs });
  };
  for (let n = 1; n <= 19; n += 1) answer(`a${n}`, 'approved', n * MINUTE);
  answer('b1', 'rejected', 20 * MINUTE);
  answer('c1', 'expired', 5 * DAY);
  answer('c2', 'withdrawn', 5 * DAY);
  ask(store, { id: 'd1', ago: HOUR });
  store.approvals.decide(ask(store, { id: 'e1', ago: 8 * DAY }), {
    state: 'rejected',
    answer: 'no',
    atMs: NOW,
  });
  expect(metricsOf(store).over(PERIOD).approvals).toEqual({
    asked: 23,
    approved: 19,
    rejected: 1,
    unanswered: 3,
    medianWaitMs: 10 * MINUTE,
    p95WaitMs: 19 * MINUTE,
  });
});

test('what waits: messages not handled, messages not sent, tasks in line', () => {
  const { store } = twoChats();
  store.inbox.accept(inboxEntry('m1'));
  store.inbox.finish(store.inbox.accept(inboxEntry('m2'))?.seq ?? 0, 'done', undefined);
  for (const id of ['o1', 'o2', 'o3']) store.outbox.add(outboxEntry(id));
  store.outbox.markSent(1, NOW);
  store.outbox.markSending(2);
  expect(metricsOf(store).over(PERIOD).queues).toEqual({ inbox: 1, outbox: 2, sessions: 1 });
});

test('lost is what the channel refused for good, and what no program has in hand; progress is not', () => {
  const { store } = twoChats();
  const atMs = NOW - HOUR;
  store.outbox.add(outboxEntry('refused', { atMs }));
  store.outbox.markFailed(1, 'Nobody has this number.');
  store.outbox.add(outboxEntry('progress', { atMs, ephemeral: true }));
  store.outbox.markFailed(2, 'gone');
  store.outbox.add(outboxEntry('long ago', { atMs: NOW - 8 * DAY }));
  store.outbox.markFailed(3, 'gone');
  store.outbox.add(outboxEntry('orphan', { atMs, instance: OTHER }));
  store.inbox.accept({ ...inboxEntry('orphan'), instance: OTHER });
  store.outbox.add(outboxEntry('again', { atMs, dedupeKey: 'unreadable:3EB0' }));
  store.outbox.markSent(5, NOW);
  expect(metricsOf(store).over(PERIOD).messages).toEqual({ givenUp: 1, orphaned: 2, lost: 3, unreadable: 1 });
});

test('what a program that crashed has left is not lost while the next one can take it over', () => {
  const { store } = twoChats();
  store.outbox.add(outboxEntry('o1'));
  store.inbox.accept(inboxEntry('m1'));
  store.instances.register({ id: OTHER, pid: 2, startTime: '0', atMs: NOW });
  const before = metricsOf(store).over(PERIOD).messages.lost;
  store.instances.adopt(INSTANCE, OTHER);
  expect([before, metricsOf(store).over(PERIOD).messages.lost]).toEqual([0, 0]);
});

test('of WhatsApp: never linked, held by a running program, given back', () => {
  const { store } = twoChats();
  const { lease } = store.whatsapp();
  const states = [metricsOf(store).over(PERIOD).whatsapp];
  const claim = { account: 'main', pid: 1, startTime: '0', atMs: NOW, expiresAtMs: NOW + 45_000 };
  const epoch = lease.take({ ...claim, over: undefined }) ?? 0;
  states.push(metricsOf(store).over(PERIOD).whatsapp);
  lease.release({ account: 'main', epoch });
  states.push(metricsOf(store).over(PERIOD).whatsapp);
  expect(states).toEqual(['unused', 'running', 'stopped']);
});

test('of one conversation only what its own tasks, questions and messages make', () => {
  const { file, store } = twoChats();
  addCommands(file, [
    [TASK, HOUR, 'deny', null, null],
    [OTHERS, HOUR, 'allow', 0, 400],
  ]);
  store.metrics.noteLoop({ session: TASK, action: 'warning', atMs: NOW });
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 0 };
  store.spending.add({ session: TASK, person: 'ana', usage, microUsd: 7, atMs: NOW });
  ask(store, { id: 'a1', ago: HOUR });
  ask(store, { id: 'b1', ago: HOUR, conversation: LUIS });
  const message = {
    account: 'main',
    chat: LUIS.slice('whatsapp:'.length),
    sender: 'x',
    id: 'm',
    sentAtMs: 1,
  };
  store.inbox.accept({
    channel: 'whatsapp',
    message: { ...message, text: 'hola' },
    instance: INSTANCE,
    atMs: NOW,
  });
  store.outbox.add(outboxEntry('o1', { conversation: ANA }));
  expect(metricsOf(store).over(PERIOD, LUIS)).toEqual({
    ...NOTHING,
    commands: { executed: 1, executedLastDay: 1, denied: 0, successRate: 1, avgDurationMs: 400 },
    approvals: { ...NOTHING.approvals, asked: 1, unanswered: 1 },
    queues: { inbox: 1, outbox: 0, sessions: 1 },
  });
});

test('figures of many sessions are added up aside, and come to the same: others get their turn meanwhile', {
  tags: 'full',
}, async () => {
  const { file, store } = twoChats();
  copySession(file, TASK, 100_000);
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setTimeout(others, 1);
  };
  others();
  const aside = await metricsOf(store).overAside(PERIOD);
  isOver = true;
  expect([aside, turns > 2]).toEqual([metricsOf(store).over(PERIOD), true]);
  expect(await metricsOf(store).overAside(PERIOD, LUIS)).toEqual(metricsOf(store).over(PERIOD, LUIS));
});
