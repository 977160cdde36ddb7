import { afterEach, describe, expect, test } from 'vitest';
import type { NamedCommandFile } from '../../../src/features/command-files/command-file.ts';
import { settled } from '../../support/fake-clock.ts';
import type { GatewayRig } from '../../support/gateway-rig.ts';
import {
  ANA,
  approval,
  asksOnce,
  BOB,
  filesWith,
  lockRig,
  lockRows,
  MINUTE,
  now,
  PIN,
  pinFactor,
  removeRigs,
  restarted,
  told,
  wrong,
} from './lock-rig.ts';

afterEach(removeRigs);

const OWNERS = [ANA, BOB];
const NEEDED =
  "🔐 This also needs the code from your app. Send it now.\nI'll wait 5 minutes. Until then, nothing happens.";
const state = (rig: GatewayRig) => approval(rig)?.state;

async function asked(options: Parameters<typeof lockRig>[0] = {}): Promise<GatewayRig> {
  const rig = await lockRig(options);
  await rig.say('/agent deploy it');
  return rig;
}

describe('a yes to what cannot be undone', () => {
  test('is not enough: the code is asked for, and then it counts', async () => {
    const rig = await asked();
    expect(await told(rig, 'yes')).toEqual([NEEDED]);
    expect(state(rig)).toBe('pending');
    await rig.say(now(rig));
    expect([state(rig), approval(rig)?.answer?.words]).toEqual(['approved', 'yes']);
  });

  test.each([
    ['behind it', (code: string) => `yes ${code}`],
    ['before it', (code: string) => `${code} yes`],
    ['as the app shows it', (code: string) => `yes ${code.slice(0, 3)} ${code.slice(3)}`],
    ['with the name of the question', (code: string) => `k7x yes ${code}`],
    ['in Spanish', (code: string) => `sí, dale ${code}`],
  ])('counts at once with the code %s', async (_where, words) => {
    const rig = await asked();
    await rig.say(words(now(rig)));
    expect(state(rig)).toBe('approved');
  });

  test('the code alone is no yes', async () => {
    const rig = await asked();
    const replies = await told(rig, now(rig));
    expect([state(rig), replies]).toEqual([
      'pending',
      ["Nothing here waits for a code, so I didn't do anything."],
    ]);
  });

  test('a no needs none', async () => {
    const rig = await asked();
    await rig.say('no');
    expect(state(rig)).toBe('rejected');
  });

  test('an ordinary question needs none either', async () => {
    const risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' } as const;
    const facts = { reason: 'x', rule: 'unknown-command', risk };
    const rig = await asked({ run: asksOnce({ question: { details: 'mkdir out', facts } }) });
    await rig.say('yes');
    expect(state(rig)).toBe('approved');
  });

  test('without anything set up a yes is enough', async () => {
    const rig = await lockRig({ factor: undefined as never, run: asksOnce() });
    await rig.say('/agent deploy it');
    await rig.say('yes');
    expect(state(rig)).toBe('approved');
  });

  test('waits five minutes for its code, also through a restart', async () => {
    const rig = await asked();
    await rig.say('yes');
    const next = await restarted(rig);
    await next.clock.advance(4 * MINUTE);
    await next.say(now(next));
    expect(state(next)).toBe('approved');
  });

  test('is forgotten after that', async () => {
    const rig = await asked();
    await rig.say('yes');
    await rig.clock.advance(6 * MINUTE);
    await rig.say(now(rig));
    expect(state(rig)).toBe('pending');
  });

  test('of a question that was withdrawn meanwhile does nothing', async () => {
    const rig = await asked();
    await rig.say('yes');
    await rig.say('/cancel');
    const replies = await told(rig, now(rig));
    expect([state(rig), replies]).toEqual([
      'withdrawn',
      ["Nothing here waits for a code, so I didn't do anything."],
    ]);
  });

  test('in a poll is no more than a yes', async () => {
    const rig = await asked();
    await rig.say('', { gesture: { kind: 'reaction', target: 'Q1', emoji: '👍' } });
    expect([state(rig), rig.phone.texts.at(-1)]).toEqual(['pending', NEEDED]);
    await rig.say(now(rig));
    expect(state(rig)).toBe('approved');
  });
});

