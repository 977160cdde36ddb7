import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { restoreSession } from '../../src/agent/restore-session.ts';
import { createTranscripts } from '../../src/agent/transcript.ts';
import type { ModelMessage } from '../../src/contracts/model.ts';
import { defineTool } from '../../src/contracts/tool.ts';
import type { ConversationId, InstanceId } from '../../src/core/ids.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION } from '../support/agent-rig.ts';
import { atLevel } from '../support/level.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

function begin(options: RigOptions): AgentRig {
  rig = agentRig(options);
  rig.create();
  return rig;
}

/** Ids of tool calls without a result in the very next message: what the API refuses for ever. */
function dangling(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap((message, index) => {
    const called = message.content.flatMap((block) => (block.type === 'tool_use' ? [String(block.id)] : []));
    const answered = messages[index + 1]?.content.map((block) => block.tool_use_id) ?? [];
    return message.role === 'assistant' ? called.filter((id) => !answered.includes(id)) : [];
  });
}

describe('rounds', () => {
  test('a task runs from its first request to the closing words', async () => {
    begin({ steps: [{ text: 'Looking.', calls: [['look', {}]] }, { text: 'All good.' }] });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'All good.' });
    expect(rig.said).toEqual(['round 1', '{"kind":"done","text":"All good."}']);
    expect(rig.session()).toMatchObject({
      state: { status: 'done' },
      usage: { round: 1, tokens: 220, costMicroUsd: 600 },
    });
  });

  test('reads run together, everything else alone and in order, results in call order', async () => {
    const calls = ['a', 'b'].map((name) => ['look', { name }] as const);
    begin({
      steps: [{ calls: [...calls, ['change', { name: 'c' }], ['look', { name: 'd' }]] }, { text: 'ok' }],
    });
    await rig.run();
    expect(rig.ran).toEqual(['+a', '+b', '-a', '-b', '+c', '-c', '+d', '-d']);
    const results = rig.requests[1]?.messages.at(-1)?.content.map((block) => block.content);
    expect(results).toEqual(['did a', 'did b', 'did c', 'did d']);
  });

  test('every request begins with the one before it', async () => {
    begin({ steps: [{ calls: [['look', {}]] }, { calls: [['change', {}]] }, { text: 'ok' }] });
    await rig.run();
    const texts = rig.requests.map(({ system, tools, messages }) =>
      JSON.stringify([system, tools, ...messages]),
    );
    for (const [index, text] of texts.slice(1).entries()) {
      expect(text.startsWith((texts[index] ?? '').slice(0, -1))).toBe(true);
    }
  });

  test('two rounds before the end the model is told to wrap up, then it reports without tools', async () => {
    begin({ steps: [{ calls: [['change', {}]] }], limits: { maxRounds: 4 } });
    const outcome = await rig.run();
    expect(outcome).toMatchObject({ kind: 'parked', reason: 'no-progress' });
    expect(rig.requests.map((request) => request.toolChoice)).toEqual([
      'auto',
      'auto',
      'auto',
      'auto',
      'none',
    ]);
    expect(JSON.stringify(rig.requests[2]?.messages.at(-1))).toContain('2 rounds are left');
    expect(rig.ran.filter((name) => name === '+change')).toHaveLength(4);
  });

  test('what is said after the chat has changed its language is said in it', async () => {
    const onRequest = (_request: unknown, index: number) => {
      if (index !== 1) return;
      rig.store.sessions.update(SESSION, { locale: 'es', atMs: 1 });
      rig.store.steering.add({ session: SESSION, text: 'y los tests', inboxSeq: 9, atMs: 1 });
    };
    begin({ steps: [{ calls: [['look', {}]] }, { calls: [['look', {}]] }, { text: 'Listo.' }], onRequest });
    await rig.run();
    expect(rig.said).toEqual(['round 1', 'es: round 2', 'es: {"kind":"done","text":"Listo."}']);
  });

  test('a resumed session goes on in a new run with the same history', async () => {
    begin({ steps: [{ calls: [['change', {}]] }, { text: 'First part.' }, { text: 'Second part.' }] });
    await rig.run();
    rig.store.sessions.update(SESSION, { state: { status: 'queued' }, usage: { runStartRound: 2 }, atMs: 1 });
    rig.store.steering.add({ session: SESSION, text: 'and the docs', inboxSeq: 9, atMs: 1 });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'Second part.' });
    expect(rig.requests[2]?.messages.at(-1)?.content).toEqual([
      { type: 'text', text: 'Message from the person:\nand the docs' },
    ]);
  });
});

