import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/clock.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { BRANCH, MADE, POSSIBLE, removeRigs, worktreeRig } from './worktree-rig.ts';

const BOB = '34600999888';

afterEach(removeRigs);

const firstLine = (text: string) => text.split('\n')[0];
const firstTwo = (text: string) => text.split('\n').slice(0, 2).join('\n');

test('a dry run is made with the uncommitted changes, told as such, and asked about in one go', async () => {
  const { ask, done } = await worktreeRig();
  expect({ said: await ask('/agent? try it'), done }).toEqual({
    said: [
      '🔎 Dry run, in a copy: #1 try it',
      [
        '#1 ✅ Done: try it',
        '',
        "🔎 This was a dry run. Your project hasn't changed.",
        '',
        "I didn't edit any files.\n⏱️ 0 s · $0.00",
        '',
        "💬 The agent says (I haven't checked it):\nAll done.",
      ].join('\n'),
      '#1 🔎 Bring this into your project?\ntry it\n1 apply · 2 discard\n(a number, or the word: apply #1)',
    ],
    done: ['make - with changes'],
  });
});

test.each(['apply', '1', 'yes', 'apply #1', '/apply', '/apply #1', '/aplicar 1', 'aplícalo'])(
  '%j applies it, and the task is one of the project from then on',
  async (words) => {
    const { rig, ask, done } = await worktreeRig();
    await ask('/agent? try it');
    const said = await ask(words);
    const [session] = rig.sessions();
    expect({
      said,
      done: done.slice(1),
      workspace: session?.workspace,
      steps: session && rig.store.checkpoints.listCurrent(session.id).map(({ call }) => call),
    }).toEqual({
      said: [
        ['✅ Applied: try it', '📄 `src/a.ts`', '💾 bbbbbbb feat: notes', '↩️ Take it back: /undo'].join('\n'),
      ],
      done: ['plan apply', 'land', 'remove -'],
      workspace: '/projects/shop',
      steps: ['worktree-landing'],
    });
  },
);

test.each([
  ['call-1', '🧪 The tests of the dry run passed on exactly this.'],
  ['call-0', '🧪 No tests ran after the last change.'],
])('a run of tests in %s, with a change in call-1: %s', async (id, line) => {
  const { rig, ask } = await worktreeRig();
  await ask('/agent? try it');
  const session = rig.sessions()[0]?.id ?? ('' as SessionId);
  const call = { session, id: id as CallId, round: 1, position: 0, malformed: undefined } as const;
  const input = { tool: 'run_command', input: { command: 'npm test' } };
  const began = { state: 'open', prepared: null, result: undefined, startedAtMs: undefined } as const;
  rig.store.calls.add({ ...call, ...input, ...began });
  const data = { exit_code: 0, test_run: 'exit-code', stdout: '', stderr: '', duration_ms: 1 };
  rig.store.calls.markDone(session, call.id, { text: '', data, ok: true, durationMs: 1 });
  const [applied = ''] = await ask('apply');
  expect(applied.split('\n').find((one) => one.startsWith('🧪'))).toBe(line);
});

test('a vote does the same, and a second one says so', async () => {
  const phone = new FakeChannel('phone', { poll: true });
  const { rig, ask } = await worktreeRig({ channels: [phone] });
  await ask('/agent? try it');
  const poll = phone.sent.find(({ body }) => body.kind === 'poll');
  const vote = { gesture: { kind: 'vote', target: poll?.id ?? '', choices: ['apply'] } } as const;
  await rig.say('', vote);
  const said = await ask('', vote);
  expect({ poll: poll?.body, said, workspace: rig.sessions()[0]?.workspace }).toEqual({
    poll: {
      kind: 'poll',
      question: '#1 🔎 Bring this into your project?\ntry it',
      choices: ['apply', 'discard'],
    },
    said: ['Already applied: try it\n/undo takes it back.'],
    workspace: '/projects/shop',
  });
});

