import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../src/contracts/store.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import {
  isReady,
  type JobPlan,
  resolveReferences,
  statesOf,
  type TaskResult,
} from '../../../src/features/jobs/plan/plan.ts';
import { nextStep, resultOf, resultsIn } from '../../../src/features/jobs/running/next-step.ts';
import { jobTexts } from '../../../src/features/jobs/texts/texts.ts';
import { catalog, check, planFor, type WrittenTask } from './support.ts';

const { reasons } = jobTexts(texts('en')).chat;
const PARTS = { catalog, check, reasons, most: 8 };
const STATUS = { branch: 'main', head: null, ahead: 2, behind: 0, changes: [{ path: 'a.ts', code: 'M' }] };
const READ = { service: 'files', command: 'read_lines' };

function done(output: Json = STATUS): TaskResult {
  return { kind: 'done', output };
}
const FAILED: TaskResult = { kind: 'failed', reason: 'It broke.' };

describe('references in an input', () => {
  const outputs = new Map<string, Json>([
    [
      'task-0',
      { uid: 'actual-uid-from-task-0', n: 7, yes: true, none: null, list: [{ a: [1, 2] }], o: { b: 'c' } },
    ],
  ]);

  test.each<[string, Json]>([
    ['{{task-0.output.uid}}', 'actual-uid-from-task-0'],
    ['{{task-0.output.n}}', 7],
    ['{{task-0.output.yes}}', true],
    ['{{task-0.output.none}}', null],
    ['{{task-0.output.list}}', [{ a: [1, 2] }]],
    ['{{task-0.output.list.0.a.1}}', 2],
    ['{{task-0.output.list[0].a[1]}}', 2],
    ['{{task-0.output.o}}', { b: 'c' }],
    [
      'id {{task-0.output.uid}} ({{task-0.output.n}}, {{task-0.output.yes}})',
      'id actual-uid-from-task-0 (7, true)',
    ],
    ['\\{{task-0.output.uid}} \\ {{ name }}', '{{task-0.output.uid}} \\ {{ name }}'],
  ])('%s becomes %j', (text, value) => {
    expect(resolveReferences({ uid: [text] }, outputs, { reasons })).toEqual({ uid: [value] });
  });

  test.each([
    ['{{task-0.output.gone}}', 'task task-0 returned no such value'],
    ['{{task-0.output.list.9}}', 'task task-0 returned no such value'],
    ['{{task-0.output.list.length}}', 'task task-0 returned no such value'],
    ['{{task-0.output.__proto__}}', 'task task-0 returned no such value'],
    ['{{task-0.output.constructor.name}}', 'task task-0 returned no such value'],
    ['{{task-1.output.x}}', 'task task-1 returned no such value'],
    ['a {{task-0.output.o}}', "an object can't be part of a text"],
    ['a {{task-0.output.list}}', "a list can't be part of a text"],
    ['a {{task-0.output.none}}', "null can't be part of a text"],
  ])('%s fails: %s', (text, reason) => {
    expect(() => resolveReferences({ text }, outputs, { reasons })).toThrow(reason);
  });

  test('what was put in is not searched again', () => {
    const tricky = new Map<string, Json>([['a', { x: '{{a.output.secret}}', secret: 's' }]]);
    expect(resolveReferences('> {{a.output.x}} $&', tricky, { reasons })).toBe('> {{a.output.secret}} $&');
  });

  test('an input that becomes longer than a million characters fails', () => {
    const long = new Map<string, Json>([['a', { x: 'x'.repeat(600_000) }]]);
    expect(() => resolveReferences('{{a.output.x}} {{a.output.x}}', long, { reasons })).toThrow(
      'the limit is 1,000,000',
    );
  });
});

