import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallRecord } from '../../src/contracts/store.ts';
import { type AnyTool, defineTool, type Review } from '../../src/contracts/tool.ts';
import { delegateWork } from '../../src/tools/delegate-work.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION, type Step } from '../support/agent-rig.ts';
import { specialist } from '../support/specialist.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** What was done to the world; a tool of this test finds in it after a crash what it had done. */
let world: string[] = [];

const ASKS: Review = {
  verdict: {
    kind: 'ask',
    rule: 'test',
    reason: 'It reaches out.',
    risk: { writesOutsideGit: 'no', network: 'no', undoable: 'no' },
  },
  binding: 'b',
  details: 'd',
};
const ALLOWS: Review = { verdict: { kind: 'allow', rule: 'test' }, binding: null, details: '' };

const SUB_AGENTS: Readonly<Record<string, AnyTool['subAgents']>> = {
  read_lines: 'all',
  apply_patch: 'working',
  run_command: 'working',
};

function named(name: string, effect: 'reads' | 'writes' | 'executes'): AnyTool {
  return defineTool({
    name,
    description: '',
    effect,
    ...UNLISTED,
    subAgents: SUB_AGENTS[name] ?? 'none',
    input: z.object({ what: z.string().default(''), background: z.boolean().optional() }),
    output: z.object({}),
    review: async ({ what }) => ({
      ...(what.startsWith('push') ? ASKS : ALLOWS),
      ...(effect === 'executes' ? { command: what, words: what.split(' ') } : {}),
    }),
    prepare: async ({ what }) => ({ what }),
    recover: async ({ what }) =>
      world.includes(`${name} ${what}`)
        ? { kind: 'done', answer: { text: `found ${what}`, data: {} } }
        : { kind: 'rerun' },
    async run({ what }) {
      if (effect !== 'reads') world.push(`${name} ${what}`);
      return { text: `${name} ${what} done`, data: {} };
    },
  });
}

const TOOLS = [
  delegateWork,
  named('read_lines', 'reads'),
  named('apply_patch', 'writes'),
  named('run_command', 'executes'),
  named('git_commit', 'writes'),
];
const FIXER = specialist({
  name: 'fixer',
  grants: {
    tools: ['apply_patch', 'git_commit', 'read_lines', 'run_command'],
    commands: [
      { words: ['npm', 'test'], isWhole: false },
      { words: ['push'], isWhole: false },
    ],
    unknown: [],
  },
});
const FIXES: readonly Step[] = [
  {
    calls: [
      ['read_lines', { what: 'a.js' }],
      ['apply_patch', { what: 'a.js' }],
    ],
  },
  { calls: [['run_command', { what: 'npm test' }]] },
  { text: 'Fixed in a.js.' },
];

function begin(options: Partial<RigOptions> = {}): void {
  world = [];
  rig = agentRig({
    steps: [{ calls: [['delegate_work', { task: 'Fix a.js', specialist: 'fixer' }]] }, { text: 'Thanks.' }],
    subSteps: FIXES,
    tools: TOOLS,
    specialists: [FIXER],
    ...options,
  });
  rig.create();
}

/** The work as it was handed over, and the calls below it. */
function rows() {
  const [parent, ...under] = rig.store.calls.all(SESSION);
  return { parent: shown(parent), under: under.map(shown) };
}

function shown(call: CallRecord | undefined) {
  return { id: call?.id, under: call?.under, ok: call?.result?.ok, text: call?.result?.text };
}

/** What the sub-agent was told of its calls. */
function told() {
  const messages = rig.requests.filter(({ sessionId }) => sessionId.includes('/')).at(-1)?.messages ?? [];
  return messages.flatMap(({ content }) =>
    content.flatMap(({ type, content: text }) => (type === 'tool_result' ? [text] : [])),
  );
}

