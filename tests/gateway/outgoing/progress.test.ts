import { afterEach, expect, test, vi } from 'vitest';
import type { CommandTrouble, RoundProgress, RunEvent } from '../../../src/contracts/run-events.ts';
import { type SessionRecord, type TaskPlan, withChange } from '../../../src/contracts/session.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { type FakeAgent, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const PLAN: TaskPlan = {
  steps: [
    { title: 'Read the code', status: 'done' },
    { title: 'Fix the bug', status: 'in_progress' },
    { title: 'Run the tests', status: 'pending' },
    { title: 'Update the docs', status: 'skipped', note: 'no docs' },
    { title: 'Push', status: 'failed' },
  ],
};

const RUNNING = { en: 'running', es: 'ejecutando' };
const READING = { en: 'reading', es: 'leyendo' };
const COMMITTING = { en: 'committing', es: 'haciendo commit' };

let rig: GatewayRig;
afterEach(() => rig.remove());

interface Driven {
  readonly session: SessionRecord;
  readonly agent: FakeAgent;
  emit(event: RunEvent): Promise<void>;
  round(
    round: number,
    change?: Partial<Pick<RoundProgress, 'plan' | 'isLastRound' | 'troubles'> & Pick<SessionRecord, 'terms'>>,
  ): Promise<void>;
  end(): Promise<void>;
}

/** Starts one task whose run does what the test says. */
async function driven(
  phone: FakeChannel,
  { locale = 'en', text = '/agent one' }: { readonly locale?: Locale; readonly text?: string } = {},
): Promise<Driven> {
  let started: Driven | undefined;
  const run: FakeRun = (session, agent, control) =>
    new Promise((resolve) => {
      started = {
        session,
        agent,
        async emit(event) {
          control.onEvent(event);
          await settled();
        },
        async round(round, { plan, isLastRound = false, troubles = [], terms } = {}) {
          const now = withChange(session, { usage: { round, costMicroUsd: 20_000 * round }, terms });
          rig.store.sessions.update(session.id, { usage: { round }, atMs: rig.clock.nowMs() });
          agent.outgoing.announcer.announceProgress({
            session: now,
            round,
            isLastRound,
            plan,
            tools: [],
            troubles,
            elapsedMs: 6000 * round,
          });
          agent.outgoing.nudge();
          await settled();
        },
        async end() {
          resolve(agent.end({ kind: 'done', text: 'All done.' }));
          await settled();
        },
      };
    });
  rig = await gatewayRig({ locale, run, channels: [phone] });
  await rig.say(text);
  if (started === undefined) throw new Error('the run did not start');
  return started;
}

test('where nothing can be edited there is a line per round, with the plan once and then what changed of it', async () => {
  const task = await driven(new FakeChannel());
  await task.emit({ kind: 'tool-started', round: 1, doing: RUNNING, label: 'npm test' });
  await task.round(1);
  await task.round(2, { plan: PLAN });
  await task.round(3, { plan: PLAN });
  const mended = PLAN.steps.map((step, at) => (at === 1 ? { ...step, status: 'done' as const } : step));
  await task.round(4, { plan: { steps: mended }, isLastRound: true });
  expect(rig.phone.texts.slice(1)).toEqual([
    '🔧 Round 1 · 6 s · $0.020',
    [
      '🔧 Round 2: 1/5 steps done · 12 s · $0.040',
      '✅ Read the code',
      '▶️ Fix the bug',
      '⬜ Run the tests',
      '⏭️ Update the docs (no docs)',
      '❌ Push',
    ].join('\n'),
    '🔧 Round 3: 1/5 steps done · 18 s · $0.060',
    '📋 Round 4: 2/5 steps done · 24 s · $0.080\n✅ Fix the bug',
  ]);
});

