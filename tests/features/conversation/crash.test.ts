/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import type { Steering } from '../../../src/contracts/enclosures.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** Methods that change rows; `run` is that of a feature's own statements. */
const WRITES = new Set([
  'accept',
  'finish',
  'add',
  'create',
  'update',
  'run',
  'markSending',
  'markSent',
  'beginAfresh',
]);

const run: FakeRun = async (_session, agent) => agent.end({ kind: 'done', text: 'It compares capitals.' });

const SPEC = {
  kind: 'document',
  workspace: '/nowhere',
  path: '.wasap/inbox/spec.pdf',
  mimeType: 'application/pdf',
  bytes: 9,
} as const;

/** A talk about a file, an offer, its yes, and words for the task that has ended. */
const MESSAGES = ['why does the login crash?', 'do it', 'yes', 'fix that too', 'no, thanks', '/new', 'do it'];

async function sayAll(): Promise<void> {
  for (const [index, text] of MESSAGES.entries()) {
    const enclosed = index === 0 ? [SPEC] : [];
    await rig.phone.say(text, { id: `message-${index}`, enclosed }).catch(() => undefined);
    await settled();
  }
}

function effects() {
  const texts = new Map(rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]));
  const ids = rig.phone.sent.map(({ id }) => id);
  const unsaid = rig.phone.sent.filter(({ id, mayRepeat }, index) => ids.indexOf(id) !== index && !mayRepeat);
  return {
    sessions: rig.sessions().map(({ mode, task, state: { status } }) => `${mode}: ${task}: ${status}`),
    files: rig.sessions().map(({ id }) => rig.store.steering.listNewest(id).flatMap(filesIn)),
    offers: [...texts.values()].filter((text) => text.startsWith('❓')).map((text) => text.split('\n')[1]),
    afresh: [...texts.values()].filter((text) => text.startsWith('🆕')).length,
    repeatsUnsaid: unsaid.length,
    summary: rig.gateway.summary(),
  };
}

function filesIn({ enclosure }: Pick<Steering, 'enclosure'>): readonly string[] {
  return enclosure?.documents?.map(({ path }) => path) ?? [];
}

test('killed after any write, an offer is made once, begun once, and nothing else is', async () => {
  rig = await gatewayRig({ locale: 'en', run });
  await sayAll();
  const expected = effects();
  await rig.remove();
  expect(expected.sessions).toEqual([
    'talk: do it: done',
    'agent: why does the login crash?: done',
    'talk: why does the login crash?: done',
  ]);
  expect(expected.files).toEqual([[], [SPEC.path], [SPEC.path]]);
  expect(expected.offers).toEqual(['“why does the login crash?”', '“fix that too”']);
  for (let n = 1; ; n += 1) {
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
});
