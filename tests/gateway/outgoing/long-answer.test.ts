import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conversationId, type InstanceId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createOutgoing } from '../../../src/gateway/outgoing/outgoing.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { FakeClock, settled } from '../../support/fake-clock.ts';
import { tracingInto } from '../../support/own-tracing.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

class FormattingChannel extends FakeChannel {
  /** How often a text was formatted. */
  formats = 0;

  format(text: string): string {
    this.formats += 1;
    return text;
  }
}

function phoneOfTest() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-answer-'));
  const store = openTestStore({ path: path.join(folder, 'wasap.db') });
  const clock = new FakeClock();
  const phone = new FormattingChannel();
  const outgoing = createOutgoing({
    lookIn: () => ({ faultsIn: async () => [], uncommittedIn: async () => [] }),
    store,
    channels: [phone],
    instance: 'test-instance' as InstanceId,
    clock,
    log: silentLog,
    tracer: tracingInto(store, clock).tracer,
    limits: { maxCostMicroUsd: undefined },
    maxParallelTasks: 1,
    features: () => [],
    openFor: () => [],
    checkpoints: { countLines: async () => new Map() },
  });
  onTestFinished(() => {
    outgoing.stop();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const session = sessionRecord({ conversation: conversationId('phone', 'ana'), mode: 'talk' });
  store.sessions.create(session);
  return { store, phone, outgoing, session };
}

test('a long answer of a talk is split before the commit that stores it', async () => {
  const { store, phone, outgoing, session } = phoneOfTest();
  const answer = 'One more line of a long answer.\n'.repeat(1000);
  await outgoing.lookBeforeEnd(session, answer);
  const before = phone.formats;
  store.atomically(() => outgoing.announcer.announceEnd(session, { kind: 'done', text: answer }));
  const inCommit = phone.formats - before;
  outgoing.nudge();
  await settled();
  const texts = phone.sent.map(({ body }) => (body.kind === 'text' ? body.text : body.kind));
  expect({ inCommit, lines: texts.join('\n').split('One more line').length - 1 }).toEqual({
    inCommit: 0,
    lines: 1000,
  });
});

test('an answer that comes to something else in the end is told as it is then', async () => {
  const { store, phone, outgoing, session } = phoneOfTest();
  await outgoing.lookBeforeEnd(session, 'first');
  store.atomically(() => outgoing.announcer.announceEnd(session, { kind: 'done', text: 'second' }));
  outgoing.nudge();
  await settled();
  expect(phone.sent.map(({ body }) => body)).toEqual([{ kind: 'text', text: 'second' }]);
});
