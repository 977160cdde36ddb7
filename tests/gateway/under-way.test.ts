import { expect, test } from 'vitest';
import { UnderWay } from '../../src/gateway/workers.ts';

function held(): { readonly work: () => Promise<void>; end(): void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end: () => end() };
}

test('what is done is under way no more', async () => {
  const works = new UnderWay<number>();
  works.begin(1, async () => undefined);
  const before = works.has(1);
  await works.idle();
  expect({ before, after: works.has(1) }).toEqual({ before: true, after: false });
});

test('what was left and begun anew is not forgotten with the end of what was before', async () => {
  const works = new UnderWay<number>();
  const [first, second] = [held(), held()];
  works.begin(1, first.work);
  works.leave(1);
  works.begin(1, second.work);
  first.end();
  await new Promise((resolve) => setImmediate(resolve));
  const between = works.has(1);
  second.end();
  await works.idle();
  expect({ between, after: works.has(1) }).toEqual({ between: true, after: false });
});

test('one that is dropped hears of it alone; at the end all do, and are waited for', async () => {
  const works = new UnderWay<number>();
  const heard: number[] = [];
  const untilAborted = (key: number) => (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        heard.push(key);
        resolve();
      });
    });
  for (const key of [1, 2, 3]) works.begin(key, untilAborted(key));
  works.drop(2);
  const dropped = [...heard];
  await works.stop();
  expect({ dropped, heard }).toEqual({ dropped: [2], heard: [2, 1, 3] });
});