test('where an edit costs nothing the time of a card ticks, until a second task would push it away', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'newest', editIntervalMs: 0, tickMs: 1000 }));
  await task.round(1);
  await task.emit({ kind: 'tool-started', round: 2, doing: RUNNING, label: 'npm test' });
  for (let second = 0; second < 2; second += 1) await rig.clock.advance(1000);
  const ticked = rig.phone.texts.slice(-3).map((text) => text.split('\n').slice(-2));
  rig.outgoing.progress.showEvent(await secondTask(task.session), { kind: 'model-asked', round: 1 });
  await settled();
  const before = rig.phone.texts.length;
  await rig.clock.advance(1000);
  await rig.clock.advance(1000);
  expect([ticked, rig.phone.texts.length - before]).toEqual([
    [
      ['⚙️ running `npm test`', '⏱️ 6 s · $0.020'],
      ['⚙️ running `npm test` · 1 s', '⏱️ 7 s · $0.020'],
      ['⚙️ running `npm test` · 2 s', '⏱️ 8 s · $0.020'],
    ],
    1,
  ]);
});

/** Another task of the same chat, as the rows have it. */
async function secondTask(session: SessionRecord): Promise<SessionRecord['id']> {
  const id = 'second-task' as SessionRecord['id'];
  rig.store.sessions.create({ ...session, id, number: 2, task: 'two' });
  return id;
}

test('where messages can be edited there is one card with plan, current tool, time and cost', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.emit({ kind: 'model-asked', round: 1 });
  await task.round(1, { plan: PLAN });
  await task.emit({ kind: 'tool-started', round: 2, doing: RUNNING, label: 'npm test' });
  const [first, ...edits] = rig.phone.sent;
  expect(first?.body).toEqual({ kind: 'text', text: '🔧 one\nRound 1\n⚙️ thinking' });
  expect(edits.map(({ body }) => body.kind === 'edit' && body.target === first?.id)).toEqual([true, true]);
  expect(rig.phone.texts.at(-1)).toBe(
    [
      '🔧 one',
      'Round 2: 1/5 steps done',
      '✅ Read the code',
      '▶️ Fix the bug',
      '⬜ Run the tests',
      '⏭️ Update the docs (no docs)',
      '❌ Push',
      '⚙️ running `npm test`',
      '⏱️ 6 s · $0.020',
    ].join('\n'),
  );
});

test.each([
  ['en', 'waiting for the model, next try in 2 min 00 s', 'All is well.'],
  ['es', 'espero al modelo, pruebo otra vez en 2 min 00 s', 'Todo bien.'],
] as const)(
  'the card says how long it waits for the model, and a word tries at once: %s',
  async (locale, words, done) => {
    const phone = new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 });
    const tries: string[] = [];
    let giveUp: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const run: FakeRun = async (session, agent, control) => {
      tries.push(session.task);
      if (tries.length > 1) return agent.end({ kind: 'done', text: done });
      control.onEvent({ kind: 'model-asked', round: 1 });
      await shown;
      const untilMs = rig.clock.nowMs() + 120_000;
      return agent.end({ kind: 'paused', untilMs, why: 'unreachable', detail: 'away' });
    };
    rig = await gatewayRig({ locale, run, channels: [phone] });
    await rig.say('/agent one');
    giveUp();
    await settled();
    const card = rig.phone.texts.findLast((text) => text.startsWith('🔧'));
    const before = tries.length;
    await rig.say('hola');
    expect({
      card,
      before,
      after: tries.length,
      end: rig.phone.texts.at(-1),
    }).toEqual({
      card: `🔧 one\n${locale === 'en' ? 'Round' : 'Ronda'} 1\n⚙️ ${words}`,
      before: 1,
      after: 2,
      end: expect.stringContaining(done),
    });
  },
);

test('the card shows what the model last said of its way, cut to two lines, until the task ends', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  const look = { kind: 'tool-started', round: 1, doing: READING, label: 'a.ts' } as const;
  await task.emit({ kind: 'model-said', round: 1, words: `I look at the login.\n${'x'.repeat(200)}` });
  await task.emit(look);
  const first = rig.phone.texts.at(-1);
  await task.round(1);
  const between = rig.phone.texts.at(-1);
  await task.emit({ kind: 'model-said', round: 2, words: '' });
  await task.emit({ ...look, round: 2 });
  const silent = rig.phone.texts.at(-1);
  await task.emit({ kind: 'model-said', round: 3, words: 'Now the tests.' });
  await task.emit({ ...look, round: 3 });
  await task.end();
  const last = rig.phone.sent.findLast(({ body }) => body.kind === 'edit')?.body;
  const said = `💬 I look at the login. ${'x'.repeat(96)}...`;
  expect({ first, between, silent, last: last?.kind === 'edit' && last.text }).toEqual({
    first: `🔧 one\nRound 1\n${said}\n⚙️ reading \`a.ts\``,
    between: `🔧 one\nRound 1\n${said}\n⏱️ 6 s · $0.020`,
    silent: '🔧 one\nRound 2\n⚙️ reading `a.ts`\n⏱️ 6 s · $0.020',
    last: '✅ one\n1 round\n⏱️ 6 s · $0.020',
  });
});

