import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { GrantOffers } from '../../src/contracts/grants.ts';
import { type AnyTool, CHANGED, defineTool } from '../../src/contracts/tool.ts';
import { Failure } from '../../src/core/failure.ts';
import { type AgentRig, agentRig, Crash, SESSION } from '../support/agent-rig.ts';
import { auditOf } from '../support/audit-of.ts';
import { offers } from '../support/offers.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** What the command depends on, what it did, and what happens to the world while it is on its way. */
interface World {
  script: string;
  readonly ran: string[];
  /** Called when the call was permitted, before its intent is stored. */
  beforeIntent(): void;
  /** Called when the intent is stored, before the command would start. */
  beforeStart(): void;
}

const SCRIPT = '/projects/shop/x.sh';

function worldWith(change: Partial<World> = {}): World {
  const nothing = () => undefined;
  return { script: 'one', ran: [], beforeIntent: nothing, beforeStart: nothing, ...change };
}

function offersIn(world: World): GrantOffers {
  const plain = offers();
  return { ...plain, facts: { ...plain.facts, scripts: [{ path: SCRIPT, hash: world.script }] } };
}

/** Runs a script that is looked at when it is judged and again before it starts, as a shell command does. */
function command(world: World, asks = true): AnyTool {
  return defineTool({
    name: 'command',
    description: 'Runs a script.',
    effect: 'executes',
    ...UNLISTED,
    input: z.object({}),
    output: z.object({ script: z.string() }),
    async review() {
      const risk = { writesOutsideGit: 'no', network: 'no', undoable: 'no' } as const;
      return {
        verdict: asks
          ? { kind: 'ask', rule: 'test', reason: 'Run it?', risk }
          : { kind: 'allow', rule: 'test' },
        binding: world.script,
        details: 'npm ci',
        command: 'npm ci',
        ...(asks ? { offers: offersIn(world) } : {}),
      };
    },
    async prepare(_input, _context, reviewed) {
      world.beforeIntent();
      return reviewed;
    },
    recover: async () => ({ kind: 'rerun' }),
    async run(_input, _context, prepared) {
      world.beforeStart();
      if (prepared !== world.script) {
        throw new Failure('conflict', 'It changed.', { facts: { rule: CHANGED } });
      }
      world.ran.push(world.script);
      const audit = { exitCode: 0, stdoutPreview: '', stderrPreview: '', durationMs: 1 };
      return { text: 'ran', data: { script: world.script }, audit };
    },
  });
}

function begin(world: World, asks = true): void {
  const call = { calls: [['command', {}]] as const };
  rig = agentRig({ steps: [call, call, { text: 'ok' }], tools: [command(world, asks)] });
  rig.create();
}

const question = () => rig.store.approvals.listPending(rig.session().conversation)[0];
const attempts = () =>
  auditOf(rig.store)
    .listRecent(9)
    .map(({ decision, exitCode }) => `${decision} ${exitCode ?? 'not run'}`);

