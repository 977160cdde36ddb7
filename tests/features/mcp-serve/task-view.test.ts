import { expect, onTestFinished, test } from 'vitest';
import type { CallId } from '../../../src/core/ids.ts';
import type { ServePorts } from '../../../src/features/mcp-serve/serving/serve-ports.ts';
import { eventsSince, reportOf, taskView } from '../../../src/features/mcp-serve/serving/task-view.ts';
import { createRedactor } from '../../../src/policy/redaction.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import { approvalRecord } from '../../support/gateway-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const SEEN = TOKEN.slice(0, 9);

/** A text in which the token lies across the place where texts of this length are cut. */
const acrossCut = (length: number): string =>
  `${'go on '.repeat(length).slice(0, length - 20)} ${TOKEN} and on`;

test('what another agent is told is redacted before it is cut', () => {
  const store = openTestStore({ path: IN_MEMORY });
  onTestFinished(() => store.close());
  const session = sessionRecord({ state: { status: 'waiting' }, task: acrossCut(200) });
  store.sessions.create(session);
  store.calls.add({
    session: session.id,
    id: 'call-1' as CallId,
    round: 1,
    position: 0,
    tool: 'run_command',
    input: { command: acrossCut(160) },
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: { text: '', data: null, ok: true, durationMs: 1 },
    startedAtMs: 1,
  });
  store.approvals.create(approvalRecord({ session: session.id, question: { details: acrossCut(600) } }));
  const rows = { reportOf: () => acrossCut(20_000) };
  const ports = {
    store,
    rows,
    redact: createRedactor({ secrets: [] }).redact,
  } as unknown as ServePorts;
  const told = [taskView(session, ports), eventsSince(session.id, 0, ports), reportOf(session, ports)];
  expect(told.map((one) => JSON.stringify(one).includes(SEEN))).toEqual([false, false, false]);
});