test.each([
  ['busy', 'the model is busy, trying again in 3 s'],
  ['silent', 'the model stopped answering, trying again in 3 s'],
  ['unreachable', "can't reach the model, trying again in 3 s"],
] as const)('the card says why the model is asked again: %s', async (why, said) => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.emit({ kind: 'model-asked', round: 1 });
  await task.emit({ kind: 'model-retry', attempt: 1, waitMs: 2_400, why, reason: 'connect ECONNREFUSED' });
  expect(rig.phone.texts.at(-1)).toBe(`🔧 one\nRound 1\n⚙️ ${said}`);
});

test('what takes long says for how long, again and again until there is something else', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.emit({ kind: 'tool-started', round: 1, doing: RUNNING, label: 'npm test' });
  for (let half = 0; half < 3; half += 1) await rig.clock.advance(30_000);
  await task.emit({ kind: 'model-asked', round: 2 });
  await rig.clock.advance(29_000);
  await task.round(2);
  for (let half = 0; half < 3; half += 1) await rig.clock.advance(30_000);
  await task.end();
  const running = '🔧 one\nRound 1\n⚙️ running `npm test`';
  const ended = '✅ one\n2 rounds\n⏱️ 1 min 42 s · $0.040';
  expect(rig.phone.texts.filter((text) => !text.startsWith('✅ Done'))).toEqual([
    running,
    `${running} · 30 s`,
    `${running} · 1 min 00 s`,
    `${running} · 1 min 30 s`,
    '🔧 one\nRound 1\n⚙️ thinking',
    '🔧 one\nRound 2\n⏱️ 12 s · $0.040',
    ended,
  ]);
});

test('what takes long ends nothing where its time cannot be shown', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.emit({ kind: 'tool-started', round: 1, doing: RUNNING, label: 'npm test' });
  const looked = vi.spyOn(rig.store.worktrees, 'findActive').mockImplementation(() => {
    throw new Error('no room');
  });
  await rig.clock.advance(30_000);
  expect(looked).toHaveBeenCalledOnce();
  looked.mockRestore();
  await task.end();
  expect(rig.phone.texts).toContainEqual(expect.stringContaining('✅ Done: one'));
});

test('edits keep the interval of the channel, and the newest wins', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 3000 }));
  for (const file of ['a.ts', 'b.ts', 'c.ts']) {
    await task.emit({ kind: 'tool-started', round: 1, doing: READING, label: file });
  }
  const before = [...rig.phone.texts];
  await rig.clock.advance(3000);
  expect([before, rig.phone.texts]).toEqual([
    ['🔧 one\nRound 1\n⚙️ reading `a.ts`'],
    ['🔧 one\nRound 1\n⚙️ reading `a.ts`', '🔧 one\nRound 1\n⚙️ reading `c.ts`'],
  ]);
});

test('at the end the card keeps its last round without a tool, and the report is a new message', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.round(1);
  await task.emit({ kind: 'tool-started', round: 2, doing: COMMITTING, label: 'fix: login' });
  await task.end();
  const edit = rig.phone.sent.findLast(({ body }) => body.kind === 'edit');
  const report = rig.phone.sent.findLast(({ body }) => body.kind === 'text');
  expect(edit?.body).toMatchObject({ text: '✅ one\n1 round\n⏱️ 6 s · $0.020' });
  expect(report?.body).toMatchObject({ text: expect.stringContaining("✅ Done: one\n\nI didn't edit") });
});

