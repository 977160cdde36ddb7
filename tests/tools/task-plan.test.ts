import { expect, test } from 'vitest';
import { toolBench } from '../support/tools-context.ts';

test('a new plan is a list of open steps', async () => {
  const bench = toolBench();
  const answer = await bench.call('create_task_plan', { steps: ['Read the code', ' Fix it '] });
  expect(answer).toEqual({
    text: '- [ ] Read the code\n- [ ] Fix it',
    data: {
      steps: [
        { title: 'Read the code', status: 'pending' },
        { title: 'Fix it', status: 'pending' },
      ],
    },
  });
});

test.each([
  ['done', '- [x] Read'],
  ['in_progress', '- [~] Read'],
  ['failed', '- [!] Read'],
  ['skipped', '- [-] Read'],
  ['pending', '- [ ] Read'],
])('a step that is %s reads %s', async (status, line) => {
  const bench = toolBench();
  await bench.call('create_task_plan', { steps: ['Read', 'Fix'] });
  expect((await bench.call('update_task_status', { step: 1, status })).text).toBe(`${line}\n- [ ] Fix`);
});

test('a note stays with its step when the status changes again', async () => {
  const bench = toolBench();
  await bench.call('create_task_plan', { steps: ['Read'] });
  await bench.call('update_task_status', { step: 1, status: 'failed', note: 'no such file' });
  await bench.call('update_task_status', { step: 1, status: 'in_progress' });
  expect((await bench.call('get_task_plan', {})).data).toEqual({
    steps: [{ title: 'Read', status: 'in_progress', note: 'no such file' }],
  });
});

test.each([
  ['create_task_plan', { steps: [] }, /1 to 30 steps/],
  ['create_task_plan', { steps: ['  '] }, /1 to 30 steps/],
  ['create_task_plan', { steps: Array.from({ length: 31 }, () => 'x') }, /1 to 30 steps/],
  ['create_task_plan', { steps: ['x'.repeat(201)] }, /1 to 200 characters/],
  ['get_task_plan', {}, /no plan yet/],
  ['update_task_status', { step: 1, status: 'done' }, /no plan yet/],
])('without a plan, %s %j is refused', async (name, input, message) => {
  await expect(toolBench().call(name, input)).rejects.toThrow(message);
});

test('a step beyond the plan is refused with the number of steps', async () => {
  const bench = toolBench();
  await bench.call('create_task_plan', { steps: ['Read'] });
  await expect(bench.call('update_task_status', { step: 2, status: 'done' })).rejects.toMatchObject({
    kind: 'not-found',
    message: 'The plan has 1 steps; there is no step 2.',
  });
});
