import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/core/ids.ts';
import { TaskGrowth } from '../../src/processes/limits.ts';

const ID = 'p-test' as ProcessId;

/** Tasks of the system at the beginning and at each look; `own` are the command's at the last. */
function lastLook(
  tasks: readonly number[],
  own: number,
): { readonly tooMuch: boolean; readonly crowd: boolean; readonly counted: number } {
  let now = tasks[0] ?? 0;
  let counted = 0;
  const count = (): number => {
    counted += 1;
    return own;
  };
  const growth = new TaskGrowth({ tasks: () => now, count });
  const looks = tasks.slice(1).map((next) => {
    now = next;
    return growth.isTooMuch(ID);
  });
  return { tooMuch: looks.at(-1) ?? false, crowd: growth.isCrowd(), counted };
}

const slowly = Array.from({ length: 206 }, (_, at) => 300 + 10 * at);
const inHalfAnHour = Array.from({ length: 206 }, (_, at) => 300 + 4 * at);

test.each([
  ['few tasks', [300, 320, 310], 10, { tooMuch: false, crowd: false, counted: 0 }],
  ['many, not too many', [300, 900, 2300], 1900, { tooMuch: false, crowd: true, counted: 0 }],
  [
    'a bomb, whose processes nobody looks at',
    [300, 900, 2400],
    0,
    { tooMuch: true, crowd: true, counted: 0 },
  ],
  ['what grew slowly and is the command\u2019s', slowly, 1100, { tooMuch: true, crowd: true, counted: 1 }],
  ['some hundreds, in a long time', inHalfAnHour, 5, { tooMuch: false, crowd: false, counted: 0 }],
  ['what grew slowly and is somebody else\u2019s', slowly, 5, { tooMuch: false, crowd: true, counted: 1 }],
])('%s', (_claim, tasks, own, told) => {
  expect(lastLook(tasks, own)).toEqual(told);
});
