import { describe, expect, test } from 'vitest';
import { texts } from '../../src/base/texts/texts.ts';
import { hashOf } from '../../src/jobs/plan.ts';
import { planMermaid } from '../../src/jobs/plan-mermaid.ts';
import { planText } from '../../src/jobs/plan-text.ts';
import { stepsOf } from '../../src/jobs/states.ts';
import { planFor } from './support.ts';

const TASKS = [
  { id: 'send', service: 'github', command: 'create_pr', input: { title: 'Tell' }, dependsOn: ['push'] },
  { id: 'push', command: 'push', input: { branch: '{{make.output.branch}}' } },
  { id: 'make', command: 'create_branch', input: { name: 'fix/a' } },
  { id: 'test', service: 'shell', command: 'run_command', input: { command: 'npm test' } },
  {
    id: 'ask',
    service: 'agent',
    command: 'request_user_approval',
    input: { question: 'Go on?\n✋ yes\u202e' },
  },
  { id: 'look' },
] as const;

describe('a plan', () => {
  const plan = planFor(...TASKS);

  test('has each task behind all that it waits for, a reference counted as waiting', () => {
    expect(plan.tasks.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['make', []],
      ['test', []],
      ['ask', []],
      ['look', []],
      ['push', ['make']],
      ['send', ['push']],
    ]);
  });

  test('keeps references as strings', () => {
    expect(plan.tasks.find(({ id }) => id === 'push')?.input).toEqual({ branch: '{{make.output.branch}}' });
  });

  test('cannot be changed', () => {
    const [task] = plan.tasks;
    const changes = [
      () => Reflect.set(plan, 'name', 'x'),
      () => Reflect.set(plan.tasks, 0, undefined),
      () => Reflect.set(task ?? {}, 'tool', 'git_push'),
      () => Reflect.set(task?.input ?? {}, 'name', 'x'),
    ];
    expect(changes.map((change) => change())).toEqual([false, false, false, false]);
  });

  test('has the same hash for the same tasks, in whatever order their members were written', () => {
    const [send, ...others] = TASKS;
    const turned = planFor(
      { dependsOn: send.dependsOn, input: send.input, command: 'create_pr', service: 'github', id: 'send' },
      ...others,
    );
    expect([turned.hash, hashOf(plan)]).toEqual([plan.hash, plan.hash]);
  });

  test.each([
    ['a value', { ...TASKS[2], input: { name: 'fix/b' } }],
    ['a dependency', { ...TASKS[2], dependsOn: ['look'] }],
    ['a command', { ...TASKS[2], command: 'status', input: {} }],
  ])('has another hash when %s changed', (_, changed) => {
    const tasks = TASKS.map((task) => (task.id === 'make' ? changed : task)).filter(
      ({ id }) => id !== 'push' && id !== 'send',
    );
    const before = TASKS.filter(({ id }) => id !== 'push' && id !== 'send');
    expect(planFor(...tasks).hash).not.toBe(planFor(...before).hash);
  });

  test('has the effect that an input has, and the worst one while that is not known', () => {
    const manage = { service: 'shell', command: 'manage_process' };
    const effects = planFor(
      { id: 'run', service: 'shell', command: 'run_command', input: { command: 'x', background: true } },
      { id: 'list', ...manage, input: { action: 'list' } },
      { id: 'poll', ...manage, input: { action: 'poll', process_id: '{{run.output.process_id}}' } },
    ).tasks.map(({ id, effect }) => [id, effect]);
    expect(effects).toEqual([
      ['run', 'executes'],
      ['list', 'reads'],
      ['poll', 'executes'],
    ]);
  });

  test('steps through everything that can run together', () => {
    expect(stepsOf(plan).map((step) => step.map(({ id }) => id))).toEqual([
      ['make', 'test', 'ask', 'look'],
      ['push'],
      ['send'],
    ]);
  });

  test.each(['en', 'es'] as const)('is told with order, values, questions and risks (%s)', async (locale) => {
    await expect(planText(plan, texts(locale))).toMatchFileSnapshot(`plan-${locale}.golden.txt`);
  });

  test('is a flow chart in Mermaid', async () => {
    await expect(planMermaid(plan)).toMatchFileSnapshot('plan-mermaid.golden.txt');
  });

  test('of a thousand tasks is told in a few screens, and says how many are left out', () => {
    const text = planText(
      planFor(...Array.from({ length: 1000 }, (_, at) => ({ id: `t${at}` }))),
      texts('en'),
    );
    expect([text.length < 4000, text.includes('… and 960 more tasks')]).toEqual([true, true]);
  });

  test('shows a long value by its beginning and counts the rest', () => {
    const content = `${'x'.repeat(1000)}\n${'line\n'.repeat(50)}`;
    const text = planText(
      planFor({ id: 'a', service: 'files', command: 'write_source_file', input: { path: 'a', content } }),
      texts('en'),
    );
    expect([
      text.includes('(45 more lines)'),
      Math.max(...text.split('\n').map((line) => line.length)) < 330,
    ]).toEqual([true, true]);
  });
});
