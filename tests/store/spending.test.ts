import { expect, test } from 'vitest';
import type { SessionId } from '../../src/base/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { storeWithSession } from './store-file.ts';

const USAGE = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 1 };

test("one person's spending is added up over sessions, from a moment on", () => {
  const { spending, sessions } = storeWithSession();
  const [first, second] = [sessionRecord().id, 'session-2' as SessionId];
  sessions.create(sessionRecord({ id: second }));
  spending.add({ session: first, person: 'ana', usage: USAGE, microUsd: 1, atMs: 99 });
  spending.add({ session: first, person: 'ana', usage: USAGE, microUsd: 20, atMs: 100 });
  spending.add({ session: second, person: 'ana', usage: USAGE, microUsd: 300, atMs: 200 });
  spending.add({ session: second, person: 'bob', usage: USAGE, microUsd: 4000, atMs: 200 });
  expect([spending.since('ana', 100), spending.since('bob', 0), spending.since('eve', 0)]).toEqual([
    320, 4000, 0,
  ]);
});
