import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import { Failure } from '../../../src/core/failure.ts';
import { conversationId, type InstanceId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createOutgoing, type OutgoingMessages } from '../../../src/gateway/outgoing/outgoing.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { FakeClock, settled } from '../../support/fake-clock.ts';
import { tracingInto } from '../../support/own-tracing.ts';
import { openTestStore } from '../../support/test-store.ts';

const INSTANCE = 'test-instance' as InstanceId;
const NO_CAP = { maxCostMicroUsd: undefined };
const NO_DIFFS = { diff: async () => ({ diff: '', leftOut: 0 }), countLines: async () => new Map() };
const ANA = conversationId('phone', 'ana');
const BEA = conversationId('phone', 'bea');

let folder: string;
let store: Store;
let clock: FakeClock;
let phone: FakeChannel;
let outgoing: OutgoingMessages;

function program(channel: FakeChannel, of: Store = store): OutgoingMessages {
  return createOutgoing({
    lookIn: () => ({ faultsIn: async () => [], uncommittedIn: async () => [] }),
    store: of,
    channels: [channel],
    instance: INSTANCE,
    clock,
    log: silentLog,
    tracer: tracingInto(of, clock).tracer,
    limits: NO_CAP,
    maxParallelTasks: 1,
    features: () => [],
    openFor: () => [],
    checkpoints: NO_DIFFS,
  });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-outbox-'));
  store = openTestStore({ path: path.join(folder, 'wasap.db') });
  clock = new FakeClock();
  phone = new FakeChannel();
  outgoing = program(phone);
});