test('card and report name the same number of rounds: the reply that ends a task is none', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.round(1);
  await task.emit({ kind: 'model-asked', round: 2 });
  const thinking = rig.phone.texts.at(-1);
  await task.end();
  expect([thinking, ...rig.phone.texts.slice(-2)]).toEqual([
    '🔧 one\nRound 1\n⚙️ thinking\n⏱️ 6 s · $0.020',
    expect.stringMatching(/^✅ Done: one\n[\s\S]* · 1 round\n/u),
    '✅ one\n1 round\n⏱️ 6 s · $0.020',
  ]);
});

test('the rounds of a card never run back', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.round(1);
  await task.emit({ kind: 'tool-started', round: 2, doing: RUNNING, label: 'npm test' });
  await task.emit({ kind: 'model-asked', round: 2 });
  await task.emit({ kind: 'tool-started', round: 1, doing: RUNNING, label: 'npm test' });
  const rounds = rig.phone.texts.flatMap((text) => /^Round \d$/m.exec(text)?.[0] ?? []);
  expect(rounds).toEqual(['Round 1', 'Round 2', 'Round 2', 'Round 2']);
});

test('a task that ends with its first reply leaves a card that no longer thinks', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.emit({ kind: 'model-asked', round: 1 });
  await task.end();
  const edits = rig.phone.sent.flatMap(({ body }) => (body.kind === 'edit' ? [body.text] : []));
  expect(edits).toEqual(['✅ one']);
});

test('where only the newest message can be edited, a question ends the card and a new one begins below', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'newest', editIntervalMs: 0 }));
  await task.round(1);
  task.agent.ask();
  await settled();
  await task.round(2);
  expect(rig.phone.sent.map(({ body }) => body.kind)).toEqual(['text', 'text', 'text', 'edit', 'text']);
});

test('where any message can be edited, the card says that it waits, and goes on after the answer', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.round(1);
  task.agent.ask();
  await settled();
  await task.round(2);
  const card = rig.phone.sent[0]?.id;
  expect(
    rig.phone.sent.map(({ id, body }) => (body.kind === 'edit' ? [body.target, body.text] : id)),
  ).toEqual([
    card,
    'Q1',
    [card, '🔧 one\nRound 1\n⚙️ waiting for your answer below\n⏱️ 6 s · $0.020'],
    [card, '🔧 one\nRound 2\n⏱️ 12 s · $0.040'],
  ]);
});

test('a new card begins when the channel no longer lets the old one be edited', async () => {
  const phone = new FakeChannel('phone', { edit: 'any', editIntervalMs: 0, editWindowMs: 15 * 60_000 });
  const task = await driven(phone);
  await task.round(1);
  await rig.clock.advance(14 * 60_000);
  await task.round(2);
  await rig.clock.advance(60_000);
  await task.round(3);
  await task.round(4);
  expect(rig.phone.sent.map(({ body }) => body.kind)).toEqual(['text', 'edit', 'text', 'edit']);
});

test('after a restart the same card goes on, as long as it can be edited', async () => {
  const phone = new FakeChannel('phone', { edit: 'any', editIntervalMs: 0, editWindowMs: 15 * 60_000 });
  const task = await driven(phone);
  await task.round(1);
  const card = phone.sent.at(-1)?.id;
  rig = await rig.restart({ run: () => new Promise(() => undefined) });
  rig.outgoing.progress.showEvent(task.session.id, { kind: 'model-asked', round: 2 });
  await settled();
  await rig.clock.advance(15 * 60_000);
  rig.outgoing.progress.showEvent(task.session.id, { kind: 'model-asked', round: 3 });
  await settled();
  const [edit, fresh, last] = phone.sent
    .filter(({ body }) => 'text' in body && body.text.includes('thinking'))
    .slice(-3);
  expect([edit, fresh, last].map((message) => message?.body)).toEqual([
    { kind: 'edit', target: card, text: '🔧 one\nRound 1\n⚙️ thinking\n⏱️ 0 s · $0.00' },
    { kind: 'text', text: '🔧 one\nRound 1\n⚙️ thinking · 15 min 00 s\n⏱️ 15 min 00 s · $0.00' },
    { kind: 'edit', target: fresh?.id, text: '🔧 one\nRound 1\n⚙️ thinking\n⏱️ 15 min 00 s · $0.00' },
  ]);
});

