import { describe, expect, test } from 'vitest';
import { formatForWhatsApp } from '../../../src/channels/whatsapp/format.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { hashOf, planOf, stepsOf } from '../../../src/features/jobs/plan/plan.ts';
import { planMermaid } from '../../../src/features/jobs/plan/plan-mermaid.ts';
import { planText } from '../../../src/features/jobs/plan/plan-text.ts';
import { readShownPlan, serializePlan } from '../../../src/features/jobs/plan/stored-plan.ts';
import { resultsIn } from '../../../src/features/jobs/running/next-step.ts';
import { jobTexts } from '../../../src/features/jobs/texts/texts.ts';
import { catalog, planFor } from './support.ts';

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

  test.each([
    ['en', 'the model gave no usable parameters: Invalid AI response format'],
    ['es', 'el modelo no dio parámetros que sirvan: «Invalid AI response format»'],
  ] as const)('tells why a task has no parameters, before it runs and behind it (%s)', (locale, why) => {
    const fault = 'Command agent failed: Invalid AI response format';
    const task = { id: 'a', service: 'git', command: 'status', input: {}, dependsOn: [], fault };
    const faulty = planOf({ name: 'job', description: '', tasks: [task] }, catalog);
    const { reasons } = jobTexts(texts(locale)).chat;
    expect([
      planText(faulty, texts(locale))
        .split('\n')
        .find((line) => line.startsWith('❌')),
      resultsIn({ plan: faulty, earlier: new Map() }, [], { reasons }).get('a'),
    ]).toEqual([`❌ a: ${why}`, { kind: 'failed', reason: why }]);
  });

  test('is a flow chart in Mermaid', async () => {
    await expect(planMermaid(plan)).toMatchFileSnapshot('plan-mermaid.golden.txt');
  });

  test('of a thousand tasks is told in a few screens, and says how many are left out', () => {
    const text = planText(
      planFor(...Array.from({ length: 1000 }, (_, at) => ({ id: `t${at}` }))),
      texts('en'),
      'Elsewhere.',
    );
    expect([
      text.length < 4000,
      text.includes('… and 960 more tasks'),
      text.endsWith('✂️ Elsewhere.'),
    ]).toEqual([true, true, true]);
  });

  describe('with long values', () => {
    const content = `${'x'.repeat(1000)}\n${'line\n'.repeat(50)}`;
    const long = planFor({
      id: 'a',
      service: 'files',
      command: 'write_source_file',
      input: { path: 'a', content },
    });

    test('shows their beginning, counts the rest, and says where all of it is', () => {
      const lines = planText(long, texts('en'), 'Elsewhere.').split('\n');
      expect({
        more: lines.find((line) => line.includes('more')),
        longest: Math.max(...lines.map((line) => line.length)) < 330,
        end: lines.at(-1),
      }).toEqual({ more: '      (880 more characters, 45 lines)', longest: true, end: '✂️ Elsewhere.' });
    });

    test('shows them to the last character where all of it is wanted', () => {
      const shown = planText(long, texts('en'));
      expect([
        shown.includes(`${'x'.repeat(1000)}\``),
        shown.match(/`line`/g)?.length,
        shown.includes('more'),
      ]).toEqual([true, 50, false]);
    });
  });

  test('that is short says nothing of being shortened', () => {
    expect(planText(plan, texts('en'), 'Elsewhere.')).toBe(planText(plan, texts('en')));
  });

  test.each(['', '{', '{"x":1}', 'null'])('that was stored as %j is none that was shown', (text) => {
    expect(readShownPlan({ text, hash: plan.hash })).toBeUndefined();
  });

  test('that was stored is the one that was shown until anything of it is changed', () => {
    const text = serializePlan(plan);
    expect([
      readShownPlan({ text, hash: plan.hash }),
      readShownPlan({ text: text.replace('npm test', 'npm tess'), hash: plan.hash }),
    ]).toEqual([plan, undefined]);
  });

  test('reads the same on a phone, whatever signs its values hold', () => {
    const command = 'echo *a* && rm -rf _b_ ~~c~~ ``d`` [e](http://f.g) <h> # **i**';
    const input = { command, args: ['**a**', '[x](y)'] };
    const text = planText(planFor({ id: 'a', service: 'shell', command: 'run_command', input }), texts('en'));
    const [, shown] = /command: `+ ?(.*?) ?`+$/m.exec(formatForWhatsApp(text)) ?? [];
    expect([text, formatForWhatsApp(text), shown?.replaceAll(/[\u200b-\u200d\u2060]/g, '')]).toEqual([
      expect.stringContaining(command),
      expect.stringContaining('`["**a**","[x](y)"]`'),
      command,
    ]);
  });
});
