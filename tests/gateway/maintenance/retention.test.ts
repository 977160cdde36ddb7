import { expect, test } from 'vitest';
import type { RetentionTimes } from '../../../src/contracts/maintenance.ts';
import { DAY_MS } from '../../../src/core/clock.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import type { LogFields } from '../../../src/core/log.ts';
import { silentLog } from '../../../src/core/log.ts';
import { enforceRetention, type RetainParts } from '../../../src/gateway/maintenance/retention.ts';
import { freshStore } from '../../store/store-file.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { sessionRecord } from '../../support/session-record.ts';

const FOR_EVER: RetentionTimes = {
  messagesMs: undefined,
  sessionsMs: undefined,
  tracesMs: undefined,
  auditMs: undefined,
};

function house(keep: RetentionTimes, count: number, more: Partial<RetainParts> = {}) {
  const store = freshStore();
  const clock = new FakeClock();
  const endedAtMs = clock.nowMs() - 200 * DAY_MS;
  for (let n = 0; n < count; n += 1) {
    const id = `20260101-${String(n).padStart(8, '0')}` as SessionId;
    store.sessions.create(
      sessionRecord({ id, state: { status: 'done', endedAtMs, updatedAtMs: endedAtMs } }),
    );
    for (let line = 0; line < 3; line += 1)
      store.history.append(id, line, { role: 'user', content: [{ type: 'text', text: 'word' }] });
  }
  const events: [string, LogFields | undefined][] = [];
  const removed: SessionId[] = [];
  const log = {
    ...silentLog,
    info: (event: string, fields?: LogFields) => void events.push([event, fields]),
  };
  const parts: RetainParts = {
    store,
    clock,
    log,
    keep,
    removeTranscript: (id) => void removed.push(id),
    ...more,
  };
  return { parts, store, events, removed };
}

test('sessions go with their transcripts, at most a hundred at a time, and the next time goes on', async () => {
  const { parts, events, removed } = house({ ...FOR_EVER, sessionsMs: 180 * DAY_MS }, 101);
  await enforceRetention(parts);
  await enforceRetention(parts);
  await enforceRetention(parts);
  expect([events, new Set(removed).size]).toEqual([
    [
      ['gateway.sessions.removed', { count: 100 }],
      ['gateway.sessions.removed', { count: 1 }],
    ],
    101,
  ]);
});

test('what is kept for ever is left alone', async () => {
  const { parts, store, events } = house(FOR_EVER, 2);
  await enforceRetention(parts);
  expect([events, store.forgetting().listBegun(9)]).toEqual([[], []]);
});

test('what was cut off in the middle is finished by the next one, also when nothing is to go any more', async () => {
  const { parts, store, removed } = house({ ...FOR_EVER, sessionsMs: 180 * DAY_MS }, 2);
  const killed = {
    ...parts,
    removeTranscript: () => {
      throw new Error('killed here');
    },
  };
  await expect(enforceRetention(killed)).rejects.toThrow('killed here');
  const left = store.forgetting().listBegun(9);
  await enforceRetention({ ...parts, keep: FOR_EVER });
  expect([left.length, removed, store.forgetting().listBegun(9)]).toEqual([2, left, []]);
});

test('everything else gets its turn between two commits', async () => {
  const { parts, store } = house({ ...FOR_EVER, sessionsMs: 180 * DAY_MS }, 20);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await enforceRetention(parts);
  isOver = true;
  expect([turns >= 20, store.forgetting().listBegun(9)]).toEqual([true, []]);
});
