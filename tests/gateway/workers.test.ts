import { expect, test } from 'vitest';
import { KeyedWork } from '../../src/gateway/workers.ts';

function held(): { readonly work: () => Promise<void>; end(): void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end: () => end() };
}

test('work that has ended is no longer held under its key', async () => {
  const works = new KeyedWork<number>();
  works.begin(1, async () => undefined);
  const before = works.has(1);
  await works.idle();
  expect({ before, after: works.has(1) }).toEqual({ before: true, after: false });
});

test('work that is begun anew under a key stays when the earlier work ends', async () => {
  const works = new KeyedWork<number>();
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

test('dropping a key aborts its work alone; stopping aborts all work and waits for it', async () => {
  const works = new KeyedWork<number>();
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