test.each([
  ['no', 'Which of these?\n1 apply · 2 discard'],
  ['3', "You can't choose that here.\n1 apply · 2 discard"],
])('%j decides nothing', async (words, reply) => {
  const { ask, done } = await worktreeRig();
  await ask('/agent? try it');
  expect({ said: await ask(words), done }).toEqual({ said: [reply], done: ['make - with changes'] });
});

test.each(['wait', 'hmm, hold on', 'espera un momento', '#1 wait'])(
  '%j leaves the choice open and says it again; the model hears nothing',
  async (words) => {
    const { rig, ask, done } = await worktreeRig();
    await ask('/agent? try it');
    const said = [await ask(words), await ask('1')];
    expect({
      said: said.map((each) => each.map(firstTwo)),
      done: done.slice(1),
      tasks: rig.sessions().length,
    }).toEqual({
      said: [
        ['👍 Take your time. My question stays open:\n#1 try it'],
        ['✅ Applied: try it\n📄 `src/a.ts`'],
      ],
      done: ['plan apply', 'land', 'remove -'],
      tasks: 1,
    });
  },
);

test('a wait about something that came later is not about the choice', async () => {
  const { rig, ask } = await worktreeRig();
  await ask('/agent? try it');
  await rig.clock.advance(60_000);
  await ask('what does the login do?');
  const said = await ask('wait');
  expect(said.filter((text) => text.includes('1 apply'))).toEqual([]);
});

test('a yes to something that came later applies nothing', async () => {
  const { rig, ask, done } = await worktreeRig();
  await ask('/agent? try it');
  await rig.clock.advance(60_000);
  await ask('what does the login do?');
  await ask('yes');
  expect(done).toEqual(['make - with changes']);
});

test('only whoever started it chooses', async () => {
  const { ask, done } = await worktreeRig({ allowed: [ANA, BOB] });
  await ask('/agent? try it');
  expect({ said: await ask('/apply #1', { sender: BOB }), done }).toEqual({
    said: ['Only the person who started this task can answer.'],
    done: ['make - with changes'],
  });
});

test('what moved is named, nothing is touched, and the choice is open again', async () => {
  const { ask, done } = await worktreeRig({
    worktrees: {
      planApply: async () => ({
        kind: 'refused',
        refusal: { kind: 'moved', files: ['src/a.ts'], isHead: true },
      }),
    },
  });
  await ask('/agent? try it');
  expect(await ask('apply')).toEqual([
    [
      '✋ Your project is on another commit or branch now.',
      '✋ Your project has changed since: `src/a.ts`',
      'I apply a dry run exactly or not at all.\nI changed nothing.',
      'Run it again: /agent? try it',
      'You can still choose: 1 apply · 2 discard',
    ].join('\n'),
  ]);
  expect({ said: await ask('discard'), done }).toEqual({
    said: [
      '🗑️ Discarded: try it\nIts last commit was cccccccccccc.\nTo get it back for a while: `git branch <name> cccccccccccc`',
    ],
    done: ['make - with changes', 'remove -'],
  });
});

test('what failed is told, and can be chosen again', async () => {
  let isFull = true;
  const { ask } = await worktreeRig({
    worktrees: {
      planApply: async () => {
        if (isFull) throw new Failure('unavailable', 'No room.');
        return POSSIBLE;
      },
    },
  });
  await ask('/agent? try it');
  const said = await ask('apply');
  isFull = false;
  expect([...said, (await ask('apply'))[0]?.split('\n')[0]]).toEqual([
    "❌ I couldn't do that: try it\nNo room.\nYou can still choose: 1 apply · 2 discard",
    '✅ Applied: try it',
  ]);
});

