import { afterEach, expect, test } from 'vitest';
import type { ApprovalId } from '../../src/core/ids.ts';
import { dyingAfter } from '../support/dying-store.ts';
import { settled } from '../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';
import { atLevel } from '../support/level.ts';

/** `npm test` tries every third write. */
const STEP = atLevel({ quick: 3, full: 1, soak: 1 });

let rig: GatewayRig;
afterEach(() => rig.remove());

/** Methods that change rows. */
const WRITES = new Set([
  'accept',
  'finish',
  'add',
  'create',
  'update',
  'decide',
  'setLanguage',
  'markSending',
  'markSent',
  'markShown',
]);

/** `one` asks first; every task ends with a report. */
const run: FakeRun = async (session, agent) => {
  const answered = rig.store.approvals.get('k7x' as ApprovalId);
  if (session.task === 'one' && answered === undefined) return agent.ask();
  return agent.end({ kind: 'done', text: '' });
};

const MESSAGES = ['/agent one', 'hola, usa yarn', 'yes', '/agent two', '/status'];

/** Says everything; a message that was not taken is delivered again, as a server does. */
async function sayAll(): Promise<void> {
  for (const [index, text] of MESSAGES.entries()) {
    await rig.phone.say(text, { id: `message-${index}` }).catch(() => undefined);
    await settled();
  }
}

/** What must be the same however often the program died: no effect missing, none twice. */
function effects() {
  const ids = rig.phone.sent.map(({ id }) => id);
  const unsaid = rig.phone.sent.filter(({ id, mayRepeat }, index) => ids.indexOf(id) !== index && !mayRepeat);
  const texts = new Map(rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]));
  return {
    sessions: rig.sessions().map(({ task, state: { status } }) => `${task}: ${status}`),
    steering: rig.sessions().map(({ id }) => rig.store.steering.listUnread(id).map(({ text }) => text)),
    reports: [...texts.values()].filter((text) => text.startsWith('✅ Done')).length,
    questions: [...texts.values()].filter((text) => text.startsWith('❓')).length,
    started: [...texts.values()].filter((text) => text.startsWith('🚀')).length,
    repeatsUnsaid: unsaid.length,
    summary: rig.gateway.summary(),
  };
}

async function withoutCrash() {
  rig = await gatewayRig({ locale: 'en', run });
  await sayAll();
  const expected = effects();
  await rig.remove();
  return expected;
}

test('killed after any write, the next program does what is missing and nothing twice', async () => {
  const expected = await withoutCrash();
  for (let n = 1; ; n += STEP) {
    rig = await gatewayRig({ locale: 'en', run });
    const dying = dyingAfter(n, rig.store, WRITES);
    rig = await rig.restart({ store: dying.store });
    await sayAll();
    if (!dying.died()) break;
    rig = await rig.restart();
    await sayAll();
    expect({ n, ...effects() }).toEqual({ n, ...expected });
    await rig.remove();
  }
  expect(expected.sessions).toEqual(['two: done', 'one: done']);
});