describe('guards', () => {
  test.each([
    ['an unknown tool', { steps: [{ calls: [['nothing', {}]] as const }] }, 'malformed'],
    ['input that the schema refuses', { steps: [{ calls: [['look', { name: 7 }]] as const }] }, 'malformed'],
    ['calls that were cut off', { steps: [{ malformed: 'the JSON is incomplete' }] }, 'malformed'],
    ['empty replies', { steps: [{}] }, 'empty'],
    ['replies that are cut off', { steps: [{ text: 'and then', stop: 'max_tokens' as const }] }, 'cut-off'],
    ['a refusal', { steps: [{ text: 'no', stop: 'refusal' as const }] }, 'refused'],
    ['the same call again and again', { steps: [{ calls: [['look', {}]] as const }] }, 'loop'],
    ['money', { steps: [{ calls: [['change', {}]] as const }], limits: { maxCostMicroUsd: 500 } }, 'money'],
  ])('%s for ever park the session', async (_name, options, reason) => {
    begin(options);
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason });
    expect(rig.session().state).toMatchObject({ status: 'parked', reason });
    expect(dangling(rig.store.history.all(SESSION))).toEqual([]);
  });

  test('a loop is told to the model at the third call and ends the run after the fifth', async () => {
    begin({ steps: [{ calls: [['look', {}]] as const }] });
    expect(await rig.run()).toEqual({ kind: 'parked', reason: 'loop', detail: 'look × 5', text: '' });
    expect(rig.ran.filter((name) => name === '+look')).toHaveLength(5);
    const told = rig.requests.map(({ messages }) =>
      JSON.stringify(messages.at(-1)).includes('Warning: look'),
    );
    expect(told).toEqual([false, false, false, true, true]);
    expect(JSON.stringify(rig.store.history.all(SESSION).at(-1))).toContain('The run stops here.');
  });

  test('the same look six times in one reply is warned about, and asked for once more it is a loop', async () => {
    const look = ['look', {}] as const;
    begin({ steps: [{ calls: [look, look, look, look, look, look] }] });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop', detail: 'look × 7' });
    expect(
      rig.requests.map(({ messages }) => JSON.stringify(messages.at(-1)).includes('Warning: look')),
    ).toEqual([false, true]);
    expect(dangling(rig.store.history.all(SESSION))).toEqual([]);
  });

  test('two looks in turn are not run a sixth time, within one reply or over several', async () => {
    const pair = [
      ['look', { name: 'a' }],
      ['look', { name: 'b' }],
    ] as const;
    begin({ steps: [{ calls: [...pair, ...pair] }, { calls: pair }, { text: 'ok' }] });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'ok' });
    expect(rig.ran.filter((name) => /^\+[ab]$/.test(name))).toHaveLength(5);
    expect(JSON.stringify(rig.requests.at(-1)?.messages.at(-1))).toContain('two calls alternate');
  });

  test('a call that cannot be read is a loop like any other', async () => {
    const calls = [
      ['look', {}],
      ['nothing', {}],
    ] as const;
    begin({
      steps: [1, 2, 3, 4, 5].map((n) => ({ calls: [['look', { name: `${n}` }], calls[1]] as const })),
    });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop', detail: 'nothing × 5' });
  });

  test('a question in between, or a restart, does not make a loop forgotten', async () => {
    const look = { calls: [['look', {}]] as const };
    const danger = { calls: [['danger', { name: 'drop' }]] as const };
    begin({ steps: [look, look, danger, look, look, look] });
    expect(await rig.run()).toMatchObject({ kind: 'waiting' });
    rig.answer(false);
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop', detail: 'look × 5' });
  });

  test('words of the person begin a new count, also for a restarted program', async () => {
    const look = { calls: [['look', {}]] as const };
    begin({ steps: [look, look, look, { text: 'first' }, look, look, { text: 'second' }] });
    await rig.run();
    rig.store.sessions.update(SESSION, { state: { status: 'queued' }, usage: { runStartRound: 4 }, atMs: 1 });
    rig.store.steering.add({ session: SESSION, text: 'look again', inboxSeq: 9, atMs: 1 });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'second' });
    expect(JSON.stringify(rig.requests.at(-1)?.messages.at(-1))).not.toContain('Warning');
  });

  test('a call that was cut off is never carried out', async () => {
    begin({ steps: [{ malformed: 'the JSON is incomplete' }, { text: 'ok' }] });
    await rig.run();
    expect(rig.ran).toEqual([]);
  });

  test('a talk may not change anything', async () => {
    rig = agentRig({ steps: [{ calls: [['change', {}]] }, { text: 'ok' }] });
    rig.create({ mode: 'talk' });
    await rig.run();
    expect(rig.ran).toEqual([]);
    expect(rig.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { content: expect.stringContaining('/agent'), is_error: true },
    ]);
  });

  test.each([
    ['key', { kind: 'parked', reason: 'key', detail: 'refused', text: '' }],
    ['too-long', { kind: 'parked', reason: 'too-long', detail: 'refused', text: '' }],
  ] as const)('a model fault %s parks the session', async (kind, outcome) => {
    begin({ steps: [{ fault: { kind, detail: 'refused' } }] });
    expect(await rig.run()).toEqual(outcome);
  });

  test('a model that names a time is waited for', async () => {
    const retryAtMs = Date.now() + 90_000;
    begin({ steps: [{ fault: { kind: 'busy', detail: 'limit', retryAtMs } }] });
    expect(await rig.run()).toEqual({ kind: 'paused', untilMs: retryAtMs, why: 'busy', detail: 'limit' });
    expect(rig.session().state).toMatchObject({ status: 'paused', wakeAtMs: retryAtMs });
  });
});