afterEach(() => {
  outgoing.stop();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function add(key: string, { conversation = ANA, ephemeral = false } = {}): void {
  outgoing.outbox.enqueue({ conversation, key, id: key, body: { kind: 'text', text: key }, ephemeral });
}

async function nudge(): Promise<void> {
  outgoing.nudge();
  await settled();
}

const sent = () => phone.sent.map(({ id, mayRepeat }) => `${id}${mayRepeat ? ' again' : ''}`);

test('messages of a conversation keep their order, and nothing is left unsent', async () => {
  for (const key of ['1', '2', '3']) add(key);
  await nudge();
  expect({ sent: sent(), pending: store.outbox.listUnsentChats(INSTANCE) }).toEqual({
    sent: ['1', '2', '3'],
    pending: [],
  });
});

test('a message is marked on the disk before and after its send; a progress message waits for no disk', async () => {
  const steps: string[] = [];
  const flush = vi.spyOn(store, 'flush').mockImplementation(() => void steps.push('on the disk'));
  vi.spyOn(phone, 'send').mockImplementation(async ({ id }) => void steps.push(id));
  add('progress', { ephemeral: true });
  await nudge();
  add('report');
  await nudge();
  flush.mockRestore();
  expect(steps).toEqual(['progress', 'on the disk', 'report', 'on the disk']);
});

test('a mark that cannot be brought to the disk sends nothing until it can', async () => {
  const flush = vi.spyOn(store, 'flush').mockImplementation(() => {
    throw new Failure('unavailable', 'the disk is full');
  });
  add('report');
  await nudge();
  const during = sent();
  flush.mockRestore();
  await clock.advance(1000);
  expect({ during, after: sent() }).toEqual({ during: [], after: ['report again'] });
});

test('the same key adds nothing a second time', async () => {
  add('1');
  add('1');
  await nudge();
  expect(sent()).toEqual(['1']);
});

test('a send that may work later holds back what is behind it, in its conversation only', async () => {
  phone.failure = new Failure('unavailable', 'no connection');
  add('1');
  add('2');
  await nudge();
  phone.failure = undefined;
  add('b', { conversation: BEA });
  await nudge();
  const before = sent();
  await clock.advance(1000);
  expect({ before, after: sent() }).toEqual({ before: ['b'], after: ['b', '1 again', '2'] });
});

test('a message that is tried again later is not held up by a clock that is set back', async () => {
  phone.failure = new Failure('unavailable', 'no connection');
  add('1');
  await nudge();
  phone.failure = undefined;
  clock.jump(-3_600_000);
  await clock.advance(1000);
  expect(sent()).toEqual(['1 again']);
});

test('tries grow further apart', async () => {
  phone.failure = new Failure('unavailable', 'no connection');
  add('1');
  await nudge();
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const row = store.outbox.head(ANA, INSTANCE);
    waits.push((row?.nextAtMs ?? 0) - clock.nowMs());
    await clock.advance(waits.at(-1) ?? 0);
  }
  const bounds = waits.map((wait, n) => wait >= 500 * 2 ** n && wait <= 1000 * 2 ** n);
  expect(bounds).toEqual([true, true, true, true, true, true]);
});

test('a message that can never be sent is given up, and the next one goes', async () => {
  phone.failure = new Failure('denied', 'blocked by the other side');
  add('1');
  await nudge();
  phone.failure = undefined;
  add('2');
  await nudge();
  expect(sent()).toEqual(['2']);
});

test('after a crash in the middle of a send the same id is sent again and says so; progress is dropped', async () => {
  const row = store.outbox.add({
    id: '1',
    conversation: ANA,
    chat: 'ana',
    channel: 'phone',
    instance: INSTANCE,
    dedupeKey: '1',
    body: { kind: 'text', text: '1' },
    ephemeral: false,
    atMs: 0,
  });
  if (row !== undefined) store.outbox.markSending(row.seq);
  add('2');
  outgoing.stop();
  store.outbox.recover(INSTANCE);
  outgoing = program(phone);
  await nudge();
  expect(sent()).toEqual(['1 again', '2']);
});

test('progress is tried once, even when the try fails', async () => {
  phone.failure = new Failure('unavailable', 'no connection');
  add('p', { ephemeral: true });
  await nudge();
  phone.failure = undefined;
  await clock.advance(120_000);
  await nudge();
  expect({ sent: sent(), pending: store.outbox.listUnsentChats(INSTANCE) }).toEqual({
    sent: [],
    pending: [],
  });
});

test('what was sent is not sent again when its mark could not be stored', async () => {
  const full = new Failure('unavailable', 'the database is full');
  let broken = true;
  outgoing.stop();
  const faulty: Store = {
    ...store,
    outbox: {
      ...store.outbox,
      markSent(seq, atMs) {
        if (broken) throw full;
        store.outbox.markSent(seq, atMs);
      },
    },
  };
  outgoing = program(phone, faulty);
  add('1');
  await nudge();
  await clock.advance(1000);
  broken = false;
  await clock.advance(5000);
  expect({ sent: sent(), pending: store.outbox.listUnsentChats(INSTANCE) }).toEqual({
    sent: ['1'],
    pending: [],
  });
});

test('drain resolves when everything is sent', async () => {
  for (const key of ['1', '2']) add(key);
  add('b', { conversation: BEA });
  await outgoing.sender.drain();
  expect(sent().toSorted()).toEqual(['1', '2', 'b']);
});

test('drain does not wait for a channel that is away', async () => {
  phone.failure = new Failure('unavailable', 'no connection');
  add('1');
  await outgoing.sender.drain();
  expect(store.outbox.listUnsentChats(INSTANCE)).toEqual([ANA]);
});

test('a message costs two commits, ten in a row eleven', async () => {
  let commits = 0;
  outgoing.stop();
  let isInside = false;
  const counting: Store = {
    ...store,
    unflushed(work) {
      commits += 1;
      isInside = true;
      const result = store.unflushed(work);
      isInside = false;
      return result;
    },
    outbox: {
      ...store.outbox,
      markSending(seq) {
        if (!isInside) commits += 1;
        store.outbox.markSending(seq);
      },
    },
  };
  outgoing = program(phone, counting);
  for (let n = 0; n < 10; n += 1) add(String(n));
  await nudge();
  expect(commits).toBe(11);
});

describe('a message that the channel holds back', () => {
  test('holds up its own conversation only, and goes when its time has come', async () => {
    phone.hold = ({ chat }) => (chat === 'ana' && clock.nowMs() < startMs + 90_000 ? 90_000 : 0);
    const startMs = clock.nowMs();
    add('1');
    add('2');
    add('b', { conversation: BEA });
    await nudge();
    const before = sent();
    await clock.advance(90_000);
    expect({ before, after: sent() }).toEqual({ before: ['b'], after: ['b', '1', '2'] });
  });

  test('goes sooner when something happened and it may', async () => {
    let holdMs = 3_600_000;
    phone.hold = () => holdMs;
    add('1');
    await nudge();
    holdMs = 0;
    await nudge();
    expect(sent()).toEqual(['1']);
  });

  test('is not marked as sent or tried, and keeps nobody from ending', async () => {
    phone.hold = () => 3_600_000;
    add('1');
    await nudge();
    await outgoing.sender.drain();
    expect(store.outbox.head(ANA, INSTANCE)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(sent()).toEqual([]);
  });
});