test('what changes something are calls of the session, under the call that handed the work over', async () => {
  begin();
  await rig.run();
  expect({ world, ...rows() }).toEqual({
    world: ['apply_patch a.js', 'run_command npm test'],
    parent: { id: 'call_0_0', under: undefined, ok: true, text: 'Fixed in a.js.' },
    under: [
      { id: 'call_0_0/call_0_1', under: 'call_0_0', ok: true, text: 'apply_patch a.js done' },
      { id: 'call_0_0/call_1_0', under: 'call_0_0', ok: true, text: 'run_command npm test done' },
    ],
  });
});

test('each has states of the project around it, and the call that handed it over has none', async () => {
  begin();
  await rig.run();
  const steps = rig.store.checkpoints.listCurrent(SESSION);
  expect(steps.map(({ call, before, after }) => [call, before !== undefined, after !== undefined])).toEqual([
    ['call_0_0/call_0_1', true, true],
    ['call_0_0/call_1_0', true, true],
  ]);
});

test('its commands are audited as those of the session', async () => {
  begin({
    subSteps: [
      {
        calls: [
          ['run_command', { what: 'npm test' }],
          ['run_command', { what: 'rm x' }],
        ],
      },
      { text: '.' },
    ],
  });
  await rig.run();
  expect(
    ['call_0_0/call_0_0', 'call_0_0/call_0_1'].map((id) => {
      const { command, decision } = rig.store.commandLog.findAttempt(SESSION, id as CallRecord['id']) ?? {};
      return { command, decision };
    }),
  ).toEqual([
    { command: 'npm test', decision: 'allow' },
    { command: 'rm x', decision: 'deny' },
  ]);
});

describe('refused', () => {
  const cases: readonly (readonly [string, Step, string])[] = [
    [
      'what a person would be asked about',
      { calls: [['run_command', { what: 'push it' }]] },
      'Nothing was executed: the person would have to be asked (It reaches out.), and a sub-agent asks nobody.',
    ],
    [
      'a command that its file does not name',
      { calls: [['run_command', { what: 'rm -rf x' }]] },
      'This session may run only commands that begin with "npm test"',
    ],
    [
      'what would go on without it',
      { calls: [['run_command', { what: 'npm test', background: true }]] },
      'Nothing was executed: a sub-agent leaves nothing running.',
    ],
    [
      'a commit, although its file names it',
      { calls: [['git_commit', { what: 'x' }]] },
      'git_commit is not here.',
    ],
    [
      'more sub-agents',
      { calls: [['delegate_work', { task: 'x', specialist: 'fixer' }]] },
      'There is no tool named',
    ],
  ];
  test.each(cases)('%s', async (_what, step, refusal) => {
    begin({ subSteps: [step, { text: 'I could not.' }] });
    await rig.run();
    expect({ told: told(), world, said: rig.said.filter((line) => line.startsWith('ask')) }).toEqual({
      told: [expect.stringContaining(refusal)],
      world: [],
      said: [],
    });
  });
});

test('where each edit is asked about, one whose work is edits is refused before it costs anything', async () => {
  begin({ edits: 'ask' });
  await rig.run();
  expect([rows().parent.text, rig.requests.filter(({ sessionId }) => sessionId.includes('/'))]).toEqual([
    'Here the person says yes to each edit, and a sub-agent asks nobody: do the work of mine:fixer yourself, or tell the person that /secretary begins it.',
    [],
  ]);
});

test('one that comes with the project works once an owner has accepted that very file', async () => {
  const foreign = specialist({ ...FIXER, reference: 'project:fixer', origin: 'project', plugin: 'project' });
  const accept = (hash: string) => {
    const { workspace } = rig.session();
    const file = { workspace, name: foreign.reference, path: foreign.file, hash, person: 'ana', atMs: 0 };
    rig.store.trust.accept(file);
  };
  const done: string[][] = [];
  for (const hash of ['another', foreign.hash]) {
    begin({ specialists: [foreign] });
    accept(hash);
    await rig.run();
    done.push(world);
    if (hash === 'another') await rig.remove();
  }
  expect(done).toEqual([[], ['apply_patch a.js', 'run_command npm test']]);
});

