import { type TestOptions, test } from 'vitest';

type Run = (...row: unknown[]) => void | Promise<void>;

/**
 * As `test.each`, for a table whose rows take long: `npm test` runs the first of them, which stands for the others, and
 * `npm run test:full` all of them.
 */
export const eachInFull = ((rows: readonly unknown[]) =>
  (title: string, ...[first, second]: [Run] | [TestOptions, Run]): void => {
    const [options, run] = second === undefined ? [{}, first as Run] : [first as TestOptions, second];
    test.each(rows.slice(0, 1))(title, options, run);
    test.each(rows.slice(1))(title, { ...options, tags: [options.tags ?? [], 'full'].flat() }, run);
  }) as unknown as typeof test.each;
