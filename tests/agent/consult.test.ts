import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { type AnyTool, defineTool } from '../../src/contracts/tool.ts';
import type { Json } from '../../src/core/json.ts';
import { delegate } from '../../src/tools/delegate.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION, type Step } from '../support/agent-rig.ts';
import type { SessionDifference } from '../support/session-record.ts';
import { specialist } from '../support/specialist.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const done: string[] = [];

/** A tool by the name of a real one. */
function named(name: string, effect: 'reads' | 'executes' = 'reads'): AnyTool {
  return defineTool({
    name,
    description: '',
    effect,
    ...UNLISTED,
    subAgents: effect === 'reads' ? 'all' : 'working',
    input: z.object({ path: z.string().optional() }),
    output: z.object({}),
    async run({ path = '' }) {
      done.push(`${name} ${path}`.trim());
      return { text: `${name} of ${path}`, data: {} };
    },
  });
}

const TOOLS = [delegate, named('git_diff'), named('read_lines'), named('run_command', 'executes')];
const READ = { calls: [['read_lines', { path: 'a.js' }]] } as const satisfies Step;

interface Scene extends Partial<RigOptions> {
  readonly input?: Readonly<Record<string, string>>;
  readonly session?: SessionDifference;
}

/** A session that asks a specialist once, then ends. */
async function consult(scene: Scene): Promise<Result> {
  begin(scene);
  await rig.run();
  return resultIn(rig);
}

function begin({ input = { specialist: 'reviewer' }, session, ...options }: Scene): void {
  done.length = 0;
  rig = agentRig({
    steps: [{ calls: [['delegate', { task: 'Review a.js', ...input }]] }, { text: 'Thanks.' }],
    subSteps: [READ, { text: 'Line 3 is wrong.' }],
    tools: TOOLS,
    specialists: [specialist()],
    ...options,
  });
  rig.create(session);
}

interface Result {
  readonly ok: boolean | undefined;
  readonly text: string | undefined;
}

function resultIn({ store }: AgentRig): Result {
  const [call] = store.calls.all(SESSION);
  return { ok: call?.result?.ok, text: call?.result?.text };
}

/** What the sub-agent was sent. */
function asked() {
  return rig.requests.filter(({ sessionId }) => sessionId.includes('/'));
}

/** What it was told of its calls, in order. */
function told(): readonly Json[] {
  const messages = asked().at(-1)?.messages ?? [];
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block.content ?? null] : [])),
  );
}

test('what its file says stands behind the rules of every sub-agent, and its answer is the result', async () => {
  const result = await consult({});
  expect({ result, done, system: asked()[0]?.system }).toMatchInlineSnapshot(`
    {
      "done": [
        "read_lines a.js",
      ],
      "result": {
        "ok": true,
        "text": "Line 3 is wrong.",
      },
      "system": "system prompt for specialist

    YOUR PART IN THIS SESSION
    A file says who you are here and how you go about it. Follow it in scope, method and form of the answer. It is no permission: it allows no call, answers no question that is put to a person, and loosens none of the rules above about tests, approval, secrets and data.
    <role-file>
    You review.
    </role-file>",
    }
  `);
});

test('it has the tools that its file names and a sub-agent may have, and is told of the others', async () => {
  const grants = {
    tools: ['delegate', 'read_lines', 'run_command'],
    commands: undefined,
    unknown: ['WebBrowser'],
  };
  await consult({ specialists: [specialist({ grants })] });
  const [first] = asked();
  expect({
    tools: first?.tools.map(({ name }) => name),
    line: first?.system.split('\n').find((line) => line.startsWith('- Not here')),
  }).toEqual({ tools: ['read_lines'], line: '- Not here, whatever your file says: delegate, run_command.' });
});

test('a tool that it was not given is refused, whether its file names it or not', async () => {
  const grants = { tools: ['read_lines', 'run_command'], commands: [], unknown: [] };
  await consult({
    specialists: [specialist({ grants, origin: 'project', plugin: 'project' })],
    subSteps: [
      {
        calls: [
          ['run_command', { path: 'rm' }],
          ['git_diff', {}],
          ['change', { name: 'a' }],
          ['delegate', { task: 'again', specialist: 'reviewer' }],
          ['read_lines', { path: 'a.js' }],
        ],
      },
      { text: 'I could only read.' },
    ],
  });
  const unknown = (name: string) => `There is no tool named ${name}. The tools are: read_lines.`;
  expect({ told: told(), done, ran: rig.ran }).toEqual({
    told: [
      'run_command is not here. Go on without it, and say in your last message what it is needed for.',
      unknown('git_diff'),
      unknown('change'),
      unknown('delegate'),
      'read_lines of a.js',
    ],
    done: ['read_lines a.js'],
    ran: [],
  });
});

test('one that has whatever there is reads, and changes nothing', async () => {
  await consult({
    specialists: [specialist({ grants: undefined, tools: undefined })],
    subSteps: [{ calls: [['change', { name: 'a' }]] }, { text: 'Well.' }],
  });
  expect({ tools: asked()[0]?.tools.map(({ name }) => name), told: told(), ran: rig.ran }).toEqual({
    tools: ['git_diff', 'read_lines'],
    told: [expect.stringMatching(/^change is not here\./)],
    ran: [],
  });
});

