import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tasksOf } from '../../src/cli/eval/task.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { RECORDINGS, replay, replayedTasks, SHIPPED } from './shipped.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('right');
});
afterEach(() => folder.remove());

/** The machine may be busy with other tests: each task starts a compiler or two. */
const MAX_LENGTH = { timeout: 600_000 };

test('at least ten tasks ship, in three languages, each checked by running tests, or by what it answers or reports', () => {
  const tasks = tasksOf([SHIPPED], []);
  const tested = tasks.filter(({ checks }) => checks.commands.length > 0 || checks.tests !== undefined);
  expect({
    languages: [...new Set(tested.map(({ language }) => language))],
    enough: tested.length >= 10,
    withoutTests: tasks.filter((task) => !tested.includes(task)).map(({ name }) => name),
  }).toEqual({
    languages: ['C++', 'JavaScript', 'Python'],
    enough: true,
    withoutTests: ['js-explain-only', 'js-review-security', 'py-review-code'],
  });
});

test('each shipped task is solved by the replies that were written for it', MAX_LENGTH, async () => {
  const tasks = replayedTasks().map(({ name }) => name);
  const { entries, code } = await replay(
    folder.path,
    path.join(RECORDINGS, 'right'),
    '--require-solved',
    ...tasks,
  );
  expect({ code, entries: entries.map(({ task, result, reasons }) => ({ task, result, reasons })) }).toEqual({
    code: 0,
    entries: tasks.map((task) => ({ task, result: 'solved', reasons: [] })),
  });
});