test.each([
  [
    'one that comes with the project',
    { origin: 'project', plugin: 'project' },
    /^project:fixer comes with the project and only reads here/,
  ],
  [
    'one that has nothing to change with',
    { grants: specialist().grants },
    /^mine:fixer has nothing here to change/,
  ],
] as const)('%s does no work', async (_who, change, refusal) => {
  begin({
    specialists: [{ ...FIXER, ...change, reference: `${'plugin' in change ? change.plugin : 'mine'}:fixer` }],
  });
  await rig.run();
  expect({ parent: rows().parent.text, world, asked: rig.requests.length }).toEqual({
    parent: expect.stringMatching(refusal),
    world: [],
    asked: 2,
  });
});

test('a person who stops the session stops it, and nothing more is carried out', async () => {
  const stop = new AbortController();
  begin({
    onRequest: ({ sessionId, messages }) => {
      if (sessionId.includes('/') && messages.length === 3) stop.abort('cancel');
    },
  });
  const outcome = await rig.run(stop.signal);
  expect({ outcome, world, ok: rows().parent.ok }).toEqual({
    outcome: { kind: 'cancelled' },
    world: ['apply_patch a.js'],
    ok: false,
  });
});

test('a program that dies at any commit never does a thing twice, and tells what was done', async () => {
  begin();
  await rig.run();
  const commits = rig.commits();
  rig.remove();
  const told = new Set<string>();
  for (let n = 1; n <= commits; n += 1) {
    begin();
    rig.crashAtCommit(n);
    await expect(rig.run(), `commit ${n}`).rejects.toThrow(Crash);
    expect(await rig.run(), `commit ${n}`).toEqual({ kind: 'done', text: 'Thanks.' });
    const { parent, under } = rows();
    const text = parent.text ?? '';
    // Whatever was done is told, and was done once.
    expect({ n, twice: world.filter((one, at) => world.indexOf(one) !== at) }).toEqual({ n, twice: [] });
    expect({ n, told: world.filter((one) => !isTold(one, text)) }).toEqual({ n, told: [] });
    expect(
      under.every(({ ok }) => ok !== undefined),
      `commit ${n}`,
    ).toBe(true);
    told.add(text.split('\n')[0] ?? '');
    if (n < commits) rig.remove();
  }
  expect([...told].toSorted()).toEqual([
    'Fixed in a.js.',
    'Its conversation is gone. This is what it had carried out; look at the files before you go on:',
  ]);
});

test('nor does one that dies again while it looks back', async () => {
  begin();
  // The world was changed by its edit, whose result was not stored.
  rig.crashAtCommit(6);
  await expect(rig.run()).rejects.toThrow(Crash);
  const before = [...world];
  rig.crashAtCommit(1);
  await expect(rig.run()).rejects.toThrow(Crash);
  expect(await rig.run()).toEqual({ kind: 'done', text: 'Thanks.' });
  expect({ before, world, texts: rows().under.map(({ text }) => text) }).toEqual({
    before: ['apply_patch a.js'],
    world: ['apply_patch a.js'],
    texts: ['found a.js'],
  });
});

test('what had no intent yet is not carried out after a restart', async () => {
  begin();
  // The work is begun, and nothing of it was.
  rig.crashAtCommit(4);
  await expect(rig.run()).rejects.toThrow(Crash);
  const [parent] = rig.store.calls.all(SESSION);
  if (parent === undefined) throw new Error('nothing was handed over');
  const input = { what: 'a.js' };
  const left = { id: `${parent.id}/x` as CallRecord['id'], under: parent.id, tool: 'apply_patch', input };
  rig.store.calls.add({ ...parent, ...left, state: 'open', prepared: null, startedAtMs: undefined });
  await rig.run();
  expect({ state: parent.state, world, texts: rows().under.map(({ text }) => text) }).toEqual({
    state: 'started',
    world: [],
    texts: ['It did not run: the program was restarted before.'],
  });
});

/** By the specialist itself at its end, else by the list. */
function isTold(done: string, text: string): boolean {
  const [tool = '', ...what] = done.split(' ');
  return text === 'Fixed in a.js.' || (text.includes(`- ${tool}: `) && text.includes(what.join(' ')));
}
