import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../../src/core/failure.ts';
import type { CallId, ProcessId } from '../../../src/core/ids.ts';
import { createPullRequestStore } from '../../../src/features/pull-requests/pull-request.ts';
import { settled } from '../../support/fake-clock.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

const BOB = '34600999888';
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** 12:00 UTC is where the clock of a rig begins. */
const QUIET_NOW = { from: 11 * 60, to: 13 * 60 };

const rigs: GatewayRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

async function rigWith(options: RigOptions = {}): Promise<GatewayRig> {
  const program = { timezone: 'UTC', ...options.program };
  const rig = await gatewayRig({ locale: 'en', ...options, program });
  rigs.push(rig);
  return rig;
}

async function ask(rig: GatewayRig, text: string, change?: Parameters<GatewayRig['say']>[1]) {
  const since = rig.phone.texts.length;
  await rig.say(text, change);
  return rig.phone.texts.slice(since);
}

/** A background command of the task ends, as the records have it. */
function commandEnds(rig: GatewayRig, exitCode: number, id = 'p1'): void {
  const session = rig.sessions().at(-1);
  if (session === undefined) throw new Error('there is no task');
  rig.store.atomically(() =>
    rig.outgoing.announcer.announceCommandEnd(session, {
      id: id as ProcessId,
      command: 'npm run build',
      fate: { kind: 'exited', exitCode, durationMs: 1 },
    }),
  );
  rig.outgoing.nudge();
}

const FAILED = [
  '🏁 Failed (exit code 2): `npm run build`\nTask: build it. Shall I look into it?',
  'Yes or no (later: f1 yes)',
].join('\n');

test('a build that ends when nobody looks is one line and one offer, and a yes goes on', async () => {
  const rig = await rigWith();
  await rig.say('/agent build it');
  commandEnds(rig, 2);
  await settled();
  expect(rig.phone.texts.at(-1)).toBe(FAILED);
  await ask(rig, 'yes');
  const [session] = rig.sessions();
  expect(rig.store.steering.listUnread(session?.id ?? ('' as never)).map(({ text }) => text)).toEqual([
    'The background command npm run build failed with exit code 2. Find out why and mend it.',
  ]);
  // A second yes answers nothing any more.
  await ask(rig, 'yes');
  expect(rig.started.filter((task) => task === 'build it')).toHaveLength(2);
});

test('the same end is told once, a no is enough, and later a yes has to name it', async () => {
  const rig = await rigWith();
  await rig.say('/agent build it');
  commandEnds(rig, 2);
  commandEnds(rig, 2);
  await settled();
  expect(rig.phone.texts.filter((text) => text.startsWith('🏁'))).toEqual([FAILED]);
  await ask(rig, '/status');
  expect(rig.started).toEqual(['build it']);
  await ask(rig, 'f1 no');
  expect(rig.phone.texts.at(-1)).toBe("👌 OK, I'll leave it as it is.");
  expect(rig.started).toEqual(['build it']);
});

test('a bare yes after something else was said is not for the offer', async () => {
  const rig = await rigWith();
  await rig.say('/agent build it');
  commandEnds(rig, 0);
  await settled();
  await rig.clock.advance(MINUTE);
  await ask(rig, '/status');
  await rig.clock.advance(MINUTE);
  await ask(rig, 'yes');
  const task = rig.sessions().at(-1);
  expect(rig.store.steering.listUnread(task?.id ?? ('' as never))).toEqual([]);
});

test('nobody else may take it', async () => {
  const member = { phone: BOB, role: 'member', workspaces: undefined } as const;
  const owner = { phone: ANA, role: 'owner', workspaces: undefined } as const;
  const rig = await rigWith({ access: { people: [owner, member], groups: [] } as never });
  await rig.say('/agent build it');
  commandEnds(rig, 2);
  await settled();
  const offer = rig.phone.sent.at(-1);
  expect(await ask(rig, 'yes', { sender: BOB, quotedId: offer?.id ?? '' })).toEqual([
    'Only the person who started this task can answer.',
  ]);
});

test('in quiet hours it is kept and told after, also by the next program', async () => {
  const rig = await rigWith({ settings: { quietHours: QUIET_NOW } });
  await rig.say('/agent build it');
  commandEnds(rig, 2);
  await settled();
  expect(rig.phone.texts.some((text) => text.startsWith('🏁'))).toBe(false);
  const next = await rig.restart();
  rigs.splice(rigs.indexOf(rig), 1, next);
  await next.clock.advance(30 * MINUTE);
  expect(next.phone.texts.some((text) => text.startsWith('🏁'))).toBe(false);
  await next.clock.advance(HOUR);
  await next.clock.advance(MINUTE);
  expect(next.phone.texts.filter((text) => text.startsWith('🏁'))).toEqual([FAILED]);
});

test('in Spanish it is said in Spanish', async () => {
  const rig = await rigWith({ locale: 'es' });
  await rig.say('/agent compila');
  commandEnds(rig, 2);
  await settled();
  expect(rig.phone.texts.at(-1)).toBe(
    '🏁 Falló (código de salida 2): `npm run build`\nTarea: compila. ¿Lo reviso?\nSí o no (más tarde: f1 sí)',
  );
});

