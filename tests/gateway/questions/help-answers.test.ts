import { afterEach, describe, expect, test } from 'vitest';
import { type ApprovalId, conversationId } from '../../../src/core/ids.ts';
import { ANA, type GatewayRig, gatewayRig, INSTANCE, type RigOptions } from '../../support/gateway-rig.ts';
import { routingsIn } from '../../support/routings.ts';
import { type HeldRuns, heldRuns, sideBySide } from '../../support/side-by-side.ts';

let rig: GatewayRig;
let work: HeldRuns;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  rig = await gatewayRig({ locale: 'en', run: work.run, ...sideBySide(), ...options });
}

const last = () => rig.phone.texts.at(-1) ?? '';
const firstLine = () => last().split('\n')[0];
const approval = () => rig.store.approvals.get('k7x' as ApprovalId)?.state;
/** What tasks have been told. */
const told = () =>
  rig.sessions().flatMap(({ id }) => rig.store.steering.listUnread(id).map(({ text }) => text));

describe('a question about the program', () => {
  test.each([
    ['what can you do?', '👋 To get started:'],
    ['how do I undo?', '/undo [#n]'],
    ['how do I schedule something?', '/cron [add | list | pause | ...]'],
    ['how do I stop you?', '/cancel [#n | all]'],
    ['como cambio de proyecto', '/workspace [switch <name> | info | add <url>]'],
  ])('%j is answered without a model', async (text, line) => {
    await open();
    await rig.say(text);
    expect([firstLine(), rig.phone.texts.length, rig.started, rig.sessions()]).toEqual([line, 1, [], []]);
  });

  test.each([
    ['¿qué puedes hacer?', '👋 Para empezar:'],
    ['¿cómo agendo algo?', '/programar [agregar | lista | ...]'],
    ['como deshago', '/deshacer [#n]'],
  ])('%j is answered in Spanish', async (text, line) => {
    await open({ locale: 'es' });
    await rig.say(text);
    expect([firstLine(), rig.started]).toEqual([line, []]);
  });

  test('says how to ask about the code instead', async () => {
    await open();
    await rig.say('how do I undo?');
    expect(last().split('\n').at(-1)).toBe('Is it about your code? Ask again and name the file.');
  });

  test('behind /help is answered as well', async () => {
    await open();
    await rig.say('/help how do I undo?');
    expect(firstLine()).toBe('/undo [#n]');
  });

  test.each(['how do I undo the last migration in this project?', 'how do I schedule a job in quartz?'])(
    '%j is for the model',
    async (text) => {
      await open();
      await rig.say(text);
      expect(rig.started).toEqual([text]);
    },
  );
});

describe('while a task runs', () => {
  test.each(['what can you do?', 'how do I stop you?', '¿cómo deshago?'])(
    '%j is none of its words',
    async (text) => {
      await open();
      await rig.say('/agent one');
      await rig.say(text);
      expect([told(), rig.started, last().includes('one')]).toEqual([[], ['one'], false]);
    },
  );

  test.each(['what can you do about the login?', 'how do I undo the last migration?', 'how do I stop it?'])(
    '%j is for the task',
    async (text) => {
      await open();
      await rig.say('/agent one');
      await rig.say(text);
      expect(told()).toEqual([text]);
    },
  );

  test('and several run, it asks for none of them', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await rig.say('how do I undo?');
    expect(firstLine()).toBe('/undo [#n]');
  });

  test('a reply to its message is for the task', async () => {
    await open();
    await rig.say('/agent one');
    const quotedId = rig.phone.sent.find(({ body }) => 'text' in body && body.text.includes('one'))?.id ?? '';
    await rig.say('what can you do?', { quotedId });
    expect(told()).toEqual(['what can you do?']);
  });

  test('words that name the task are for the task', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await rig.say('#2 what can you do?');
    expect(told()).toEqual(['what can you do?']);
  });

  test('forwarded words are no question to the program', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('what can you do?', { forwarded: true });
    expect(told()).toEqual(['(a forwarded message)']);
  });
});

describe('while a question is open', () => {
  async function asked(): Promise<void> {
    await open();
    await rig.say('/agent one');
    await work.finish('one', { kind: 'waiting', approvalId: 'k7x' });
  }

  test.each(['what can you do?', 'how do I undo?', '¿cómo te detengo?'])(
    '%j answers nothing, and the question stays open',
    async (text) => {
      await asked();
      await rig.say(text);
      const answer = firstLine();
      await rig.say('yes');
      expect([answer?.startsWith('❓'), told(), approval()]).toEqual([false, [], 'approved']);
    },
  );

  test('"what does it do?" is answered about that question', async () => {
    await asked();
    await rig.say('what does it do?');
    expect([told(), approval(), rig.phone.texts.at(-1)?.includes('May I run this command?')]).toEqual([
      [],
      'pending',
      true,
    ]);
  });

  test('"what can it do?" is passed on to the task', async () => {
    await asked();
    await rig.say('what can it do?');
    expect([told(), approval()]).toEqual([['what can it do?'], 'pending']);
  });

  test('a question of the secretary, which takes any words, does not take it', async () => {
    await open();
    const routings = routingsIn(rig.store);
    const seq = routings.add({
      instance: INSTANCE,
      conversation: conversationId('phone', 'ana'),
      locale: 'en',
      requester: ANA,
      workspace: '/projects/shop',
      request: 'review the login',
      messageId: 'R1',
      atMs: rig.clock.nowMs(),
    });
    const material = JSON.stringify([{ question: 'Which part?', options: [], poll: 'poll-1' }]);
    routings.setQuestion(seq, { state: 'asked', material, polls: ['poll-1'], atMs: rig.clock.nowMs() });
    await rig.say('what can you do?');
    expect([firstLine(), routings.findOpen(conversationId('phone', 'ana'), ANA)?.state]).toEqual([
      '👋 To get started:',
      'asked',
    ]);
  });

  test('an offer stays open, too', async () => {
    await open();
    await rig.say('fix the login please');
    await work.finish('fix the login please', {
      kind: 'done',
      text: 'I would add a check. Want me to do it?',
    });
    await rig.say('do it');
    const offer = last();
    await rig.say('how do I undo?');
    await rig.say('yes');
    expect([offer.includes('Start this as a task?'), rig.started.length]).toEqual([true, 2]);
  });
});
