import { afterEach, describe, expect, test } from 'vitest';
import type { SessionStatus } from '../../src/contracts/session.ts';
import { FakeChannel } from '../support/fake-channel.ts';
import { settled } from '../support/fake-clock.ts';
import { type GatewayRig, gatewayRig, type RigOptions } from '../support/gateway-rig.ts';
import { type HeldRuns, heldRuns, sideBySide } from '../support/side-by-side.ts';

let rig: GatewayRig;
let work: HeldRuns;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  rig = await gatewayRig({ locale: 'en', run: work.run, ...sideBySide(), ...options });
}

const says = async (...texts: readonly string[]) => {
  for (const text of texts) await rig.say(text);
};
const last = () => rig.phone.texts.at(-1);
const tasks = () =>
  rig
    .sessions()
    .toReversed()
    .map(({ number, task, state: { status } }) => `#${number} ${task}: ${status}`);
const folderOf = (task: string) => work.folders.get(task)?.replace(/\d{8}-[0-9a-f]{8}/, '<id>');
const APART = '/nowhere/worktrees/<id>';

describe('where a task works', () => {
  test('the first in the project itself, the next at once in a worktree, on a branch named after it', async () => {
    await open();
    await says('/agent fix the login', '/agent Añade tests de integración, por favor');
    const [second, first] = rig.sessions();
    const worktree = second && rig.store.worktrees.get(second.id);
    expect({
      folders: [folderOf('fix the login'), folderOf('Añade tests de integración, por favor')],
      kept: [first && rig.store.worktrees.get(first.id), worktree?.branch],
      said: rig.phone.texts,
    }).toEqual({
      folders: ['/projects/shop', APART],
      kept: [undefined, `wasap/2-anade-tests-de-integracion-por-${second?.id.slice(-4)}`],
      said: [
        '🚀 On it: fix the login',
        '🚀 On it: #2 Añade tests de integración, por favor\nIt has its own branch and runs alongside: #1 fix the login\nTo tell it something, begin with #2 or reply to it.',
      ],
    });
  });

  test('at the limit the next one waits for the project, and hears why', async () => {
    await open();
    await says('/agent one', '/agent two', '/agent three', '/agent four');
    const said = last();
    await work.finish('two');
    const before = [...rig.started];
    await work.finish('one');
    expect({ said, before, after: rig.started }).toEqual({
      said: '🕓 Queued: #4 four\nStarts when this ends: #1 one\nThis chat already works on 3 tasks, the limit.\nTo change that: `parallel` under `worktrees` in agent.yaml',
      before: ['one', 'two', 'three'],
      after: ['one', 'two', 'three', 'four'],
    });
  });

  test('without a git repository the next one waits, and hears why', async () => {
    const { program } = sideBySide();
    const worktrees = program?.worktrees && { ...program.worktrees, hasRepository: () => false };
    await open({ program: worktrees === undefined ? {} : { worktrees } });
    await says('/agent one', '/agent two');
    expect({ started: rig.started, said: last() }).toEqual({
      started: ['one'],
      said: '🕓 Queued: #2 two\nStarts when this ends: #1 one\nTasks run side by side only in a git repository.\nThis project has none. Run `git init`, then make a first commit.',
    });
  });

  test('/queue waits for the one in the project, although there is room beside it; in Spanish it is /cola', async () => {
    await open({ locale: 'es' });
    await says('/agent uno', '/cola dos');
    const before = [...rig.started];
    await work.finish('uno');
    expect({ before, after: rig.started, said: rig.phone.texts[1], folder: folderOf('dos') }).toEqual({
      before: ['uno'],
      after: ['uno', 'dos'],
      said: '🕓 En cola: #2 dos\nEmpieza cuando termine: #1 uno',
      folder: '/projects/shop',
    });
  });

  test('/queue with nothing before it begins at once', async () => {
    await open();
    await says('/queue one');
    expect([rig.started, rig.phone.texts]).toEqual([['one'], ['🚀 On it: one']]);
  });

  test('when the project is free again, the next task works there', async () => {
    await open();
    await says('/agent one', '/agent two');
    await work.finish('one');
    await says('/agent three');
    expect([folderOf('three'), tasks()]).toEqual([
      '/projects/shop',
      ['#1 one: done', '#2 two: running', '#1 three: running'],
    ]);
  });

  test('while a question is open its task keeps the project', async () => {
    await open();
    await says('/agent one');
    await work.finish('one', { kind: 'waiting', approvalId: 'k7x' });
    await says('/agent two', '/queue three');
    const before = [...rig.started];
    await says('/approve k7x');
    expect({ before, two: folderOf('two'), one: folderOf('one'), tasks: tasks() }).toEqual({
      before: ['one', 'two'],
      two: APART,
      one: '/projects/shop',
      tasks: ['#1 one: running', '#2 two: running', '#3 three: queued'],
    });
  });

  test('a task of another chat holds the project too, and is not told about', async () => {
    await open();
    await rig.say('/agent the secret plan');
    await rig.say('/agent two', { chat: 'bea' });
    await rig.say('/queue three', { chat: 'bea' });
    expect({ folder: folderOf('two'), said: rig.phone.texts.slice(1), tasks: tasks() }).toEqual({
      folder: APART,
      said: [
        '🚀 On it: #1 two\nIt has its own branch and runs alongside: a task in another chat\nTo tell it something, begin with #1 or reply to it.',
        "🕓 Queued: #2 three\nStarts when another chat's task in this project ends.",
      ],
      tasks: ['#1 the secret plan: running', '#1 two: running', '#2 three: queued'],
    });
  });

  test('a talk waits for no task of another chat', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('what is this?', { chat: 'bea' });
    expect(rig.started).toEqual(['one', 'what is this?']);
  });

  test('with one task at a time everything is as it was: no number, no worktree', async () => {
    await open(sideBySide(1));
    await says('/agent one', '/agent two', 'use yarn');
    expect({ started: rig.started, said: rig.phone.texts }).toEqual({
      started: ['one'],
      said: [
        '🚀 On it: one',
        '🕓 Queued: two\nStarts when this ends: one',
        "👍 Got it. I'll use that in my next step.",
      ],
    });
  });
});

