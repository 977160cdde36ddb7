import { afterEach, describe, expect, test } from 'vitest';
import type { CallHooks } from '../../../src/contracts/call-hooks.ts';
import { type AgentRig, agentRig, Crash, type Step } from '../../support/agent-rig.ts';

/** What hooks come to in a run: they narrow, and widen nothing. */

let rig: AgentRig;
afterEach(() => rig.remove());

const SILENT: CallHooks = {
  before: async () => undefined,
  mayChangeFiles: async () => false,
  after: async () => '',
  beforeEnd: async () => undefined,
};

function open(hooks: Partial<CallHooks>, steps: readonly Step[]): void {
  rig = agentRig({ steps, hooks: () => ({ ...SILENT, ...hooks }) });
  rig.create();
}

const calls = (...names: readonly string[]): Step => ({ calls: names.map((name) => [name, {}] as const) });
const DONE: Step = { text: 'done' };
const lastResults = () => JSON.stringify(rig.requests.at(-1)?.messages.at(-1));

describe('a call that a hook refuses', () => {
  test.each(['look', 'change', 'danger'])('%s does not run, and the model hears why', async (name) => {
    open({ before: async () => ({ kind: 'deny', reason: 'Not here.' }) }, [calls(name), DONE]);
    const { kind } = await rig.run();
    expect([kind, rig.ran, lastResults().includes('Not here.')]).toEqual(['done', [], true]);
  });

  test('others of the same reply run', async () => {
    open(
      { before: async ({ tool }) => (tool.name === 'change' ? { kind: 'deny', reason: 'No.' } : undefined) },
      [calls('look', 'change'), DONE],
    );
    await rig.run();
    expect(rig.ran).toEqual(['+look', '-look']);
  });
});

describe('a call that a hook asks about', () => {
  const ask: Partial<CallHooks> = { before: async () => ({ kind: 'ask', reason: 'Sure?' }) };

  test.each(['look', 'change', 'danger'])('%s waits for a person, and runs after a yes', async (name) => {
    open(ask, [calls(name), DONE]);
    const first = await rig.run();
    const before = [...rig.ran];
    rig.answer(true);
    const second = await rig.run();
    expect([first.kind, before, second.kind, rig.ran]).toEqual([
      'waiting',
      [],
      'done',
      [`+${name}`, `-${name}`],
    ]);
  });

  test('does not run after a no', async () => {
    open(ask, [calls('change'), DONE]);
    await rig.run();
    rig.answer(false);
    await rig.run();
    expect(rig.ran).toEqual([]);
  });

  test('is asked about although the file of its task would permit it', async () => {
    rig = agentRig({ steps: [calls('danger'), DONE], hooks: () => ({ ...SILENT, ...ask }) });
    rig.create({ terms: { preApproved: [{ tool: 'danger' }] } });
    expect((await rig.run()).kind).toBe('waiting');
  });
});

test('a hook without an objection does not spare a question', async () => {
  open({}, [calls('danger'), DONE]);
  expect([(await rig.run()).kind, rig.ran]).toEqual(['waiting', []]);
});

test('what a hook says after a call stands below its result', async () => {
  open({ after: async ({ tool }) => `formatted by ${tool.name}` }, [calls('change'), DONE]);
  await rig.run();
  expect(lastResults()).toContain('did change\\nformatted by change');
});

test('a call that failed or was refused has no hooks behind it', async () => {
  let count = 0;
  const after = async () => {
    count += 1;
    return '';
  };
  open({ after }, [calls('nothing'), calls('danger'), DONE]);
  await rig.run();
  rig.answer(false);
  await rig.run();
  expect(count).toBe(0);
});

test('a task that a hook does not let end goes on with the reason, and ends when it may', async () => {
  const whys = ['Run the tests.'];
  open({ beforeEnd: async () => whys.pop() }, [{ text: 'I am done.' }, { text: 'Now really.' }]);
  const outcome = await rig.run();
  expect([outcome, lastResults().includes('Run the tests.'), rig.requests.length]).toEqual([
    { kind: 'done', text: 'Now really.' },
    true,
    2,
  ]);
});

test('a program that dies anywhere carries out no call that a hook refuses', async () => {
  for (let commit = 1; commit <= 6; commit += 1) {
    open(
      { before: async ({ tool }) => (tool.name === 'change' ? { kind: 'deny', reason: 'No.' } : undefined) },
      [calls('look', 'change'), DONE],
    );
    rig.crashAtCommit(commit);
    await rig.run().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    await rig.run().catch(() => undefined);
    expect(rig.ran).not.toContain('+change');
    if (commit < 6) rig.remove();
  }
});
