/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/contracts/model.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import { ANA, type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';
import { routingsIn } from '../../support/routings.ts';
import { matched, scriptedSecretary, understood } from '../../support/scripted-secretary.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** Methods that change rows. */
const WRITES = new Set([
  'accept',
  'finish',
  'add',
  'create',
  'update',
  'run',
  'setLocale',
  'markSending',
  'markSent',
]);

const MESSAGES = ['/secretary make it better', 'the login', '1'];

/** Asks what is meant until it is told. */
function model({ system, messages }: ModelRequest) {
  if (system.includes('second step'))
    return matched([['wasap:security-reviewer', 92, 'It looks for holes.']]);
  const isTold = JSON.stringify(messages).includes('the login');
  return understood('Review the login', isTold ? [] : [{ question: 'Which part?', options: [] }]);
}

async function open(): Promise<void> {
  rig = await gatewayRig({ locale: 'en', secretary: scriptedSecretary(model).hands });
}

/** Says everything; a message that was not taken is delivered again, as a server does. */
async function sayAll(): Promise<void> {
  await atRest();
  for (const [index, text] of MESSAGES.entries()) {
    await rig.phone.say(text, { id: `message-${index}` }).catch(() => undefined);
    await atRest();
  }
}

/** Until nobody is looked for, or a dead program no longer looks: agent files take turns of their own. */
async function atRest(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await settled();
    if (turn > 1 && routingsIn(rig.store).listUnfinished(INSTANCE).length === 0) return;
  }
}

/** What must be the same however often the program died: no question or task missing, none twice. */
function effects() {
  const texts = new Map(rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]));
  const count = (part: string) => [...texts.values()].filter((text) => text.includes(part)).length;
  return {
    sessions: rig
      .sessions()
      .map(({ task, state: { status }, origin: { assignment } }) => [task, status, assignment?.kind]),
    questions: count('Which part?'),
    offers: count("I'll delegate to security-reviewer"),
    open: routingsIn(rig.store).findOpen(rig.sessions()[0]?.conversation ?? ('' as never), ANA),
    summary: rig.gateway.summary(),
  };
}

test('killed after any write, nobody is asked twice and one task begins', async () => {
  await open();
  // Loads what reads agent files: from here on nothing waits for a disk.
  await rig.phone.say('/secretary warm up', { id: 'warm-up' });
  await rig.gateway.idle();
  await rig.remove();
  await open();
  await sayAll();
  const expected = effects();
  await rig.remove();
  for (let n = 1; ; n += 1) {
    await open();
    const dying = dyingAfter(n, rig.store, WRITES);
    rig = await rig.restart({ store: dying.store });
    await sayAll();
    if (!dying.died()) break;
    rig = await rig.restart();
    await sayAll();
    expect({ n, ...effects() }).toEqual({ n, ...expected });
    await rig.remove();
  }
  expect(expected).toMatchObject({
    sessions: [['make it better', 'done', 'specialist']],
    questions: 1,
    offers: 1,
  });
});
