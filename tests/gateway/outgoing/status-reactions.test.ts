import { afterEach, expect, test } from 'vitest';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** Reactions in the order in which they were sent, as `message emoji`. */
function reactions(): readonly string[] {
  return rig.phone.sent.flatMap(({ body }) =>
    body.kind === 'reaction' ? [`${body.target} ${body.emoji}`] : [],
  );
}

async function say(text: string, run: FakeRun, reaction = true): Promise<void> {
  rig = await gatewayRig({ locale: 'en', run, channels: [new FakeChannel('phone', { reaction })] });
  await rig.say(text, { id: 'M' });
}

test.each<[string, FakeRun, readonly string[]]>([
  ['done', async (_, agent) => agent.end({ kind: 'done', text: '' }), ['M 👀', 'M ⏳', 'M ✅']],
  [
    'done by its own word, with a step still open',
    async ({ id }, agent) => {
      rig.store.history.setPlan(id, { steps: [{ title: 'Commit', status: 'pending' }] });
      return agent.end({ kind: 'done', text: '' });
    },
    ['M 👀', 'M ⏳', 'M ⚠️'],
  ],
  ['failed', async (_, agent) => agent.end({ kind: 'failed', detail: 'a bug' }), ['M 👀', 'M ⏳', 'M ❌']],
  [
    'parked',
    async (_, agent) => agent.end({ kind: 'parked', reason: 'money', detail: '', text: '' }),
    ['M 👀', 'M ⏳', 'M ❌'],
  ],
  ['asking', async (_, agent) => agent.ask(), ['M 👀', 'M ⏳']],
])('a task that is %s shows on its message', async (_, run, expected) => {
  await say('/agent one', run);
  expect(reactions()).toEqual(expected);
});

test('a task that goes on after an answer is not marked a second time', async () => {
  let asked = false;
  await say('/agent one', async (_, agent) => {
    if (asked) return agent.end({ kind: 'done', text: '' });
    asked = true;
    agent.change({ usage: { activeMs: 1200 } });
    return agent.ask();
  });
  await rig.say('yes', { id: 'N' });
  expect(reactions()).toEqual(['M 👀', 'M ⏳', 'M ✅']);
});

test.each(['/agent-resume #1', '/agent-resume and the tests'])(
  '%s has the marks of what comes of it',
  async (text) => {
    await say('/agent one', async (_, agent) => agent.end({ kind: 'done', text: '' }));
    await rig.say(text, { id: 'N' });
    const marks = reactions().slice(3);
    expect([marks.filter((mark) => !mark.startsWith('N')), marks.slice(-2)]).toEqual([[], ['N ⏳', 'N ✅']]);
  },
);

test('each message of a talk has marks of its own', async () => {
  await say('what is this?', async (_, agent) => agent.end({ kind: 'done', text: 'A shop.' }));
  await rig.say('and that?', { id: 'N' });
  expect(reactions()).toEqual(['M 👀', 'M ⏳', 'M ✅', 'N 👀', 'N ⏳', 'N ✅']);
});

test('words during a run are marked as seen', async () => {
  await say('/agent one', () => new Promise(() => undefined));
  await rig.say('and the tests', { id: 'N' });
  await settled();
  expect(reactions()).toEqual(['M 👀', 'M ⏳', 'N 👀']);
});

test('a channel without reactions gets none', async () => {
  await say('/agent one', async (_, agent) => agent.end({ kind: 'done', text: '' }), false);
  expect(reactions()).toEqual([]);
});

test('what is shown of a start goes out behind the first request', async () => {
  const before: unknown[] = [];
  await say('/agent one', async (_, agent) => {
    before.push([...rig.phone.sent, ...rig.phone.typings]);
    return agent.end({ kind: 'done', text: '' });
  });
  expect([before, rig.phone.typings[0], reactions()]).toEqual([[[]], 'ana on', ['M 👀', 'M ⏳', 'M ✅']]);
});