/** Once, and never again. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}

test('what changed after the yes, at the very last moment too, is asked again and said', async () => {
  const world = worldWith();
  world.beforeStart = once(() => {
    world.script = 'two';
  });
  begin(world);
  await rig.run();
  const first = question();
  rig.answer(true);
  expect(await rig.run()).toMatchObject({ kind: 'waiting' });
  expect({
    ran: world.ran,
    isNew: question()?.id !== first?.id,
    changes: question()?.question.changes,
  }).toEqual({
    ran: [],
    isNew: true,
    changes: [{ kind: 'script', path: SCRIPT }],
  });
  rig.answer(true);
  await rig.run();
  expect({ ran: world.ran, attempts: attempts() }).toEqual({
    ran: ['two'],
    attempts: ['ask_approved 0', 'ask_approved not run'],
  });
});

test('an approved command that a crash kept from starting runs on the same yes, once', async () => {
  const world = worldWith();
  world.beforeStart = once(() => {
    throw new Crash('killed');
  });
  begin(world);
  await rig.run();
  rig.answer(true);
  await expect(rig.run()).rejects.toThrow('killed');
  // The second command of the task is asked for itself.
  expect(await rig.run()).toMatchObject({ kind: 'waiting' });
  expect({ ran: world.ran, changes: question()?.question.changes, attempts: attempts() }).toEqual({
    ran: ['one'],
    changes: [],
    attempts: ['ask_approved 0'],
  });
});

test('what changed while the program was gone is asked again, although its intent was stored', async () => {
  const world = worldWith();
  world.beforeStart = once(() => {
    throw new Crash('killed');
  });
  begin(world);
  await rig.run();
  rig.answer(true);
  await expect(rig.run()).rejects.toThrow('killed');
  world.script = 'two';
  expect(await rig.run()).toMatchObject({ kind: 'waiting' });
  expect({ ran: world.ran, changes: question()?.question.changes, attempts: attempts() }).toEqual({
    ran: [],
    changes: [{ kind: 'script', path: SCRIPT }],
    attempts: ['ask_approved not run'],
  });
  rig.answer(false);
  await rig.run();
  expect({ ran: world.ran, attempts: attempts().slice(0, 2) }).toEqual({
    ran: [],
    attempts: ['ask_rejected not run', 'ask_approved not run'],
  });
});

test('what changes without anybody having to be asked is judged again and runs', async () => {
  const world = worldWith();
  world.beforeIntent = once(() => {
    world.script = 'two';
  });
  begin(world, false);
  expect(await rig.run()).toMatchObject({ kind: 'done' });
  expect(world.ran).toEqual(['two', 'two']);
});

test('what never stops changing is given up, and nothing runs', async () => {
  const world = worldWith();
  let turn = 0;
  world.beforeStart = () => {
    turn += 1;
    world.script = String(turn);
  };
  begin(world, false);
  await rig.run();
  const told = rig.requests[1]?.messages.at(-1)?.content[0]?.content;
  expect({ ran: world.ran, told }).toEqual({
    ran: [],
    told: 'What this would run changed again and again while it was judged. Nothing was executed.',
  });
});

/** As the gateway stores an answer of this scope. */
function allow(world: World): void {
  const { facts, outside, access } = offersIn(world);
  const { id, conversation, workspace, owner } = rig.session();
  rig.store.grants.add({
    scope: 'always',
    kind: 'argv',
    conversation,
    session: id,
    workspace,
    words: ['npm', 'ci'],
    executable: facts.executable ?? undefined,
    scripts: facts.scripts,
    outside,
    access,
    display: 'npm ci',
    grantedBy: owner,
    grantedAtMs: 1,
    approval: question()?.id ?? ('' as never),
  });
}

test('a standing approval lets later calls through, and they are counted', async () => {
  const world = worldWith();
  begin(world);
  await rig.run();
  allow(world);
  rig.answer(true);
  expect(await rig.run()).toEqual({ kind: 'done', text: 'ok' });
  const [grant] = rig.store.grants.listOfChat(rig.session().conversation);
  // The first call had an answer of its own.
  expect({ ran: world.ran, attempts: attempts(), uses: grant?.uses }).toEqual({
    ran: ['one', 'one'],
    attempts: ['ask_approved 0', 'ask_approved 0'],
    uses: 1,
  });
});

test('a revoked one is asked about at the next call of the same run', async () => {
  const world = worldWith();
  begin(world);
  await rig.run();
  allow(world);
  rig.answer(true);
  world.beforeStart = () => rig.store.grants.revokeAll(rig.session().conversation, 2);
  expect(await rig.run()).toMatchObject({ kind: 'waiting' });
  expect(world.ran).toEqual(['one']);
});

test('a standing approval does not answer for a call that was refused', async () => {
  const world = worldWith();
  begin(world);
  await rig.run();
  allow(world);
  rig.answer(false);
  await rig.run();
  // The second call is covered.
  expect({ ran: world.ran, session: rig.session().id }).toEqual({ ran: ['one'], session: SESSION });
  expect(attempts()).toEqual(['ask_approved 0', 'ask_rejected not run']);
});
