import { describe, expect, test } from 'vitest';
import { type Outcome, type ParkReason, type TaskPlan, withChange } from '../../../src/contracts/session.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { type FinishedRun, reportText } from '../../../src/gateway/report/report.ts';
import { doubtsIn } from '../../../src/gateway/report/verify-outcome.ts';
import type { WorkDone } from '../../../src/gateway/report/work-done.ts';
import { NO_WORK } from '../../support/no-work.ts';
import { sessionRecord } from '../../support/session-record.ts';

const NOW = 1_000_000;
const session = sessionRecord({ usage: { round: 6, activeMs: 80_000, costMicroUsd: 120_000 } });

const FIXED: WorkDone = {
  files: [
    { path: 'src/login.ts', added: 3, removed: 1 },
    { path: 'test/login.test.ts', added: 10, removed: 0 },
  ],
  commandsChanged: true,
  commands: [
    { line: 'npm test', ends: [1, 0] },
    { line: 'npm run lint', ends: [0] },
  ],
  tests: {
    last: { counts: { passed: 12, failed: 0, skipped: 0 }, exitCode: 0 },
    proof: 'passed',
    passedCounts: [12],
  },
  commits: [{ hash: 'a1b2c3d4e5f6', subject: 'fix: keep the session after login' }],
  integrated: undefined,
  putAway: [],
  pushed: { remote: 'origin', branch: 'fix-login', hash: 'a1b2c3d4e5f6' },
  pullRequest: { url: 'https://github.com/acme/shop/pull/7', number: 7 },
  failures: [],
  didSomething: true,
  brokenFiles: [],
  uncommittedIn: [],
  guarded: [],
};

const MERGED = { kind: 'merge', from: 'origin/main', branch: 'fix/login', isFresh: true } as const;

test.each([
  ['en', { ...MERGED, open: undefined }, 'done', '🔀 origin/main → fix/login'],
  [
    'en',
    { ...MERGED, open: ['a.ts'] },
    'done',
    'The merge with `origin/main` is unfinished.\nStill in conflict: a.ts\n/undo takes it back.',
  ],
  [
    'es',
    { ...MERGED, open: [] },
    'cancelled',
    '⚠️ El merge con `origin/main` quedó a medias.\nPara deshacerlo: /deshacer',
  ],
] as const)('a branch that was brought in is told (%s, %j, %s)', (locale, integrated, kind, text) => {
  const outcome = kind === 'done' ? ({ kind, text: 'Merged.' } as const) : ({ kind } as const);
  const work = { ...NO_WORK, integrated, didSomething: true };
  expect(`${report(outcome, { work }, locale)}\n`).toContain(`\n${text}\n`);
});

test('what is still put away is said, with what brings it back', () => {
  const work = { ...NO_WORK, putAway: ['a.ts'] };
  expect(report({ kind: 'done', text: 'Done.' }, { work })).toContain(
    '📦 Still in the stash: a.ts\nTo get it back: `git stash pop`',
  );
});

test('known syntax errors are in the first line', () => {
  const work = { ...FIXED, brokenFiles: [{ path: 'src/a.ts', line: 12 }] };
  const first = (locale: 'en' | 'es') =>
    report({ kind: 'done', text: 'Done.' }, { work }, locale).split('\n').slice(0, 2);
  expect([first('en'), first('es')]).toEqual([
    ['⚠️ Not done: syntax error in src/a.ts:12', 'fix the login bug'],
    ['⚠️ Falta algo: error de sintaxis en src/a.ts:12', 'fix the login bug'],
  ]);
});

function report(
  outcome: FinishedRun['outcome'],
  change: Partial<FinishedRun> = {},
  locale: 'en' | 'es' = 'en',
): string {
  const background = { running: [], ended: [] };
  const finished = { session, outcome, work: NO_WORK, plan: undefined, background, nowMs: NOW, ...change };
  const doubts = doubtsIn({ ...finished, mentions: () => false });
  return reportText({ ...finished, doubts }, texts(locale));
}

const done: Outcome = { kind: 'done', text: 'The session cookie was dropped on redirect; it is kept now.' };