test('a dry run that changed nothing asks nothing, and its copy goes', async () => {
  const { ask, done } = await worktreeRig({ changes: false });
  const [, report, ...more] = await ask('/agent? look around');
  expect({ line: report?.split('\n')[2], more, done }).toEqual({
    line: "🧹 It changed nothing, so I'm removing the copy.",
    more: [],
    done: ['make - with changes', 'remove -'],
  });
});

test('one that was discarded cannot go on', async () => {
  const { ask } = await worktreeRig();
  await ask('/agent? try it');
  await ask('discard');
  expect(await ask('/agent-resume and the docs')).toEqual([
    'The copy I worked in is gone: try it\nStart again with /agent or /agent?',
  ]);
});

test('not while another task works in the project: the choice stays open', async () => {
  const { rig, ask, done } = await worktreeRig();
  await ask('/agent? try it');
  const next = await rig.restart({ run: async (_session, agent) => agent.ask() });
  await next.say('/agent fix it');
  const since = next.phone.texts.length;
  await next.say('apply');
  await next.say('/cancel');
  await next.say('apply');
  expect({ said: next.phone.texts.slice(since).map(firstLine), done: done.slice(1) }).toEqual({
    said: ['Another task is using these files: fix it', '🛑 Stopped: fix it', '✅ Applied: try it'],
    done: ['plan apply', 'land', 'remove -'],
  });
});

test('a branch is merged, with what was not committed, and goes', async () => {
  const { rig, ask, branch, done } = await worktreeRig();
  const said = await branch();
  expect({ said: said.slice(1), done }).toEqual({
    said: [
      expect.stringContaining("🌿 On branch `wasap/notes`. Your project folder hasn't changed."),
      '#1 🌿 Finished on wasap/notes. What should I do with it?\nwrite notes\n1 merge into main · 2 keep the branch · 3 discard\n(a number, or the word: merge #1)',
    ],
    done: ['make wasap/notes'],
  });
  expect({ said: await ask('merge'), done: done.slice(1), workspace: rig.sessions()[0]?.workspace }).toEqual({
    said: [
      [
        '✅ Merged `wasap/notes` into `main`.',
        '📄 `src/a.ts`',
        '💾 bbbbbbb feat: notes',
        '↩️ Take it back: /undo',
      ].join('\n'),
    ],
    done: ['commit feat: write notes', 'plan merge wasap/notes', 'land', 'remove wasap/notes'],
    workspace: '/projects/shop',
  });
});

test('a wait about a branch leaves its choices open', async () => {
  const { ask, branch } = await worktreeRig();
  await branch();
  expect(await ask('espera')).toEqual([
    '👍 Take your time. My question stays open:\n#1 write notes\n   merge #1 · keep the branch #1 · discard #1',
  ]);
});

test('a bare yes about a branch asks which', async () => {
  const { ask, branch } = await worktreeRig();
  await branch();
  expect(await ask('yes')).toEqual(['Which of these?\n1 merge into main · 2 keep the branch · 3 discard']);
});

test('conflicts are named and the branch stays', async () => {
  const { ask, branch, done } = await worktreeRig({
    worktrees: {
      planMerge: async () => ({ kind: 'refused', refusal: { kind: 'conflict', files: ['src/a.ts'] } }),
    },
  });
  await branch();
  expect({ said: await ask('merge'), done: done.slice(1) }).toEqual({
    said: [
      [
        '✋ Both sides changed the same lines: `src/a.ts`\nI changed nothing. The branch is as it was.',
        `Have me merge it by hand:\n/agent bring into main what the branch ${BRANCH} did, and keep both sides`,
        'You can still choose: 1 merge into main · 2 keep the branch · 3 discard',
      ].join('\n'),
    ],
    done: ['commit feat: write notes'],
  });
});

test('nothing is merged into another branch than the one that was named', async () => {
  const { ask, branch } = await worktreeRig({
    worktrees: {
      planMerge: async () => ({
        ...POSSIBLE,
        change: {
          ...POSSIBLE.change,
          repository: {
            commits: [],
            index: [],
            references: [{ name: 'refs/heads/release', from: 'a', to: 'b' }],
          },
        },
      }),
    },
  });
  await branch();
  expect((await ask('merge'))[0]?.split('\n')[0]).toBe('✋ Your project is on `release` now, not on `main`.');
});