describe('approvals', () => {
  const steps = [{ calls: [['danger', { name: 'drop' }]] as const }, { text: 'ok' }];

  test('the run gives up its worker and goes on with the answer, in another program', async () => {
    begin({ steps });
    expect(await rig.run()).toMatchObject({ kind: 'waiting' });
    expect(rig.ran).toEqual([]);
    rig.answer(true);
    expect(await rig.run()).toEqual({ kind: 'done', text: 'ok' });
    expect(rig.ran).toEqual(['+drop', '-drop']);
    expect(rig.requests).toHaveLength(2);
  });

  test('a no reaches the model and nothing runs', async () => {
    begin({ steps });
    await rig.run();
    rig.answer(false, 'no, not on Fridays');
    await rig.run();
    expect(rig.ran).toEqual([]);
    expect(rig.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { content: 'The person said no: no, not on Fridays\nNothing was executed.', is_error: true },
    ]);
  });

  test.each(['mejor no', 'Nah.', 'no gracias', 'nop', '2', '👎'])(
    '%s is no reason for the model',
    async (words) => {
      begin({ steps });
      await rig.run();
      rig.answer(false, words);
      await rig.run();
      expect(rig.requests[1]?.messages.at(-1)?.content).toMatchObject([
        { content: 'The person said no. Nothing was executed.', is_error: true },
      ]);
    },
  );

  test('the question goes to everybody who may allow it, in their chats, and one answer closes it', async () => {
    const ana = { requester: '34600111222', conversation: 'phone:ana' as ConversationId };
    const eva = { requester: '34600777888', conversation: 'phone:eva' as ConversationId };
    begin({ steps, approvers: () => [ana, eva] });
    await rig.run();
    const asked = [ana, eva].map(({ conversation }) => rig.store.approvals.listPending(conversation));
    expect(asked).toMatchObject([[ana], [eva]]);
    expect(new Set(asked.flat().map(({ messageId }) => messageId)).size).toBe(2);
    const [one] = asked.flat();
    const no = { state: 'rejected', answer: 'no', by: eva.requester, atMs: 1 } as const;
    expect(one && [1, 2].map(() => rig.store.approvals.decide(one.id, no))).toEqual([true, false]);
    expect([ana, eva].map(({ conversation }) => rig.store.approvals.listPending(conversation))).toEqual([
      [],
      [],
    ]);
  });

  test('when nobody can be asked the call is refused', async () => {
    begin({ steps, approvers: () => [] });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'ok' });
    expect([rig.ran, rig.requests[1]?.messages.at(-1)?.content]).toMatchObject([
      [],
      [{ content: expect.stringContaining('This needs the yes of an owner'), is_error: true }],
    ]);
  });

  test('a yes to one thing is no yes to another', async () => {
    begin({ steps });
    await rig.run();
    rig.answer(true);
    const [asked] = rig.store.calls.listOfRound(SESSION, 1);
    rig.store.calls.add({
      ...(asked ?? never()),
      id: 'call_0_1' as never,
      position: 1,
      input: { name: 'other' },
    });
    // The second call of the same round has no approval of its own: it is asked, not carried by the first.
    expect(await rig.run()).toMatchObject({ kind: 'waiting' });
    expect(rig.ran).toEqual(['+drop', '-drop']);
  });
});