test('the card shows what the last test run counted', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  const data = { exit_code: 1, tests: { passed: 11, failed: 1 } };
  await task.emit({ kind: 'tool-ended', tool: 'run_command', ok: true, durationMs: 5, data });
  await task.round(1);
  expect(rig.phone.texts.at(-1)).toBe('🔧 one\nRound 1\n🧪 11 passed, 1 failed\n⏱️ 6 s · $0.020');
});

test('a card that fails to be sent disturbs nothing', async () => {
  const phone = new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 });
  const task = await driven(phone);
  phone.failure = new Error('no connection');
  await task.round(1);
  phone.failure = undefined;
  await task.round(2);
  expect(rig.phone.sent.at(-1)?.body).toEqual({ kind: 'text', text: '🔧 one\nRound 2\n⏱️ 12 s · $0.040' });
});

test('a talk shows no progress', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any' }), { text: 'what is this?' });
  await task.emit({ kind: 'tool-started', round: 1, doing: READING, label: 'README.md' });
  await task.round(1);
  expect(rig.phone.texts.slice(1)).toEqual([]);
});

const TROUBLES: readonly CommandTrouble[] = [
  { kind: 'blocked', command: 'rm' },
  { kind: 'blocked', command: 'rm' },
  { kind: 'rejected' },
  { kind: 'timed-out', seconds: 30 },
  { kind: 'too-many' },
  { kind: 'killed', exitCode: 137 },
  { kind: 'unreadable' },
];

test.each([
  [
    'en' as const,
    [
      '🚫 Command blocked: rm is not allowed',
      '❌ Command rejected by user',
      '⌛ Command timed out after 30s',
      'Too many background processes. Kill one first.',
      '💥 Command killed (exit code 137), maybe out of memory.',
      "⚠️ I couldn't read a command, so I didn't run it.",
    ],
  ],
  [
    'es' as const,
    [
      '🚫 Comando bloqueado: rm no está permitido',
      '❌ Comando rechazado por el usuario',
      '⌛ El comando superó el límite de 30 s',
      'Demasiados procesos en segundo plano. Termina uno primero.',
      '💥 El sistema mató un comando (código 137), ¿sin memoria?',
      '⚠️ No pude leer un comando, así que no lo ejecuté.',
    ],
  ],
])(
  'commands that did not run, or not to their end, are named under the round, in %s',
  async (locale, lines) => {
    const plain = await driven(new FakeChannel(), { locale });
    await plain.round(1, { troubles: TROUBLES });
    const inLine = rig.phone.texts.at(-1)?.split('\n').slice(1);
    await rig.remove();
    const card = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }), { locale });
    await card.round(1, { troubles: TROUBLES });
    expect([inLine, rig.phone.texts.at(-1)?.split('\n').slice(2, -1)]).toEqual([lines, lines]);
  },
);

test.each([
  ['en' as const, '⌛ I stopped a background command after 30 minutes: `npm run dev`'],
  ['es' as const, '⌛ Detuve un comando después de 30 minutos: `npm run dev`'],
])('a background command that was ended for its age is told, once, in %s', async (locale, text) => {
  const { session, agent } = await driven(new FakeChannel(), { locale });
  const process = { id: 'p-abcdef', command: 'npm run dev' };
  agent.outgoing.announcer.announceCommandEnd(session, {
    ...process,
    fate: { kind: 'timed-out', durationMs: 1 },
  });
  agent.outgoing.announcer.announceCommandEnd(session, {
    ...process,
    fate: { kind: 'timed-out', durationMs: 1 },
  });
  agent.outgoing.nudge();
  await settled();
  expect(rig.phone.texts.slice(1)).toEqual([text]);
});