test('a kept branch is made again when its task goes on, and is asked about again', async () => {
  const { ask, branch, done } = await worktreeRig();
  await branch();
  const kept = await ask('guardar');
  const again = await ask('/agent-resume and the docs');
  expect({ kept, last: again.at(-1), done }).toEqual({
    kept: [
      '🌿 Branch kept: `wasap/notes`\nLook at it: git switch `wasap/notes`\nBring it in: git merge `wasap/notes`\n💾 I committed the rest: bbbbbbb feat: notes',
    ],
    last: '#1 🌿 Finished on wasap/notes. What should I do with it?\nwrite notes\n1 merge into main · 2 keep the branch · 3 discard\n(a number, or the word: merge #1)',
    done: ['make wasap/notes', 'commit feat: write notes', 'remove -', 'make wasap/notes'],
  });
});

test.each([
  ['not-found', 'the task waits for the project', "🕓 Queued, as I can't copy this project: write notes"],
  [
    'conflict',
    'it says where to look',
    '#1 ⏸ Paused: write notes\nIts branch is checked out in another folder.',
  ],
] as const)('a branch that cannot be made (%s): %s', async (kind, _title, begins) => {
  const { branch } = await worktreeRig({
    worktrees: {
      make: async () => {
        throw new Failure(kind, 'Why.');
      },
    },
  });
  const [, said] = await branch();
  expect(said?.startsWith(begins)).toBe(true);
});

test('after 14 days a branch is kept without its copy, and a dry run goes; each is told once', async () => {
  const one = await worktreeRig();
  await one.ask('/agent? try it');
  await one.rig.clock.advance(60_000);
  await one.branch();
  await one.rig.clock.advance(14 * DAY_MS);
  const said = await one.ask('/sessions');
  const later = await one.ask('/sessions');
  expect({ old: said.slice(1), later: later.length, done: one.done, BRANCH }).toEqual({
    old: [],
    later: 1,
    done: ['make - with changes', 'make wasap/notes'],
    BRANCH: 'wasap/notes',
  });
  const next = await one.restart();
  const since = next.rig.phone.texts.slice(-2);
  await settled();
  expect({ since, done: next.done.slice(2) }).toEqual({
    since: [
      '🧹 No choice for 14 days: dry run deleted. try it\nIts last commit was cccccccccccc.\nTo get it back for a while: `git branch <name> cccccccccccc`',
      '🧹 No choice for 14 days, so I removed the copy: write notes\nBranch `wasap/notes` stays.\n💾 I committed the rest: bbbbbbb feat: notes',
    ],
    done: ['remove -', 'commit feat: write notes', 'remove -'],
  });
});

test("a pull request is the task's own work; without one the choice is open again", async () => {
  const wishes: string[] = [];
  const { rig, ask, branch, done } = await worktreeRig({
    program: {
      worktrees: {
        folderOf: () => '/nowhere',
        maxParallelTasks: 3,
        hasRepository: () => true,
        canOpenPullRequests: true,
      },
    },
  });
  const asked = await branch();
  const said = await ask('abrir un PR');
  wishes.push(...rig.store.steering.listUnread(rig.sessions()[0]?.id as never).map(({ text }) => text));
  expect({ asked: asked.at(-1)?.split('\n')[2], first: said[0], last: said.at(-1), wishes, done }).toEqual({
    asked: '1 merge into main · 2 open a PR · 3 keep the branch · 4 discard',
    first: "🔧 I'll push wasap/notes and open a pull request.",
    last: asked.at(-1),
    wishes: ['Push the branch wasap/notes and open a pull request for it.'],
    done: ['make wasap/notes', 'commit feat: write notes'],
  });
});