test('a task that is done: what the model says, then facts from records', () => {
  expect(report(done, { work: FIXED })).toMatchInlineSnapshot(`
    "✅ Done: fix the login bug

    📄 src/login.ts (+3 -1), test/login.test.ts (+10 -0)
    ⚙️ Exit codes: \`npm test\` → 1, 0 · \`npm run lint\` → 0
    🧪 12 passed
    💾 a1b2c3d fix: keep the session after login
    ⬆️ a1b2c3d → origin/fix-login
    🔗 https://github.com/acme/shop/pull/7
    ⏱️ 1 min 20 s · $0.12 · 6 rounds

    💬 The agent says (I haven't checked it):
    The session cookie was dropped on redirect; it is kept now."
  `);
});

test('the same in Spanish', () => {
  expect(report(done, { work: FIXED }, 'es')).toMatchInlineSnapshot(`
    "✅ Listo: fix the login bug

    📄 src/login.ts (+3 -1), test/login.test.ts (+10 -0)
    ⚙️ Códigos de salida: \`npm test\` → 1, 0 · \`npm run lint\` → 0
    🧪 12 pasaron
    💾 a1b2c3d fix: keep the session after login
    ⬆️ a1b2c3d → origin/fix-login
    🔗 https://github.com/acme/shop/pull/7
    ⏱️ 1 min 20 s · $0.12 · 6 rondas

    💬 Lo que dice el agente (no lo revisé):
    The session cookie was dropped on redirect; it is kept now."
  `);
});

test('steps that are not done are named, whatever the model says', () => {
  const plan = {
    steps: [
      { title: 'Fix the bug', status: 'done' },
      { title: 'Update the docs', status: 'skipped', note: 'failed 3 times' },
    ],
  } as const;
  expect(report(done, { plan: { steps: [...plan.steps] } })).toMatchInlineSnapshot(`
    "⚠️ Not done: fix the login bug
    1 of 2 steps is still open.
    /agent-resume continues from here.

    I didn't edit any files.
    ⏱️ 1 min 20 s · $0.12 · 6 rounds
    Open steps:
    ⏭️ Update the docs (failed 3 times)

    💬 The agent says (I haven't checked it):
    The session cookie was dropped on redirect; it is kept now."
  `);
});

const counted = (passed: number, failed: number, skipped = 0) => ({ passed, failed, skipped });

test.each([
  [{ counts: counted(10, 2), exitCode: 1 }, '🧪 10 passed, 2 failed', '🧪 10 pasaron, 2 fallaron'],
  [
    { counts: counted(1, 1, 1), exitCode: 1 },
    '🧪 1 passed, 1 failed, 1 skipped',
    '🧪 1 pasó, 1 falló, 1 omitida',
  ],
  [{ counts: counted(10, 0), exitCode: 1 }, '🧪 10 passed, exit code 1', '🧪 10 pasaron, código de salida 1'],
  [{ counts: counted(0, 0), exitCode: 0 }, '🧪 no tests ran', '🧪 no corrió ninguna prueba'],
  [{ counts: undefined, exitCode: 0 }, '🧪 exit code 0', '🧪 código de salida 0'],
  [{ counts: undefined, exitCode: null }, '🧪 stopped early', '🧪 detenidas antes de terminar'],
] as const)('tests %j are told as %j', (last, english, spanish) => {
  const work = { ...FIXED, tests: { ...FIXED.tests, last } };
  expect([report(done, { work }), report(done, { work }, 'es')]).toEqual([
    expect.stringContaining(`\n${english}\n`),
    expect.stringContaining(`\n${spanish}\n`),
  ]);
});

test.each([
  [[{ line: 'npm test', ends: [1, 1, 'stopped', 0] }], '⚙️ Exit codes: `npm test` → …, 1, stopped, 0'],
  [[{ line: 'npm start', ends: ['background'] }], '⚙️ `npm start` → in the background'],
  [
    ['a', 'b', 'c', 'd', 'e', 'f'].map((line) => ({ line, ends: [0] })),
    '⚙️ Exit codes: 2 more · `c` → 0 · `d` → 0 · `e` → 0 · `f` → 0',
  ],
] as const)('commands %j are told as %j', (commands, line) => {
  expect(report(done, { work: { ...NO_WORK, commands } }).split('\n')).toContain(line);
});

