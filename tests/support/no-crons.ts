import type { SessionCrons } from '../../src/contracts/cron-book.ts';

function unused(): never {
  throw new Error('crons are not part of this test');
}

/** For tests in which nothing is set for a time. */
export const noCrons: SessionCrons = {
  zone: unused,
  list: () => [],
  ask: unused,
  freeName: unused,
  add: unused,
  own: unused,
  describe: unused,
  delete: unused,
};