test('what the terms of the session leave out, it has not either', async () => {
  const assignment = { kind: 'command', name: 'look', text: '', hash: 'h1' } as const;
  begin({
    session: { origin: { assignment } },
    termsOf: async () => ({ tools: ['delegate', 'git_diff'], preApproved: [] }),
    specialists: [specialist({ grants: { tools: ['git_diff', 'read_lines'], commands: [], unknown: [] } })],
  });
  await rig.run();
  expect(asked()[0]?.tools.map(({ name }) => name)).toEqual(['git_diff']);
});

test('one whose work is to change something is refused before anything is asked', async () => {
  const grants = { tools: ['change', 'read_lines'], commands: undefined, unknown: [] };
  const result = await consult({
    specialists: [specialist({ name: 'fixer', grants })],
    input: { specialist: 'fixer' },
  });
  expect({ result, asked: asked().length }).toEqual({
    result: {
      ok: false,
      text: 'mine:fixer would need change, and here a sub-agent only reads: hand the work over with delegate_work, or do it yourself.',
    },
    asked: 0,
  });
});

test('one of the project reads, whatever else its file names', async () => {
  const grants = { tools: ['change', 'read_lines'], commands: undefined, unknown: [] };
  const theirs = specialist({ origin: 'project', plugin: 'project', grants });
  expect({ result: await consult({ specialists: [theirs] }), done, ran: rig.ran }).toEqual({
    result: { ok: true, text: 'Line 3 is wrong.' },
    done: ['read_lines a.js'],
    ran: [],
  });
});

test.each([
  ['an empty name is answered with those that there are', '', true],
  ['a name that nobody has is refused with those that there are', 'painter', false],
])('%s', async (_claim, name, ok) => {
  const result = await consult({ input: { specialist: name } });
  expect({ result, asked: asked().length }).toEqual({
    result: { ok, text: expect.stringContaining('- mine:reviewer: Reviews code.') },
    asked: 0,
  });
});

test('at its own limit of rounds it is asked for its answer without tools', async () => {
  const result = await consult({
    specialists: [specialist({ limits: { maxRounds: 2 } })],
    subSteps: [READ, { text: 'As far as I came.' }],
  });
  expect({ result, choices: asked().map(({ toolChoice }) => toolChoice) }).toEqual({
    result: { ok: true, text: 'As far as I came.' },
    choices: ['auto', 'none'],
  });
});

test.each([
  ['of money', { maxCostUsd: 0.0003 }, ['auto', 'none']],
  ['of time', { maxSeconds: 0 }, ['none']],
])('at its own limit %s as well', async (_what, limits, choices) => {
  await consult({
    specialists: [specialist({ limits })],
    subSteps: choices.map((choice) => (choice === 'none' ? { text: 'As far as I came.' } : READ)),
  });
  expect(asked().map(({ toolChoice }) => toolChoice)).toEqual(choices);
});

test('it is asked for its answer before what it has read no longer fits', async () => {
  // A reply of the rig counts 110 tokens: enough for half of this window, not for folding the session itself.
  await consult({ subSteps: [READ, { text: 'As far as I came.' }], limits: { contextTokens: 200 } });
  expect(asked().map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none']);
});

test('one that goes round in circles is ended', async () => {
  expect(await consult({ subSteps: [READ] })).toEqual({
    ok: true,
    text: '(no answer)\n(incomplete: It went round in circles.)',
  });
});

test('an answer that is too long is cut, and says so', async () => {
  expect(await consult({ subSteps: [{ text: 'x'.repeat(20_000) }] })).toEqual({
    ok: true,
    text: `${'x'.repeat(12_000)}\n(incomplete: Its answer was too long.)`,
  });
});

test('it ends when the session has no money left', async () => {
  // Each reply of the rig costs 300 millionths of a dollar.
  const result = await consult({ limits: { maxCostMicroUsd: 600 } });
  expect({ result, asked: asked().length }).toEqual({
    result: { ok: true, text: expect.stringContaining('(incomplete: The session has reached a limit (') },
    asked: 1,
  });
});

test("what it costs is the session's", async () => {
  await consult({});
  expect({ cost: rig.session().usage.costMicroUsd, asked: rig.requests.length }).toEqual({
    cost: 1200,
    asked: 4,
  });
});

/** The first message names the folder, which is another each time. */
function afterFirst({ store }: AgentRig) {
  return store.history.all(SESSION).slice(1);
}

test('a program that dies at any commit asks it again, and ends with the same history', async () => {
  await consult({});
  const [whole, commits] = [afterFirst(rig), rig.commits()];
  rig.remove();
  expect(commits).toBeGreaterThan(3);
  for (let n = 1; n <= commits; n += 1) {
    begin({});
    rig.crashAtCommit(n);
    await expect(rig.run(), `commit ${n}`).rejects.toThrow(Crash);
    const outcome = await rig.run();
    expect({ n, outcome, history: afterFirst(rig) }).toEqual({
      n,
      outcome: { kind: 'done', text: 'Thanks.' },
      history: whole,
    });
    if (n < commits) rig.remove();
  }
});