describe('stopping', () => {
  test('a cancelled run closes its open calls and ends', async () => {
    const stop = new AbortController();
    begin({
      steps: [
        {
          calls: [
            ['slow', {}],
            ['change', {}],
          ],
        },
        { text: 'never' },
      ],
    });
    const run = rig.run(stop.signal);
    await expect.poll(() => rig.ran).toEqual(['+slow']);
    stop.abort('cancel');
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(rig.ran).toEqual(['+slow']);
    expect(dangling(rig.store.history.all(SESSION))).toEqual([]);
  });

  test('a stop that comes while a call is being judged asks nobody', async () => {
    const stop = new AbortController();
    const risky = defineTool({
      name: 'risky',
      description: 'Asks.',
      effect: 'executes',
      ...UNLISTED,
      input: z.object({}),
      output: z.object({}),
      async review() {
        stop.abort('cancel');
        const risk = { writesOutsideGit: 'no', network: 'no', undoable: 'no' } as const;
        return {
          verdict: { kind: 'ask', rule: 'test', reason: 'Run it?', risk },
          binding: null,
          details: 'risky',
        };
      },
      run: () => Promise.reject(new Error('it was stopped')),
    });
    begin({ steps: [{ calls: [['risky', {}]] }, { text: 'never' }], tools: [risky] });
    expect(await rig.run(stop.signal)).toEqual({ kind: 'cancelled' });
    expect(rig.store.approvals.listPending(rig.session().conversation)).toEqual([]);
  });

  test('a program that ends leaves the call to the next one, which asks the model to verify', async () => {
    const stop = new AbortController();
    begin({ steps: [{ calls: [['slow', {}]] }, { text: 'verified' }] });
    const run = rig.run(stop.signal);
    await expect.poll(() => rig.ran).toEqual(['+slow']);
    stop.abort('shutdown');
    expect(await run).toEqual({ kind: 'suspended' });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'verified' });
    expect(JSON.stringify(rig.requests[1]?.messages.at(-1))).toContain('verify before repeating');
  });

  test.each([
    ['ran', { kind: 'done', answer: { text: 'ended early', data: {} } }, 'ended early'],
    ['never began', { kind: 'rerun' }, 'Not executed: the person stopped the run.'],
  ] as const)(
    'what a killed program had started and %s is looked into only to stop',
    async (_what, found, told) => {
      const looks: unknown[] = [];
      const work = defineTool({
        name: 'work',
        description: 'Works.',
        effect: 'executes',
        ...UNLISTED,
        input: z.object({}),
        output: z.object({}),
        run: () => new Promise<never>(() => undefined),
        async recover(_input, { signal }) {
          looks.push(signal.reason);
          return found;
        },
      });
      const calls = [['work', {}] as const, ['change', {}] as const];
      begin({ steps: [{ calls }, { text: 'never' }], tools: [work] });
      const killed = new AbortController();
      const run = rig.run(killed.signal);
      await expect.poll(() => rig.store.calls.all(SESSION)[0]?.state).toBe('started');
      killed.abort('shutdown');
      await run;
      expect({
        outcome: await rig.run(AbortSignal.abort('cancel')),
        looks,
        ran: rig.ran,
        told: rig.store.history
          .all(SESSION)
          .at(-1)
          ?.content.map(({ content }) => content),
      }).toEqual({
        outcome: { kind: 'cancelled' },
        looks: ['cancel'],
        ran: [],
        told: [told, 'Not executed: the person stopped the run.'],
      });
    },
  );

  test('while it looks into what a killed program had started it is running for everybody', async () => {
    const seen: string[] = [];
    const work = defineTool({
      name: 'work',
      description: 'Works.',
      effect: 'executes',
      ...UNLISTED,
      input: z.object({}),
      output: z.object({}),
      run: () => new Promise<never>(() => undefined),
      async recover() {
        seen.push(rig.session().state.status);
        return { kind: 'done', answer: { text: 'ended', data: {} } };
      },
    });
    begin({ steps: [{ calls: [['work', {}]] }, { text: 'done' }], tools: [work] });
    const killed = new AbortController();
    const run = rig.run(killed.signal);
    await expect.poll(() => rig.store.calls.all(SESSION)[0]?.state).toBe('started');
    killed.abort('shutdown');
    await run;
    rig.store.sessions.update(SESSION, { state: { status: 'queued' }, atMs: 1 });
    await rig.run();
    expect(seen).toEqual(['running']);
  });

  test('words of the person follow the results of the current calls', async () => {
    begin({
      steps: [{ calls: [['look', {}]] }, { text: 'done' }],
      onRequest: (_request, index) => {
        if (index === 0)
          rig.store.steering.add({ session: SESSION, text: 'in Spanish', inboxSeq: 2, atMs: 1 });
      },
    });
    await rig.run();
    expect(rig.requests[1]?.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_0_0', content: 'did look' },
      { type: 'text', text: 'Message from the person:\nin Spanish' },
    ]);
  });
});