/** A task in a worktree whose tests passed, merged. */
async function merged(rig: GatewayRig): Promise<void> {
  const session = rig.sessions().at(-1);
  if (session === undefined) throw new Error('there is no task');
  rig.store.calls.add({
    session: session.id,
    id: 'tests' as CallId,
    round: 1,
    position: 0,
    tool: 'run_command',
    input: { command: 'npm test' },
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: {
      ok: true,
      text: '',
      data: { exit_code: 0, tests: { passed: 3, failed: 0, skipped: 0 } },
      durationMs: 1,
    },
    startedAtMs: 1,
  });
  rig.store.atomically(() => {
    for (const { runs } of rig.features) runs?.onLanded?.(session.id);
  });
  await rig.clock.advance(MINUTE);
}

test.each([
  ['failed', 1],
  ['passed', 0],
  ['unknown', 0],
] as const)(
  'tests that passed before a merge and end as %s after it are told %i times',
  async (end, told) => {
    const ran: string[] = [];
    const rig = await rigWith({
      runTests: async (project, line) => {
        ran.push(`${project}: ${line}`);
        return end;
      },
    });
    await rig.say('/agent build it');
    await merged(rig);
    await rig.clock.advance(MINUTE);
    const said = rig.phone.texts.filter((text) => text.startsWith('🧪'));
    expect({ ran, said: said.length }).toEqual({ ran: ['/projects/shop: npm test'], said: told });
  },
);

test('tests of a merge that a killed program did not finish are run by the next one, and told once', async () => {
  let runs = 0;
  const rig = await rigWith({
    runTests: async () => {
      runs += 1;
      return runs === 1 ? new Promise(() => undefined) : 'failed';
    },
  });
  await rig.say('/agent build it');
  await merged(rig);
  const next = await rig.restart();
  rigs.splice(rigs.indexOf(rig), 1, next);
  await next.clock.advance(MINUTE);
  await next.clock.advance(MINUTE);
  expect(runs).toBe(2);
  expect(next.phone.texts.filter((text) => text.startsWith('🧪'))).toEqual([
    '🧪 `npm test` fails since I merged this: build it\nShall I fix it?\nYes or no (later: f1 yes)',
  ]);
});

/** A finished task on a branch of its own, from main. */
async function branched(rig: GatewayRig): Promise<void> {
  await rig.say('/agent build it');
  const session = rig.sessions().at(-1);
  if (session === undefined) throw new Error('there is no task');
  const { id } = session;
  const folder = `/nowhere/worktrees/${id}`;
  rig.store.worktrees.add({
    session: id,
    kind: 'branch',
    project: session.project,
    folder,
    branch: 'wasap/1-build-it',
    createdAtMs: 0,
  });
  rig.store.worktrees.setMade(id, {
    baseCommit: 'a',
    baseBranch: 'refs/heads/main',
    base: { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null },
    uncommitted: [],
    linked: [],
    dependencies: [],
    setup: null,
  });
}

async function tidy(rig: GatewayRig): Promise<void> {
  for (const feature of rig.features) if (feature.name === 'follow-ups') await feature.tidy?.();
  await settled();
}

test('a branch that fell behind its base is told once, and not at once', async () => {
  const asked: string[] = [];
  const rig = await rigWith({
    worktrees: {
      countBehind: async ({ branch, base }) => {
        asked.push(`${branch} ${base}`);
        return 3;
      },
    },
  });
  await branched(rig);
  await tidy(rig);
  expect(asked).toEqual([]);
  await rig.clock.advance(HOUR);
  await tidy(rig);
  await tidy(rig);
  expect(rig.phone.texts.filter((text) => text.startsWith('🌿'))).toEqual([
    '🌿 `wasap/1-build-it` is 3 commits behind `main`.\nShall I bring them in?\nYes or no (later: f1 yes)',
  ]);
});

test('a branch with a followed pull request is asked about there, and not a second time here', async () => {
  const looks: string[] = [];
  const rig = await rigWith({
    worktrees: {
      countBehind: async ({ branch }) => {
        looks.push(branch);
        return 3;
      },
    },
  });
  await branched(rig);
  createPullRequestStore(rig.store.database).follow({
    repository: 'ada/engine',
    number: 7,
    url: 'https://github.com/ada/engine/pull/7',
    session: rig.sessions()[0]?.id ?? ('' as never),
    nextAtMs: 0,
    untilMs: 72 * HOUR,
  });
  await rig.clock.advance(HOUR);
  await tidy(rig);
  expect(looks).toEqual([]);
});

test('a branch that is not behind, or cannot be looked at, is nothing to tell', async () => {
  let looks = 0;
  const rig = await rigWith({
    worktrees: {
      countBehind: async () => {
        looks += 1;
        if (looks === 1) throw new Failure('not-found', 'no such branch');
        return 0;
      },
    },
  });
  await branched(rig);
  await rig.clock.advance(HOUR);
  await tidy(rig);
  await tidy(rig);
  expect({ looks, told: rig.phone.texts.filter((text) => text.startsWith('🌿')) }).toEqual({
    looks: 2,
    told: [],
  });
});