describe('"done" that the records do not bear out is told as not done', () => {
  const failed: WorkDone = {
    ...FIXED,
    tests: { ...FIXED.tests, last: { counts: counted(11, 1), exitCode: 1 }, proof: 'failed' },
  };

  test('after a run of tests that failed', () => {
    expect(report(done, { work: failed })).toMatchInlineSnapshot(`
      "⚠️ Not done: fix the login bug
      The last test run failed.
      /agent-resume continues from here.

      📄 src/login.ts (+3 -1), test/login.test.ts (+10 -0)
      ⚙️ Exit codes: \`npm test\` → 1, 0 · \`npm run lint\` → 0
      🧪 11 passed, 1 failed
      💾 a1b2c3d fix: keep the session after login
      ⬆️ a1b2c3d → origin/fix-login
      🔗 https://github.com/acme/shop/pull/7
      ⏱️ 1 min 20 s · $0.12 · 6 rounds

      💬 The agent says (I haven't checked it):
      The session cookie was dropped on redirect; it is kept now."
    `);
  });

  test('the same in Spanish', () => {
    expect(report(done, { work: failed }, 'es')).toMatchInlineSnapshot(`
      "⚠️ Falta algo: fix the login bug
      Las últimas pruebas fallaron.
      Para seguir desde aquí: /continuar

      📄 src/login.ts (+3 -1), test/login.test.ts (+10 -0)
      ⚙️ Códigos de salida: \`npm test\` → 1, 0 · \`npm run lint\` → 0
      🧪 11 pasaron, 1 falló
      💾 a1b2c3d fix: keep the session after login
      ⬆️ a1b2c3d → origin/fix-login
      🔗 https://github.com/acme/shop/pull/7
      ⏱️ 1 min 20 s · $0.12 · 6 rondas

      💬 Lo que dice el agente (no lo revisé):
      The session cookie was dropped on redirect; it is kept now."
    `);
  });

  test.each([
    [
      'not-since-change',
      ['Done, not tested', 'No tests ran after the last change.'],
      ['Listo, sin probar', 'No corrió ninguna prueba después del último cambio.'],
    ],
    [
      'nothing-ran',
      ['Not done', 'The last test run proves nothing: no passes, or no result.'],
      ['Falta algo', 'Las últimas pruebas no dicen nada: ninguna pasó o se leyó.'],
    ],
  ] as const)('with the proof %s', (proof, english, spanish) => {
    const work = { ...FIXED, tests: { ...FIXED.tests, proof } };
    const heads = (['en', 'es'] as const).map((locale) =>
      report(done, { work }, locale).split('\n').slice(0, 3),
    );
    expect(heads).toEqual([
      [`⚠️ ${english[0]}: fix the login bug`, english[1], '/agent-resume continues from here.'],
      [`⚠️ ${spanish[0]}: fix the login bug`, spanish[1], 'Para seguir desde aquí: /continuar'],
    ]);
  });
});

test('of many files a few are shown and the rest counted', () => {
  const files = Array.from({ length: 9 }, (_, n) => ({ path: `${n}.ts`, added: 1, removed: 0 }));
  expect(report(done, { work: { ...NO_WORK, files } })).toContain('5.ts (+1 -0) and 3 more');
});

test('long closing words are cut; the facts below are not', () => {
  const text = report({ kind: 'done', text: 'word '.repeat(2000) }, { work: FIXED });
  expect([text.length < 2000, text.includes('· 6 rounds\n')]).toEqual([true, true]);
});

test('an unknown price is said, not shown as nothing', () => {
  expect(report(done, { session: withChange(session, { usage: { costKnown: false } }) })).toContain(
    '1 min 20 s · cost unknown · 6 rounds',
  );
});

test('the answer of a talk is only the answer, in full', () => {
  const answer = 'It is a shop. '.repeat(500);
  expect(report({ kind: 'done', text: answer }, { session: { ...session, mode: 'talk' } })).toBe(answer);
});

test('a pause says when it ends', () => {
  expect(report({ kind: 'paused', untilMs: NOW + 90_000, why: 'busy', detail: '' })).toMatchInlineSnapshot(`
    "⏳ Waiting: fix the login bug
    The model is overloaded.
    I'll try again in 1 min 30 s.
    Write anything to try now, or /cancel to stop."
  `);
});

test('a mistake of ours is called one, and says how to go on', () => {
  expect(report({ kind: 'failed', detail: 'x is undefined' })).toMatchInlineSnapshot(`
    "❌ Failed: fix the login bug
    I hit an internal error: x is undefined
    The work so far is kept. /agent-resume tries again from there.

    I didn't edit any files.
    ⏱️ 1 min 20 s · $0.12 · 6 rounds"
  `);
});