describe('a value in a command line is a word, never something that the shell obeys', () => {
  const run = (id: string, input: JsonObject) => ({ id, service: 'shell', command: 'run_command', input });
  const commandOf = (input: JsonObject, stdout: string) => {
    const plan = planFor(run('a', { command: 'true' }), run('b', input));
    const output = { exit_code: 0, stdout, stderr: '', duration_ms: 1 };
    const step = nextStep(plan, new Map([['a', done(output)]]), PARTS);
    return step.kind === 'calls' ? step.calls[0]?.input : step.states.get('b');
  };

  test.each([
    ['echo {{a.output.stdout}}', '; touch pwned', "echo '; touch pwned'"],
    ['echo {{a.output.stdout}} end', 'src/a.ts\n', 'echo src/a.ts end'],
    ['cat {{a.output.stdout}}.md', 'my notes', "cat 'my notes'.md"],
    ['echo "it says {{a.output.stdout}}!"', '$(id) "`id`"', `echo "it says "'$(id) "\`id\`"'"!"`],
    ["grep 'x{{a.output.stdout}}' a", "it's", "grep 'xit'\\''s' a"],
    ["echo \\' {{a.output.stdout}}", 'a b', "echo \\' 'a b'"],
    ['echo {{a.output.stdout}}', '', "echo ''"],
    ['{{a.output.stdout}}', 'npm test', 'npm test'],
    [
      'echo {{a.output.stdout}} {{a.output.exit_code}}',
      '{{a.output.stderr}}',
      "echo '{{a.output.stderr}}' 0",
    ],
  ])('%s with %j becomes %s', (command, stdout, line) => {
    expect(commandOf({ command }, stdout)).toEqual({ command: line });
  });

  test('words of args are passed on as they are', () => {
    const input = { command: 'echo', args: ['{{a.output.stdout}}', '-{{a.output.stdout}}'] };
    expect(commandOf(input, '; id\n')).toEqual({ command: 'echo', args: ['; id\n', '-; id\n'] });
  });

  test('bash takes every value for one word, whatever is in it and wherever it stands', () => {
    const template = `printf '%s\\0' {{a.output.stdout}} "b{{a.output.stdout}}c" 'd{{a.output.stdout}}e'`;
    const value = fc.string({ unit: fc.constantFrom(...'a \t\n\'"\\`$(){}<>|&;#*?[]!~-') });
    const lineFor = (stdout: string) =>
      (commandOf({ command: template }, stdout) as { command: string }).command;
    fc.assert(
      // One bash for many of them: each takes a while to start.
      fc.property(fc.array(value, { minLength: 40, maxLength: 40 }), (values) => {
        const said = execFileSync('bash', ['--norc', '-c', values.map(lineFor).join('\n')], {
          encoding: 'utf8',
        });
        const words = values.map((stdout) => stdout.replace(/\n+$/, ''));
        expect(said.split('\0')).toEqual([...words.flatMap((word) => [word, `b${word}c`, `d${word}e`]), '']);
      }),
      { numRuns: 3 },
    );
  });
});

describe('what runs next', () => {
  const plan = planFor(
    { id: 'a' },
    { id: 'b' },
    { id: 'c', ...READ, input: { path: '{{a.output.changes.0.path}}', start: '{{a.output.ahead}}', end: 9 } },
    { id: 'd', dependsOn: ['b'] },
    { id: 'e', dependsOn: ['c', 'd'] },
  );

  test('is everything that waits for nothing', () => {
    expect(nextStep(plan, new Map(), PARTS)).toMatchObject({
      kind: 'calls',
      calls: [
        { id: 'job_a', task: 'a', tool: 'git_status', input: {} },
        { id: 'job_b', task: 'b', tool: 'git_status', input: {} },
      ],
    });
  });

  test('is no more than what may run together', () => {
    const step = nextStep(plan, new Map(), { ...PARTS, most: 1 });
    expect(step.kind === 'calls' && step.calls.map(({ task }) => task)).toEqual(['a']);
  });

  test('has its references resolved, each with the type of the output', () => {
    const step = nextStep(
      plan,
      new Map([
        ['a', done()],
        ['b', FAILED],
      ]),
      PARTS,
    );
    expect(step.kind === 'calls' && step.calls).toEqual([
      { id: 'job_c', task: 'c', tool: 'read_lines', input: { path: 'a.ts', start: 2, end: 9 } },
    ]);
  });

  test('a failed task stops those that wait for it, near and far, and nothing else', () => {
    const states = statesOf(
      plan,
      new Map([
        ['a', done()],
        ['b', FAILED],
      ]),
    );
    expect(
      [...states].map(([id, state]) => [id, state.kind, state.kind === 'stopped' && state.because]),
    ).toEqual([
      ['a', 'done', false],
      ['b', 'failed', false],
      ['c', 'waiting', false],
      ['d', 'stopped', 'b'],
      ['e', 'stopped', 'b'],
    ]);
  });

  test('a task whose resolved input is not valid has failed without being called', () => {
    const step = nextStep(
      plan,
      new Map([
        ['a', done({ ...STATUS, ahead: 0 })],
        ['b', done()],
        ['d', done()],
      ]),
      PARTS,
    );
    expect({ kind: step.kind, c: step.states.get('c'), e: step.states.get('e') }).toEqual({
      kind: 'over',
      c: { kind: 'failed', reason: 'its parameters are wrong: /start must be >= 1' },
      e: { kind: 'stopped', because: 'c' },
    });
  });

  test('a task that refers to what is not there has failed without being called', () => {
    const step = nextStep(
      plan,
      new Map([
        ['a', done({ ...STATUS, changes: [] })],
        ['b', FAILED],
      ]),
      PARTS,
    );
    expect(step.states.get('c')).toEqual({
      kind: 'failed',
      reason: '{{a.output.changes.0.path}}: task a returned no such value',
    });
  });

  test('a stored result is held against what the command promises now', () => {
    const call = (id: string, data: Json): CallRecord => ({
      id: id as CallRecord['id'],
      session: 's' as CallRecord['session'],
      round: 1,
      position: 0,
      tool: 'git_status',
      input: {},
      malformed: undefined,
      state: 'done',
      prepared: null,
      startedAtMs: 1,
      result: { ok: true, text: '', data, durationMs: 1 },
    });
    const calls = [call('job_a', STATUS), call('job_b', { branch: 'main' })];
    const results = resultsIn({ plan, earlier: new Map() }, calls, PARTS);
    expect([results.get('a'), results.get('b')?.kind]).toEqual([done(), 'failed']);
  });

  test('a result that is not what the command promises fails its task', () => {
    const [task] = plan.tasks;
    if (task === undefined) throw new Error('There is no task.');
    expect([resultOf(task, STATUS, PARTS), resultOf(task, { branch: 1 }, PARTS)]).toEqual([
      done(),
      {
        kind: 'failed',
        reason:
          'a returned something unexpected: /head is required; /ahead is required; /behind is required; /changes is required; /branch must be string,null',
      },
    ]);
  });
});