test('a crash at any commit loses nothing and runs nothing twice', async () => {
  const steps = [
    { calls: [['look', {}] as const, ['change', { name: 'one' }] as const] },
    { calls: [['change', { name: 'two' }] as const] },
    { text: 'finished' },
  ];
  let crashes = 0;
  for (let commit = 1; commit <= 9; commit += 1) {
    begin({ steps });
    rig.crashAtCommit(commit);
    await rig.run().catch((error: unknown) => {
      expect(error).toBeInstanceOf(Crash);
      crashes += 1;
    });
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    if (rig.session().state.status !== 'done')
      expect(await rig.run()).toEqual({ kind: 'done', text: 'finished' });
    const runs = rig.ran.filter((name) => name === '+one' || name === '+two');
    expect({ commit, runs: runs.sort() }).toEqual({ commit, runs: ['+one', '+two'] });
    expect(dangling(rig.store.history.all(SESSION))).toEqual([]);
    rig.remove();
  }
  expect(crashes).toBeGreaterThanOrEqual(7);
  begin({ steps });
});

describe('transcript', () => {
  test('holds the lines of the specification and every message', async () => {
    begin({ steps: [{ text: 'Looking.', calls: [['look', {}]] }, { text: 'All good.' }] });
    await rig.run();
    const lines = transcriptLines();
    expect(lines.map((line) => line.type)).toEqual([
      'session',
      'message',
      'message',
      'reply',
      'message',
      'round',
      'message',
      'reply',
      'end',
    ]);
    expect(lines.find((line) => line.type === 'round')).toMatchObject({
      round: 1,
      iteration: 0,
      tool_calls: ['look'],
      reply_preview: 'Looking.',
      task_plan_snapshot: '',
      timestamp: expect.any(String),
    });
    const messages = lines
      .filter((line) => line.type === 'message')
      .map(({ role, content }) => ({ role, content }));
    expect(messages).toEqual(rig.store.history.all(SESSION));
  });

  test('a session comes back from its transcript alone', async () => {
    begin({ steps: [{ calls: [['look', {}]] }, { text: 'All good.' }] });
    await rig.run();
    const file = createTranscripts(path.join(rig.folder, 'agent_sessions')).pathOf(SESSION);
    const other = agentRig({ steps: [] });
    const instance = 'other-instance' as InstanceId;
    other.store.instances.register({ id: instance, pid: 1, startTime: '0', atMs: 0 });
    const restored = restoreSession({ store: other.store, path: file, instance, nowMs: 5 });
    expect(restored).toMatchObject({
      skipped: 0,
      session: { id: SESSION, state: { status: 'parked' }, usage: { round: 2 } },
    });
    expect(other.store.history.all(SESSION)).toEqual(rig.store.history.all(SESSION));
    other.remove();
  });

  test('it knows then which files it wrote, and what they held before', async () => {
    const write = (path: string) => ['write', { path }] as const;
    const writes = defineTool({
      name: 'write',
      description: 'Writes.',
      effect: 'writes',
      ...UNLISTED,
      input: z.object({ path: z.string() }),
      output: z.object({ path: z.string() }),
      run: async ({ path }, { ledger }) => {
        const before = path === 'new.ts' ? undefined : 'old';
        const after = `v${ledger.listWritten().length + 1}`;
        ledger.noteWritten({ path, before, after, heldForeignChanges: false });
        return { text: 'ok', data: { path } };
      },
    });
    const steps = [{ calls: [write('a.ts'), write('new.ts')] }, { calls: [write('a.ts')] }, { text: 'ok' }];
    begin({ steps, tools: [writes] });
    await rig.run();
    const file = createTranscripts(path.join(rig.folder, 'agent_sessions')).pathOf(SESSION);
    const other = agentRig({ steps: [] });
    const instance = 'other-instance' as InstanceId;
    other.store.instances.register({ id: instance, pid: 1, startTime: '0', atMs: 0 });
    restoreSession({ store: other.store, path: file, instance, nowMs: 5 });
    const written = other.store.ledger.listWritten(SESSION);
    other.remove();
    expect(written).toEqual(rig.store.ledger.listWritten(SESSION));
    expect(written.map(({ path: name, after }) => `${name} ${after}`)).toEqual(['a.ts v3', 'new.ts v2']);
  });

  function transcriptLines(): readonly Record<string, unknown>[] {
    const file = createTranscripts(path.join(rig.folder, 'agent_sessions')).pathOf(SESSION);
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
});

function never(): never {
  throw new Error('the call should be there');
}

test('an abort at any moment leaves no call of the model without a result', async () => {
  const steps = [
    { text: 'Looking.', calls: [['look', { name: 'a' }] as const, ['change', { name: 'b' }] as const] },
    { calls: [['look', { name: 'c' }] as const, ['slow', {}] as const, ['change', { name: 'd' }] as const] },
    { text: 'finished' },
  ];
  const aborts = atLevel({ quick: 10, soak: 100 });
  const outcomes = new Set<string>();
  for (let n = 0; n < aborts; n += 1) {
    begin({ steps });
    const stop = new AbortController();
    // Turns of the event loop, not milliseconds: every await of the run is a place to stop at.
    const wait = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      stop.abort('cancel');
    };
    const [outcome] = await Promise.all([rig.run(stop.signal), wait(n % 10)]);
    outcomes.add(outcome.kind);
    expect({ n, dangling: dangling(rig.store.history.all(SESSION)) }).toEqual({ n, dangling: [] });
    rig.remove();
  }
  expect([...outcomes]).toEqual(['cancelled']);
  begin({ steps });
});