test('from four fifths of the cap on the card says so, and that all is spent, in the same message', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  await task.round(39);
  const before = rig.phone.texts.at(-1);
  await task.round(40);
  await task.round(41);
  const after = rig.phone.texts.at(-1);
  await task.round(50);
  const bodies = rig.phone.sent.map(({ body }) => body.kind);
  expect({ before, after, atCap: rig.phone.texts.at(-1), bodies }).toEqual({
    before: '🔧 one\nRound 39\n⏱️ 3 min 54 s · $0.78',
    after: '🔧 one\nRound 41\n⚠️ $0.82 of $1.00 spent: more than 80 %\n⏱️ 4 min 06 s · $0.82',
    atCap: '🔧 one\nRound 50\n⚠️ $1.00 of $1.00 spent: all of it\n⏱️ 5 min 00 s · $1.00',
    bodies: ['text', 'edit', 'edit', 'edit'],
  });
});

test('a task that may cost less by its terms says so from four fifths of that on', async () => {
  const task = await driven(new FakeChannel());
  const terms = { preApproved: [], limits: { maxCostUsd: 0.5 } };
  for (const round of [19, 20, 21]) await task.round(round, { terms });
  expect(rig.phone.texts.filter((text) => text.includes('80 %'))).toEqual([
    '🔧 Round 20 · 2 min 00 s · $0.40\n⚠️ $0.40 of $0.50 spent: more than 80 %',
  ]);
});

test('where nothing can be edited that line is told once', async () => {
  const task = await driven(new FakeChannel());
  for (const round of [39, 40, 41]) await task.round(round);
  expect(rig.phone.texts.filter((text) => text.includes('80 %'))).toEqual([
    '🔧 Round 40 · 4 min 00 s · $0.80\n⚠️ $0.80 of $1.00 spent: more than 80 %',
  ]);
});

test('the card says what similar tasks cost, once enough are known', async () => {
  const task = await driven(new FakeChannel('phone', { edit: 'any', editIntervalMs: 0 }));
  const { session } = task;
  for (const n of [1, 2, 3]) {
    const id = `past-${n}` as SessionRecord['id'];
    const done = withChange(session, {
      state: { status: 'done', endedAtMs: session.origin.createdAtMs },
      usage: { costMicroUsd: 100_000 * n },
    });
    rig.store.sessions.create({ ...done, id });
  }
  await task.round(1);
  expect(rig.phone.texts.at(-1)).toBe(
    '🔧 one\nRound 1\n⏱️ 6 s · $0.020\n💰 similar tasks here: $0.10 to $0.30',
  );
});

test('the card of the next task comes below the report of the one before, however long that is held back', async () => {
  const phone = new FakeChannel('phone', { edit: 'any' });
  let holdMs = 3000;
  phone.hold = ({ body }) => ('text' in body && body.text.startsWith('✅') ? holdMs : 0);
  const run: FakeRun = async (session, agent, { onEvent }) => {
    if (session.task === 'one') return agent.end({ kind: 'done', text: '' });
    onEvent({ kind: 'model-asked', round: 1 });
    return new Promise(() => undefined);
  };
  rig = await gatewayRig({ locale: 'en', run, channels: [phone] });
  await rig.say('/agent one');
  await rig.say('/agent two');
  const before = phone.texts.filter((text) => text.startsWith('🔧'));
  holdMs = 0;
  await rig.clock.advance(3000);
  expect([before, phone.texts.map((text) => text.split('\n')[0])]).toEqual([
    [],
    expect.arrayContaining(['✅ Done: one', '🔧 two']),
  ]);
  expect(phone.texts.findIndex((text) => text.startsWith('✅ Done'))).toBeLessThan(
    phone.texts.findIndex((text) => text.startsWith('🔧')),
  );
});

test('a report that cannot be sent now holds back no card', async () => {
  const phone = new FakeChannel('phone', { edit: 'any' });
  const send = phone.send.bind(phone);
  phone.send = (message) =>
    'text' in message.body && message.body.text.startsWith('✅')
      ? Promise.reject(new Failure('unavailable', 'no line'))
      : send(message);
  const run: FakeRun = async (session, agent, { onEvent }) => {
    if (session.task === 'one') return agent.end({ kind: 'done', text: '' });
    onEvent({ kind: 'model-asked', round: 1 });
    return new Promise(() => undefined);
  };
  rig = await gatewayRig({ locale: 'en', run, channels: [phone] });
  await rig.say('/agent one');
  await rig.say('/agent two');
  expect(phone.texts.filter((text) => text.startsWith('🔧'))).toHaveLength(1);
});
