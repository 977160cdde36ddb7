import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelCapabilities } from '../../../src/contracts/channel.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const PHONE = { edit: 'any', editIntervalMs: 0, editWindowMs: 15 * 60_000, reaction: true } as const;

async function phone(run: FakeRun, able: Partial<ChannelCapabilities> = PHONE): Promise<void> {
  rig = await gatewayRig({ locale: 'en', run, channels: [new FakeChannel('phone', able)] });
}

const forEver: FakeRun = () => new Promise(() => undefined);

/** Asks once, and then works for ever. */
function asking(): FakeRun {
  let asked = false;
  return async (_session, agent) => {
    if (asked) return new Promise(() => undefined);
    asked = true;
    return agent.ask({ question: { details: 'npm publish\n--dry-run' } });
  };
}

/** What makes the phone buzz: texts of messages of their own. */
function buzzes(): readonly string[] {
  return rig.phone.sent.flatMap(({ body }) => (body.kind === 'text' ? [body.text] : []));
}

function edits(): readonly (readonly [target: string, text: string])[] {
  return rig.phone.sent.flatMap(({ body }) =>
    body.kind === 'edit' ? [[body.target, body.text] as const] : [],
  );
}

describe('what something else shows already is not said in one more message', () => {
  test('a task that begins at once has its card', async () => {
    await phone(forEver);
    await rig.say('/agent one');
    expect(buzzes()).toEqual([]);
  });

  test('words during a run get their reaction', async () => {
    await phone(forEver);
    await rig.say('/agent one');
    await rig.say('and the tests', { id: 'N' });
    expect([buzzes(), rig.phone.sent.at(-1)?.body]).toEqual([
      [],
      { kind: 'reaction', target: 'N', emoji: '👀' },
    ]);
  });

  test.each([
    ['yes', '✅ Allowed. Continuing.'],
    ['no', "❌ OK, I'll find another way."],
  ])('%s closes the question in its own place', async (answer, line) => {
    await phone(asking());
    await rig.say('/agent one');
    const before = buzzes().length;
    await rig.say(answer);
    expect([buzzes().length, edits().at(-1)]).toEqual([
      before,
      ['Q1', `❓ May I run this command?\n\`npm publish --dry-run\`\n\n${line}`],
    ]);
  });
});

describe('it is said in words', () => {
  test.each<[string, Partial<ChannelCapabilities>]>([
    ['nothing can be edited', { edit: 'no' }],
    ['only the newest message can be edited', { ...PHONE, edit: 'newest', reaction: false }],
  ])('where %s', async (_, able) => {
    await phone(asking(), able);
    await rig.say('/agent one');
    await rig.say('yes');
    expect([buzzes().at(0), buzzes().at(-1)]).toEqual(['🚀 On it: one', '✅ Allowed. Continuing.']);
  });

  test('when the question can no longer be edited', async () => {
    await phone(asking());
    await rig.say('/agent one');
    await rig.clock.advance(14.6 * 60_000);
    await rig.say('yes');
    expect(buzzes().at(-1)).toBe('✅ Allowed. Continuing.');
  });

  test('a task that has to wait for its turn says what it waits for', async () => {
    await phone(forEver);
    await rig.say('/agent one');
    await rig.say('/agent two');
    expect(buzzes()).toEqual(['🕓 Queued: two\nStarts when this ends: one']);
  });

  test('words during a question say that the question is still open', async () => {
    await phone(asking());
    await rig.say('/agent one');
    await rig.say('use the other registry');
    expect(buzzes().at(-1)).toContain('k7x');
  });
});