describe('a wrong code', () => {
  test('does nothing, and is told in the other chats of owners', async () => {
    const rig = await asked({ allowed: OWNERS });
    await rig.say('hello', { chat: 'bob', sender: BOB });
    await rig.say('yes');
    const since = rig.phone.sent.length;
    await rig.say(wrong(rig));
    await settled();
    const sent = rig.phone.sent.slice(since).map(({ chat, body }) => [chat, 'text' in body ? body.text : '']);
    expect(sent.toSorted()).toEqual([
      ['ana', '❌ Wrong code, so I did nothing. Send the right one.'],
      [
        'bob',
        `⚠️ Wrong code from +${ANA}.\nIf it wasn't you, someone has that phone. To take it off the list: wasap people`,
      ],
    ]);
    expect(state(rig)).toBe('pending');
  });

  test('slows down from the third on, through a restart, and the right one is not looked at meanwhile', async () => {
    const rig = await asked();
    await rig.say('yes');
    for (const tries of [1, 2]) {
      await rig.say(wrong(rig));
      expect(lockRows(rig).findPerson(ANA)?.wrong).toBe(tries);
    }
    expect(await told(rig, wrong(rig))).toEqual(['❌ Wrong code, so I did nothing.\nTry again in 30 s.']);
    const next = await restarted(rig);
    await next.clock.advance(10_000);
    expect(await told(next, now(next))).toEqual([
      "⏳ Too many wrong codes. Try again in 20 s.\nI didn't look at this one.",
    ]);
    expect([state(next), lockRows(next).findPerson(ANA)?.wrong]).toEqual(['pending', 3]);
    await next.clock.advance(20_000);
    await next.say(now(next));
    expect([state(next), lockRows(next).findPerson(ANA)?.wrong]).toEqual(['approved', 0]);
  });

  test('is no way to shut another owner out', async () => {
    const rig = await asked({ allowed: OWNERS });
    for (let tries = 0; tries < 5; tries += 1)
      await rig.say(`yes ${wrong(rig)}`, { chat: 'bob', sender: BOB });
    await rig.say(`yes ${now(rig)}`);
    expect([state(rig), lockRows(rig).findPerson(BOB)?.wrong]).toEqual(['approved', 3]);
  });
});