describe('every reason to stop says what happened and how to go on', () => {
  const reasons: readonly ParkReason[] = [
    'rounds',
    'no-progress',
    'money',
    'daily-money',
    'tokens',
    'time',
    'loop',
    'malformed',
    'empty',
    'cut-off',
    'refused',
    'too-long',
    'key',
    'request',
    'busy',
    'unreachable',
    'silent',
    'unanswered',
  ];
  const ways = /\/agent|\/continuar|Answer any time|Respóndela/;

  test.each(reasons)('%s', (reason) => {
    const outcome = { kind: 'parked', reason, detail: '', text: '' } as const;
    const [english = '', spanish = ''] = (['en', 'es'] as const).map(
      (locale) => report(outcome, {}, locale).split('\n\n', 1)[0],
    );
    expect([english.split('\n', 1), spanish.split('\n', 1)]).toEqual([
      ['⏸ Paused: fix the login bug'],
      ['⏸ En pausa: fix the login bug'],
    ]);
    expect([english, spanish]).toEqual([expect.stringMatching(ways), expect.stringMatching(ways)]);
  });
});

describe('a task that stands still says at what', () => {
  const stuck = { kind: 'parked', reason: 'no-progress', detail: '15', text: '' } as const;
  const plan: TaskPlan = {
    steps: [
      { title: 'Find the bug', status: 'done' },
      { title: 'Read the docs', status: 'pending' },
      { title: 'Make the tests pass', status: 'in_progress' },
    ],
  };
  const commands = [
    { line: 'npm test', ends: [0, 1] },
    { line: 'npm run lint', ends: [1, 0] },
    { line: 'grep -r login src', ends: [1] },
  ] as const;

  test.each([
    ['en', 'Stuck at: Make the tests pass · `npm test` fails (exit code 1)'],
    ['es', 'Me trabé en: Make the tests pass · `npm test` falla (código de salida 1)'],
  ] as const)('in %s: its step and the tests that fail', (locale, line) => {
    expect(report(stuck, { plan, work: { ...NO_WORK, commands } }, locale).split('\n')[1]).toBe(line);
  });

  test.each<[string, Partial<FinishedRun>, string]>([
    [
      'without a plan',
      { work: { ...NO_WORK, commands: commands.slice(1) } },
      '`grep -r login src` fails (exit code 1)',
    ],
    [
      'with a command that was ended',
      { work: { ...NO_WORK, commands: [{ line: 'make', ends: ['stopped'] }] } },
      '`make` was stopped',
    ],
    [
      'before its first step',
      { plan: { steps: [{ title: 'Look around', status: 'pending' }] } },
      'Look around',
    ],
  ])('%s', (_name, change, what) => {
    expect(report(stuck, change).split('\n')[1]).toBe(`Stuck at: ${what}`);
  });

  test('and nothing where the records show nothing', () => {
    expect(report(stuck)).not.toContain('Stuck at');
    expect(report({ ...stuck, reason: 'rounds' }, { plan })).not.toContain('Stuck at');
  });
});

test('what a server answered is quoted where it explains', () => {
  expect(
    report({ kind: 'parked', reason: 'key', detail: '401 invalid x-api-key', text: '' }),
  ).toMatchInlineSnapshot(`
    "⏸ Paused: fix the login bug
    No API key is set, or the model refused it.
    Run \`wasap setup\`, or set ANTHROPIC_API_KEY and restart me.
    Then: /agent-resume
    (401 invalid x-api-key)

    I didn't edit any files.
    ⏱️ 1 min 20 s · $0.12 · 6 rounds"
  `);
});

test.each([
  [
    'en',
    '🛡️ A command changed this without your permission: .github, .git (it would have run by itself; moved to /d/.git)',
  ],
  [
    'es',
    '🛡️ Un comando cambió esto sin tu permiso: .github, .git (se habría ejecutado solo; lo moví a /d/.git)',
  ],
] as const)('protected files that commands changed are told to the person (%s)', (locale, line) => {
  const guarded = [
    { path: '.github', movedTo: undefined },
    { path: '.git', movedTo: '/d/.git' },
  ];
  expect(report(done, { work: { ...NO_WORK, guarded } }, locale).split('\n')).toContain(line);
});

test.each([
  ['en', "Commands changed files; I didn't edit any. /diff shows them."],
  ['es', 'Los comandos cambiaron archivos; yo no edité. Mira /cambios.'],
] as const)('what only commands changed is not kept back (%s)', (locale, line) => {
  const work: WorkDone = { ...NO_WORK, commandsChanged: true };
  expect(report({ kind: 'done', text: '' }, { work }, locale)).toContain(line);
});
