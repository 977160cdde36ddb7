import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallHooks, HookedCall } from '../../../src/contracts/call-hooks.ts';
import { type AnyTool, defineTool, type Review } from '../../../src/contracts/tool.ts';
import { delegateWork } from '../../../src/tools/delegate-work.ts';
import { type AgentRig, agentRig } from '../../support/agent-rig.ts';
import { type HookRig, hookRig } from '../../support/hook-rig.ts';
import { specialist } from '../../support/specialist.ts';
import { UNLISTED } from '../../support/unlisted.ts';

/** Hooks where a task works apart: in a worktree, whose files a branch brings, and through a sub-agent. */

describe('in a worktree', () => {
  let rig: HookRig;
  let worktree: string;
  beforeEach(async () => {
    rig = await hookRig();
    worktree = `${rig.root}-worktree`;
    mkdirSync(path.join(worktree, '.claude/hooks'), { recursive: true });
  });
  afterEach(() => rig.remove());

  const SCRIPT = '.claude/hooks/check.py';
  const COMMAND = `python3 "$CLAUDE_PROJECT_DIR"/${SCRIPT}`;
  const marks = (name: string) => `import sys\nopen("${name}", "a").write("x")\nsys.exit(2)\n`;

  const inWorktree = (file: string, text: string) => writeFileSync(path.join(worktree, file), text);
  const plant = (command: string) =>
    inWorktree(
      '.claude/settings.json',
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
    );
  /** Hooks of the project that an owner has accepted. */
  async function accepted(): Promise<void> {
    rig.write(SCRIPT, marks('ran'));
    rig.settings({ PreToolUse: { '': [{ command: COMMAND }] } });
    await rig.accept();
  }
  async function asked() {
    const call = rig.call('run_command', { command: 'docker ps' });
    const session = { ...rig.session, workspace: worktree };
    const objection = await rig.hooks().before({ ...call, session }, new AbortController().signal);
    return {
      kind: objection?.kind,
      ran: ['ran', 'planted'].filter((name) => existsSync(path.join(worktree, name))),
    };
  }

  test('hooks that a branch brings with it do not run', async () => {
    plant('touch planted');
    expect([await asked(), rig.audited()]).toEqual([{ kind: undefined, ran: [] }, []]);
  });

  test('hooks that a branch has in place of accepted ones do not run either', { tags: 'full' }, async () => {
    await accepted();
    plant('touch planted');
    inWorktree(SCRIPT, marks('ran'));
    expect(await asked()).toEqual({ kind: 'deny', ran: ['ran'] });
  });

  test('an accepted hook runs there with the script that was accepted, and refuses as elsewhere', async () => {
    await accepted();
    inWorktree(SCRIPT, marks('ran'));
    expect([await asked(), existsSync(path.join(rig.root, 'ran'))]).toEqual([
      { kind: 'deny', ran: ['ran'] },
      false,
    ]);
  });

  test('an accepted hook whose script is another on the branch does not run', async () => {
    await accepted();
    inWorktree(SCRIPT, marks('planted'));
    expect([await asked(), rig.told]).toEqual([
      { kind: undefined, ran: [] },
      ['not accepted: .claude/settings.json'],
    ]);
  });

  test('an accepted hook whose script is a link on the branch does not run', async () => {
    await accepted();
    inWorktree('elsewhere.py', marks('planted'));
    symlinkSync('../../elsewhere.py', path.join(worktree, SCRIPT));
    expect(await asked()).toEqual({ kind: undefined, ran: [] });
  });

  test('a hook whose script the task itself changes in its worktree runs no more', async () => {
    await accepted();
    inWorktree(SCRIPT, marks('ran'));
    await asked();
    rmSync(path.join(worktree, 'ran'));
    inWorktree(SCRIPT, marks('planted'));
    const later = rig.call('run_command', { command: 'docker ps' }, 'call-2');
    const session = { ...rig.session, workspace: worktree };
    const objection = await rig.hooks().before({ ...later, session }, new AbortController().signal);
    expect([objection, existsSync(path.join(worktree, 'planted'))]).toEqual([undefined, false]);
  });
});

describe('through a sub-agent', () => {
  let rig: AgentRig;
  let world: string[] = [];
  afterEach(() => rig.remove());

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

  function named(name: string, effect: 'reads' | 'writes' | 'executes'): AnyTool {
    return defineTool({
      name,
      description: '',
      effect,
      ...UNLISTED,
      subAgents: effect === 'reads' ? 'all' : 'working',
      input: z.object({ what: z.string().default('') }),
      output: z.object({}),
      review: async ({ what }) => ({
        ...(what.startsWith('push') ? ASKS : ALLOWS),
        ...(effect === 'executes' ? { command: what, words: what.split(' ') } : {}),
      }),
      async run({ what }) {
        world.push(`${name} ${what}`);
        return { text: 'done', data: {} };
      },
    });
  }

  const FIXER = specialist({
    name: 'fixer',
    grants: {
      tools: ['apply_patch', 'read_lines', 'run_command'],
      commands: [
        { words: ['npm', 'test'], isWhole: false },
        { words: ['push'], isWhole: false },
      ],
      unknown: [],
    },
  });

  /** A specialist that obeys what it reads: it makes this one call. */
  function begin(hooks: Partial<CallHooks>, call: readonly [string, { readonly what: string }]): void {
    world = [];
    const silent: CallHooks = {
      before: async () => undefined,
      mayChangeFiles: async () => false,
      after: async () => '',
      beforeEnd: async () => undefined,
    };
    rig = agentRig({
      steps: [{ calls: [['delegate_work', { task: 'Fix it', specialist: 'fixer' }]] }, { text: 'Thanks.' }],
      subSteps: [{ calls: [call] }, { text: 'I did.' }],
      tools: [
        delegateWork,
        named('read_lines', 'reads'),
        named('apply_patch', 'writes'),
        named('run_command', 'executes'),
      ],
      specialists: [FIXER],
      hooks: () => ({ ...silent, ...hooks }),
    });
    rig.create();
  }

  const denies = (tool: string): Partial<CallHooks> => ({
    before: async (call: HookedCall) =>
      call.tool.name === tool ? { kind: 'deny', reason: 'Not here.' } : undefined,
  });

  test.each([
    ['read_lines', 'a.js'],
    ['apply_patch', 'a.js'],
    ['run_command', 'npm test'],
  ])('what a hook refuses to a task, its sub-agent may not do either: %s', async (tool, what) => {
    begin(denies(tool), [tool, { what }]);
    await rig.run();
    expect([world, JSON.stringify(rig.requests).includes('Not here.')]).toEqual([[], true]);
  });

  const outcome = () => ({
    world,
    asked: rig.said.filter((line) => line.startsWith('ask')),
    isTold: JSON.stringify(rig.requests).includes('a sub-agent asks nobody'),
  });
  const REFUSED = { world: [], asked: [], isTold: true };

  test('a hook that has nothing against a call of a sub-agent permits none that a person would be asked about', async () => {
    begin({}, ['run_command', { what: 'push origin' }]);
    await rig.run();
    expect(outcome()).toEqual(REFUSED);
  });

  test('what a hook wants a person asked about is refused to a sub-agent, which asks nobody', async () => {
    const before: CallHooks['before'] = async ({ tool }) =>
      tool.name === 'apply_patch' ? { kind: 'ask', reason: 'Sure?' } : undefined;
    begin({ before }, ['apply_patch', { what: 'a.js' }]);
    await rig.run();
    expect(outcome()).toEqual(REFUSED);
  });
});
