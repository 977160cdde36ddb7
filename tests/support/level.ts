const LEVELS = ['quick', 'full', 'soak'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * How much of the suite runs. `WASAP_TESTS` decides it, and only this file reads it.
 *
 * - `quick` (`npm test`): everything but the tests tagged `full`; each long run keeps a representative.
 * - `full` (`npm run test:full`): every test.
 * - `soak` (`npm run test:soak`): every test, with more kills and more random inputs, and half an hour of tasks.
 */
export const LEVEL: Level = levelNamed(process.env.WASAP_TESTS ?? 'quick');

/** Why a test did not run that would have begun after the end of its run (`WASAP_TESTS_UNTIL`). */
export const NO_TIME = 'were not begun in the time of this run';

/** The amount for the level that runs; `full` is that of `quick` where it is not given. */
export function atLevel<Amount>(amounts: {
  readonly quick: Amount;
  readonly full?: Amount;
  readonly soak: Amount;
}): Amount {
  return LEVEL === 'full' ? (amounts.full ?? amounts.quick) : amounts[LEVEL];
}

function levelNamed(name: string): Level {
  const level = LEVELS.find((one) => one === name);
  if (level === undefined) throw new Error(`WASAP_TESTS is ${name}; it has to be ${LEVELS.join(', ')}.`);
  return level;
}