/** Graphs of which each task waits for some of those before it, and for which it is known what fails. */
const jobs = fc
  .array(fc.record({ after: fc.array(fc.nat(), { maxLength: 4 }), fails: fc.boolean() }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((specs) => {
    const tasks = specs.map(({ after }, at): WrittenTask => {
      const dependsOn = at === 0 ? [] : [...new Set(after.map((other) => `t${other % at}`))];
      return { id: `t${at}`, dependsOn };
    });
    return {
      plan: planFor(...tasks.toReversed()),
      fails: new Set(specs.flatMap((s, at) => (s.fails ? [`t${at}`] : []))),
    };
  });

interface Trial {
  readonly plan: JobPlan;
  readonly fails: ReadonlySet<string>;
  /** After so many results of a step the program dies and begins anew from what was stored. */
  readonly dies: readonly number[];
  readonly most: number;
}

/** Runs a job as a program would that is killed now and then; tells the order in which tasks ran. */
function runWith({ plan, fails, dies, most }: Trial) {
  const results = new Map<string, TaskResult>();
  const ran: string[] = [];
  const deaths = [...dies];
  for (let turn = 0; turn < 200; turn += 1) {
    const step = nextStep(plan, results, { ...PARTS, most });
    if (step.kind === 'over') return { ran, states: step.states, results };
    const stored = step.calls.slice(0, Math.max(1, deaths.pop() ?? most));
    for (const { task } of stored) {
      ran.push(task);
      results.set(task, fails.has(task) ? FAILED : done());
    }
  }
  throw new Error('It does not end.');
}

describe('for every graph, whatever fails and wherever the program dies', () => {
  const trials = fc
    .record({ job: jobs, dies: fc.array(fc.nat(3)), most: fc.integer({ min: 1, max: 8 }) })
    .map(({ job, ...rest }): Trial => ({ ...job, ...rest }));

  test('each task runs at most once, and after everything it waits for is done', () => {
    fc.assert(
      fc.property(trials, (trial) => {
        const { ran } = runWith(trial);
        const before = new Set<string>();
        for (const id of ran) {
          const task = trial.plan.tasks.find((one) => one.id === id);
          const isEarly = task?.dependsOn.some((other) => !before.has(other) || trial.fails.has(other));
          if (before.has(id) || isEarly) return false;
          before.add(id);
        }
        return true;
      }),
    );
  });

  test('a task stays unrun exactly when something it waits for, near or far, failed', () => {
    fc.assert(
      fc.property(trials, (trial) => {
        const { ran, states } = runWith(trial);
        const bad = new Set<string>();
        for (const { id, dependsOn } of trial.plan.tasks) {
          const isStopped = dependsOn.some((other) => bad.has(other) || trial.fails.has(other));
          if (isStopped) bad.add(id);
          if (ran.includes(id) === isStopped || (states.get(id)?.kind === 'stopped') !== isStopped)
            return false;
        }
        return true;
      }),
    );
  });

  test('nothing is ready once it is over', () => {
    fc.assert(
      fc.property(trials, (trial) => {
        const { results } = runWith(trial);
        const states = statesOf(trial.plan, results);
        return !trial.plan.tasks.some((task) => isReady(task, states));
      }),
    );
  });
});
