import { writeSync } from 'node:fs';
import type { CallId, InstanceId, SessionId } from '../../../src/core/ids.ts';
import { openStore } from '../../../src/store/open.ts';
import { sessionRecord } from '../../support/session-record.ts';

/** Writes without end, and prints the number of each step once the store has taken it. */
const [file = '', name = ''] = process.argv.slice(2);
const store = openStore({ path: file });
const id = name as SessionId;
const instance = 'writer' as InstanceId;

store.sessions.create(sessionRecord({ id }));
for (let step = 0; ; step += 1) {
  const message = {
    account: 'a',
    chat: 'c',
    sender: name,
    id: `${step}`,
    text: 'x'.repeat(400),
    sentAtMs: 0,
  };
  store.inbox.accept({ channel: 'console', message, instance, atMs: step });
  store.atomically(() => {
    store.history.append(id, step, { role: 'user', content: [{ type: 'text', text: `step ${step}` }] });
    store.calls.add({
      session: id,
      id: `call-${step}` as CallId,
      round: step,
      position: 0,
      tool: 'read_lines',
      input: { step },
      malformed: undefined,
      state: 'open',
      prepared: null,
      result: undefined,
      startedAtMs: undefined,
    });
    store.sessions.update(id, { usage: { round: step }, atMs: step });
  });
  writeSync(1, `${step}\n`); // not console.log: a line that waits in a buffer would acknowledge too late
}