describe('turns', () => {
  test('one that goes on at the limit waits until there is room, and hears so', async () => {
    await open(sideBySide(2));
    await says('/agent one', '/agent two');
    await work.finish('two', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    await says('/agent three', '/agent-resume #2');
    const before = [tasks(), last()];
    await work.finish('three');
    expect([before, tasks()]).toEqual([
      [
        ['#1 one: running', '#2 two: queued', '#3 three: running'],
        '🕓 Queued: #2 two\nStarts when this ends: #1 one\nThis chat already works on 2 tasks, the limit.\nTo change that: `parallel` under `worktrees` in agent.yaml',
      ],
      ['#1 one: running', '#2 two: running', '#3 three: done'],
    ]);
  });

  test('a dry run counts for the limit, and is called by its number', async () => {
    await open(sideBySide(2));
    await says('/agent? one');
    const said = last();
    await says('/agent two', '/agent? three');
    expect([said, rig.started, last()?.split('\n')[0]]).toEqual([
      '🔎 Dry run, in a copy: #1 one',
      ['one', 'two'],
      '🕓 Queued: #3 three',
    ]);
  });

  test('those in line in one folder begin in order', async () => {
    await open();
    await says('/agent one', '/queue two', '/queue three', '/agent four');
    await work.finish('one');
    await work.finish('two');
    expect(rig.started).toEqual(['one', 'four', 'two', 'three']);
  });

  test('the last place is kept for a chat that has none', async () => {
    await open({ ...sideBySide(4), settings: { maxParallel: 3 } });
    await says('/agent one', '/agent two', '/agent three');
    const before = [...rig.started];
    await rig.say('/agent of bea', { chat: 'bea' });
    expect([before, rig.started]).toEqual([
      ['one', 'two'],
      ['one', 'two', 'of bea'],
    ]);
  });

  test('a place that becomes free goes to the chat for which least runs', async () => {
    await open({ ...sideBySide(4), settings: { maxParallel: 4 } });
    await says('/agent one', '/agent two', '/agent three', '/agent four');
    await rig.say('/agent of bea', { chat: 'bea' });
    await rig.say('/agent of carl', { chat: 'carl' });
    const before = [...rig.started];
    await work.finish('two');
    expect([before, rig.started.slice(4)]).toEqual([['one', 'two', 'three', 'of bea'], ['of carl']]);
  });

  test('the typing sign goes when the last one ends', async () => {
    await open();
    await says('/agent one', '/agent two');
    await work.finish('one');
    const before = [...rig.phone.typings];
    await work.finish('two');
    expect([before, rig.phone.typings.slice(before.length)]).toEqual([['ana on', 'ana on'], ['ana off']]);
  });

  test('a restart goes on with all of them, and tells of each with its number', async () => {
    await open();
    await says('/agent one', '/agent two');
    work.forget();
    const again = heldRuns();
    rig.phone.sent.length = 0;
    rig = await rig.restart({ run: again.run });
    expect({ folders: [...again.folders.keys()], said: rig.phone.texts }).toEqual({
      folders: ['one', 'two'],
      said: [
        '🔄 Restarted while working on: #1 one\nContinuing from round 1.',
        '🔄 Restarted while working on: #2 two\nContinuing from round 1.',
      ],
    });
  });
});

describe('who is told what', () => {
  test('lines, questions and reports of several tasks begin with the number, of a single one they do not', async () => {
    await open();
    await says('/agent one', '/agent two');
    await work.finish('two', { kind: 'waiting', approvalId: 'k7x' });
    const question = last()?.split('\n')[0];
    await work.finish('one');
    const report = last()?.split('\n')[0];
    await says('/agent three');
    await says('/cancel #2');
    await work.finish('three');
    expect([question, report, last()?.split('\n')[0]]).toEqual([
      '#2 ❓ May I run this command?',
      '#1 ✅ Done: one',
      '✅ Done: three',
    ]);
  });

  test('a card begins with the number, and a reply to it is for its task', async () => {
    work = heldRuns();
    rig = await gatewayRig({
      locale: 'en',
      channels: [new FakeChannel('phone', { edit: 'any' })],
      ...sideBySide(),
      run: (session, agent, control) => {
        control.onEvent({ kind: 'model-asked', round: 1 });
        return work.run(session, agent, control);
      },
    });
    await says('/agent one', '/agent two');
    const card = rig.phone.sent.find(({ body }) => 'text' in body && body.text.startsWith('#2 🔧'));
    await rig.say('use yarn', { quotedId: card?.id ?? 'none' });
    const [two] = rig.sessions();
    expect([card?.body.kind, two && rig.store.steering.listUnread(two.id).map(({ text }) => text)]).toEqual([
      'text',
      ['use yarn'],
    ]);
  });

  test('/agent alone shows every task at work, and what waits', async () => {
    await open();
    await says('/agent one', '/agent two', '/queue three', '/agent');
    const branch = rig.store.worktrees.get(rig.sessions()[1]?.id ?? ('' as never))?.branch;
    expect(last()).toBe(
      [
        '🔧 running: #1 one',
        'Round 0 · 0 s · $0.00',
        '🔧 running: #2 two',
        'Round 0 · 0 s · $0.00',
        `🌿 \`${branch}\``,
        '🕓 queued: #3 three',
      ].join('\n'),
    );
  });

  test('/status and /sessions list the numbers', async () => {
    await open();
    await says('/agent zero');
    await work.finish('zero');
    await says('/agent one', '/agent two', '/status');
    const status = last()?.split('\n').slice(0, 2);
    await says('/sessions');
    const lines = last()
      ?.split('\n')
      .filter((line) => !line.startsWith(' '));
    expect([status, lines?.slice(0, 3)]).toEqual([
      ['🔧 running: #1 one', '🔧 running: #2 two'],
      ['🔧 running: #2 two', '🔧 running: #1 one', '✅ done: zero'],
    ]);
  });
});

describe('stopping', () => {
  test('/cancel names one of several, and stops nothing by itself', async () => {
    await open();
    await says('/agent one', '/agent two', '/cancel');
    const asked = last();
    await says('/cancel #2');
    const firstLines = rig.phone.texts.slice(-2).map((text) => text.split('\n')[0]);
    expect([asked, firstLines, tasks()]).toEqual([
      'Which one? For example: /cancel #1\n🔧 running: #1 one\n🔧 running: #2 two\nAll of them: /cancel all',
      ['🛑 Stopping: #2 two', '#2 🛑 Stopped: two'],
      ['#1 one: running', '#2 two: cancelled'],
    ]);
  });

  test.each(['/cancel all', '/stop todas'])(
    '%s stops all of them, and none begins in between',
    async (text) => {
      await open();
      await says('/agent one', '/agent two', '/queue three', text);
      await settled();
      expect([rig.started, tasks()]).toEqual([
        ['one', 'two'],
        ['#1 one: cancelled', '#2 two: cancelled', '#3 three: cancelled'],
      ]);
    },
  );

  test('the gesture to stop ends what it names and nothing else; what waits in line begins', async () => {
    await open();
    await says('/agent one', '/agent two', '/queue three');
    const [queued, , one] = rig.sessions().map(({ id }) => id);
    rig.phone.receiver.interrupt(
      'ana',
      [queued, one].filter((id) => id !== undefined),
    );
    await settled();
    const ended: readonly SessionStatus[] = ['cancelled', 'running', 'running'];
    expect(
      rig
        .sessions()
        .toReversed()
        .map(({ state: { status } }) => status),
    ).toEqual(ended);
  });
});

describe('whatever people do in whatever order', () => {
  const MAX_COUNT = 2;
  const CHATS = ['ana', 'bea'];

  /** One thing that somebody does, or that comes of a run. */
  async function anyStep(step: number, random: (below: number) => number): Promise<void> {
    const chat = CHATS[random(CHATS.length)] ?? 'ana';
    const all = rig.sessions();
    const one = all[random(Math.max(1, all.length))];
    const acts: readonly (() => Promise<void>)[] = [
      () => rig.say(`/agent t${step}`, { chat }),
      () => rig.say(`/queue t${step}`, { chat }),
      () => work.finish(one?.task ?? ''),
      () => work.finish(one?.task ?? '', { kind: 'parked', reason: 'rounds', detail: '', text: '' }),
      () => rig.say(`/agent-resume ${one?.id}`, { chat }),
      () => rig.say(`/cancel ${one?.id}`, { chat }),
    ];
    await acts[random(acts.length)]?.();
  }

  /** What must never be so, as it would be told. */
  function breaches(): readonly string[] {
    const open = rig
      .sessions()
      .filter(({ state: { status } }) => status === 'running' || status === 'queued');
    const running = open.filter(({ state: { status } }) => status === 'running');
    const folders = running.map(({ workspace }) => workspace);
    const twice = folders.filter((folder, place) => folders.indexOf(folder) !== place);
    const crowded = CHATS.filter(
      (chat) => running.filter(({ conversation }) => conversation === `phone:${chat}`).length > MAX_COUNT,
    );
    const names = open.map(({ conversation, number }) => `${conversation} #${number}`);
    const shared = names.filter((name, place) => names.indexOf(name) !== place || name.endsWith('#0'));
    return [...twice, ...crowded, ...shared];
  }

  test('one task works in a folder, no chat has more than its limit, and no two open tasks share a number', {
    tags: 'full',
  }, async () => {
    for (let seed = 1; seed <= 4; seed += 1) {
      let state = seed * 7919;
      const random = (below: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      await open(sideBySide(MAX_COUNT));
      for (let step = 0; step < 40; step += 1) {
        await anyStep(step, random);
        expect({ seed, step, breaches: breaches() }).toEqual({ seed, step, breaches: [] });
      }
      if (seed < 4) await rig.remove();
    }
  });
});