describe('the code', () => {
  test('is nowhere in the data folder, right or wrong, as an answer, quoted, edited or spoken', async () => {
    const rig = await asked({
      factor: pinFactor(),
      sentFiles: { transcribe: async () => `yes ${PIN}` },
    });
    rig.phone.fetch = async () => new Uint8Array([1]);
    const id = 'with-pin';
    await rig.say(`yes ${PIN}`, { id });
    await rig.say('thanks', { quotedId: id, quoted: { author: 'sender', text: `yes ${PIN}` } });
    await rig.say('', { gesture: { kind: 'edit', target: id, text: `yes please ${PIN}` } });
    await rig.say('', {
      attachments: [{ kind: 'voice', mimeType: 'audio/ogg', name: undefined, bytes: 1, reference: {} }],
    });
    await settled();
    await rig.say(`/unlock ${PIN}`);
    await rig.say('yes 73920519');
    expect([filesWith(rig, PIN), filesWith(rig, '73920519')]).toEqual([[], []]);
    // What is looked for can be found.
    await rig.say('/agent look at 73920520');
    expect(filesWith(rig, '73920520')).not.toEqual([]);
  });

  test('is not said again in the chat', async () => {
    const rig = await asked({ factor: pinFactor() });
    await rig.say(`yes ${PIN}`);
    expect(rig.phone.texts.filter((text) => text.includes(PIN))).toEqual([]);
    expect(rig.phone.texts).toContain("🧹 Delete your message with the PIN. I can't do it here.");
  });

  test('is taken out of a chat where the channel can do that', async () => {
    const rig = await asked({ factor: pinFactor() });
    rig.phone.canDelete = () => true;
    await rig.say(`yes ${PIN}`, { id: 'with-pin' });
    expect(rig.phone.sent.map(({ body }) => body)).toContainEqual({ kind: 'delete', target: 'with-pin' });
  });

  test('that came while the program ended is asked for again', async () => {
    const rig = await asked();
    expect(await told(rig, 'yes ******')).toEqual([
      "I restarted before I could check your code.\nSend it again; I haven't kept it.",
    ]);
    expect(state(rig)).toBe('pending');
  });

  test('delivered twice counts once', async () => {
    const rig = await asked();
    const bad = wrong(rig);
    await rig.say(`yes ${bad}`, { id: 'same' });
    await rig.say(`yes ${bad}`, { id: 'same' });
    expect(lockRows(rig).findPerson(ANA)?.wrong).toBe(1);
  });

  test('of a step that was used is refused, also after a restart', async () => {
    const rig = await asked();
    const code = now(rig);
    await rig.say(`yes ${code}`);
    const next = await restarted(rig);
    await next.clock.advance(20_000);
    await next.say('/lock');
    expect(await told(next, `/unlock ${code}`)).toEqual([
      '❌ That code was already used.\nSend the next one your app shows.',
    ]);
    expect(lockRows(next).findPerson(ANA)).toMatchObject({ wrong: 0, locked: { why: 'asked' } });
  });

  test('with the secret gone opens nothing', async () => {
    const rig = await asked();
    // The row says one thing, and the file has another.
    lockRows(rig).setUp('pin', rig.clock.nowMs());
    await rig.say('yes');
    expect(await told(rig, now(rig))).toContain(
      "🔐 I can't check codes: the PIN or secret is gone.\nIn a terminal of my machine: wasap lock setup",
    );
    expect(state(rig)).toBe('pending');
  });
});

describe('a yes that lasts', () => {
  const DEPLOY: NamedCommandFile = {
    name: 'deploy',
    source: 'workspace',
    plugin: undefined,
    path: '.claude/commands/deploy.md',
    hash: 'h1',
    allowedTools: ['Bash(npm run deploy:*)'],
    description: '',
    argumentHint: '',
  };
  const commandFiles = {
    find: async (_workspace: string, name: string) => (name === 'deploy' ? DEPLOY : undefined),
  };
  const trusted = (rig: GatewayRig) => rig.store.trust.list('/projects/shop').map(({ name }) => name);

  test('is looked at without a code, and given only with one', async () => {
    const rig = await lockRig({ commandFiles });
    expect(await told(rig, '/trust deploy')).toEqual([expect.stringContaining('npm run deploy')]);
    expect(await told(rig, '/trust deploy yes')).toEqual([NEEDED]);
    expect(trusted(rig)).toEqual([]);
    await rig.say(now(rig));
    expect(trusted(rig)).toEqual(['deploy']);
  });

  test('is given once: the next code brings back nothing that was taken back meanwhile', async () => {
    const rig = await lockRig({ commandFiles, factor: pinFactor() });
    await rig.say('/trust deploy');
    await rig.say('/trust deploy yes');
    await rig.say(PIN);
    await rig.say('/trust deploy off');
    await rig.say('/trust deploy');
    const replies = await told(rig, PIN);
    expect([trusted(rig), replies.at(-1)]).toEqual([
      [],
      "Nothing here waits for a code, so I didn't do anything.",
    ]);
  });

  test('takes its code in the same message, which is kept nowhere', async () => {
    const rig = await lockRig({ commandFiles });
    await rig.say('/trust deploy');
    const code = now(rig);
    await rig.say(`/trust deploy yes ${code}`);
    expect([trusted(rig), filesWith(rig, code)]).toEqual([['deploy'], []]);
  });

  test('is taken back without a code', async () => {
    const rig = await lockRig({ commandFiles });
    await rig.say('/trust deploy');
    await rig.say(`/trust deploy yes ${now(rig)}`);
    const before = trusted(rig);
    await rig.say('/trust deploy off');
    expect([before, trusted(rig)]).toEqual([['deploy'], []]);
  });
});