test('commands that still run in a copy are ended before it is brought over', async () => {
  const ended: string[] = [];
  const { ask, done } = await worktreeRig({
    endCommands: async ({ task }) => void ended.push(task),
  });
  await ask('/agent? try it');
  expect({
    before: [...ended],
    said: (await ask('apply')).length,
    ended: ended[0],
    done: done.length,
  }).toEqual({
    before: [],
    said: 1,
    ended: 'try it',
    done: 4,
  });
});

test('/undo of a dry run says that there is nothing to undo in the project', async () => {
  const { ask } = await worktreeRig();
  await ask('/agent? try it');
  expect(await ask('/undo')).toEqual([
    "That was a dry run. Your project hasn't changed: try it\n/discard deletes its copy.",
  ]);
});

test('a project without a commit cannot be tried out: the task waits for one', async () => {
  const { ask } = await worktreeRig({
    worktrees: {
      make: async () => {
        throw new Failure('not-found', 'No commit.');
      },
    },
  });
  const [, said] = await ask('/agent? try it');
  expect(said?.split('\n').slice(0, 2)).toEqual([
    '#1 ⏸ Paused: try it',
    'This project has no commit to copy.',
  ]);
});

test('/agent? alone explains itself, and without a repository it says what is missing', async () => {
  const one = await worktreeRig();
  const two = await worktreeRig({
    locale: 'es',
    program: {
      worktrees: {
        folderOf: () => '/nowhere',
        maxParallelTasks: 3,
        hasRepository: () => false,
        canOpenPullRequests: false,
      },
    },
  });
  expect([
    (await one.ask('/agent?'))[0]?.split('\n')[2],
    (await two.ask('/agent ?pruébalo'))[0]?.split('\n')[0],
  ]).toEqual([
    'A dry run does the whole task in a copy.',
    'Un ensayo necesita un repositorio git con un commit.',
  ]);
});

test('the living card says that it is a dry run, and that the copy is being made', async () => {
  let release: () => void = () => undefined;
  const phone = new FakeChannel('phone', { edit: 'any' });
  const { ask } = await worktreeRig({
    channels: [phone],
    worktrees: {
      make: () =>
        new Promise((resolve) => {
          release = () => resolve(MADE);
        }),
    },
  });
  expect(await ask('/agent? try it')).toEqual([
    '#1 🔧 try it\nRound 1\n🔎 Dry run: your project stays as it is\n⚙️ copying the project',
  ]);
  release();
  await settled();
});

test('/status lists what is done in a copy, and what may become of it', async () => {
  const { ask, branch } = await worktreeRig();
  await branch();
  const [told = ''] = await ask('/status');
  expect(told.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/: #1 write notes$/),
    '   1 merge into main · 2 keep the branch · 3 discard',
  ]);
});

test('a choice that nothing waits for says what to do, and what waits for another one', async () => {
  const { ask, branch } = await worktreeRig();
  const before = [await ask('/merge'), await ask('/discard'), await ask('/pr')].flat();
  await branch();
  const after = [await ask('/apply'), await ask('/pr'), await ask('/pr #1')].flat();
  const noGitHub =
    "I can't open pull requests here yet.\nOn my machine, set GITHUB_TOKEN and GITHUB_REPO. Then restart me.";
  const choices = '   1 merge into main · 2 keep the branch · 3 discard';
  const others = `What waits, and what you can choose:\n#1 write notes\n${choices}`;
  expect({ before, after }).toEqual({
    before: [
      'Nothing to merge right now.\nThe latest tasks: /sessions',
      'Nothing to discard right now.\nTo undo the last task: /undo',
      noGitHub,
    ],
    after: [
      `Nothing to apply right now.\n${others}`,
      `${noGitHub}\n${others}`,
      `${noGitHub}\n${choices.trim()}`,
    ],
  });
});
