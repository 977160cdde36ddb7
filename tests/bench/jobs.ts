import { texts } from '../../src/core/texts/texts.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { catalogOf, commandName } from '../../src/features/jobs/catalog.ts';
import { checkGraph } from '../../src/features/jobs/check/check-graph.ts';
import { createSchemaCheck, type SchemaCheck } from '../../src/features/jobs/check/schema-check.ts';
import { type InputTask, readGraph } from '../../src/features/jobs/graph/graph.ts';
import { type JobPlan, planOf, type TaskResult } from '../../src/features/jobs/plan/plan.ts';
import { nextStep, resultOf } from '../../src/features/jobs/running/next-step.ts';
import { jobTexts } from '../../src/features/jobs/texts/texts.ts';
import type { Figure } from './figure.ts';
import { preciseNowMs } from './running.ts';
import { median, quantile } from './statistics.ts';

const TASKS = 1_000;
/** Each task refers to the one so many before it: chains of ten side by side. */
const BESIDE = 100;
const ROUNDS = 5;
const VALIDATIONS = 200;
const AT_ONCE = 8;
const MAX_VALIDATION_MS = 10;

const catalog = catalogOf(describedTools());
/** What every task hands on, without any work. */
const OUTPUT = { path: 'src/a.ts', total: 1, lines: ['x'] };

/** Validation of one input, and a large job from its text to its end. */
export async function jobFigures(): Promise<readonly Figure[]> {
  const loadedAt = preciseNowMs();
  const check = await createSchemaCheck();
  const loadMs = preciseNowMs() - loadedAt;
  const firstMs = validationTimes(check, 1);
  const laterMs = validationTimes(check, VALIDATIONS);
  const bar = { of: 'ours', limit: MAX_VALIDATION_MS } as const;
  const planned = times(() => planLarge(check));
  const plan = planLarge(check);
  const count = TASKS.toLocaleString('en');
  return [
    { name: 'loading the validator', unit: 'ms', ours: loadMs },
    { name: 'first validation of a command, median', unit: 'ms', ours: median(firstMs), bar },
    { name: '  of the slowest one', unit: 'ms', ours: Math.max(...firstMs) },
    { name: 'every further one, 99 of 100', unit: 'ms', ours: quantile(laterMs, 0.99), bar },
    { name: `a graph of ${count} tasks read, checked and planned`, unit: 'ms', ours: median(planned) },
    {
      name: `  stepped through, ${AT_ONCE} at a time, with handlers that do nothing`,
      unit: 'ms',
      ours: median(times(() => stepThrough(plan, check))),
    },
  ];
}

/** Validates the example of each command `repeats` times. */
function validationTimes(check: SchemaCheck, repeats: number): readonly number[] {
  return catalog.commands.flatMap((command) => {
    const input = command.examples[0]?.input;
    if (input === undefined) throw new Error(`${commandName(command)} has no example.`);
    return timesOf(repeats, () => check.problems(command.input, input, 'open'));
  });
}

function planLarge(check: SchemaCheck): JobPlan {
  const read = readGraph({ name: 'large', tasks: Array.from({ length: TASKS }, taskOf) });
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems));
  const problems = checkGraph(read.graph, catalog, check);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const inputs = read.graph.tasks.filter((task): task is InputTask => task.input !== undefined);
  return planOf({ ...read.graph, tasks: inputs }, catalog);
}

function taskOf(_: unknown, at: number) {
  const before = at - BESIDE;
  const path = before < 0 ? 'src/a.ts' : `{{t${before}.output.path}}`;
  return { id: `t${at}`, service: 'files', command: 'read_lines', input: { path, start: 1, end: 9 } };
}

function stepThrough(plan: JobPlan, check: SchemaCheck): void {
  const { reasons } = jobTexts(texts('en')).chat;
  const parts = { catalog, check, reasons, most: AT_ONCE };
  const results = new Map<string, TaskResult>();
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  for (;;) {
    const step = nextStep(plan, results, parts);
    if (step.kind === 'over') break;
    for (const { task: id } of step.calls) {
      const task = tasks.get(id);
      if (task !== undefined) results.set(id, resultOf(task, OUTPUT, parts));
    }
  }
  const done = [...results.values()].filter(({ kind }) => kind === 'done').length;
  if (done !== TASKS) throw new Error(`${done} tasks were done.`);
}

function times(work: () => unknown): readonly number[] {
  return timesOf(ROUNDS, work);
}

function timesOf(repeats: number, work: () => unknown): readonly number[] {
  return Array.from({ length: repeats }, () => {
    const beganAtMs = preciseNowMs();
    work();
    return preciseNowMs() - beganAtMs;
  });
}
