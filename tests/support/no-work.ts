import type { WorkDone } from '../../src/gateway/report/work-done.ts';

/** What a session did that called no tool. */
export const NO_WORK: WorkDone = {
  files: [],
  commandsChanged: false,
  commands: [],
  tests: { last: undefined, proof: 'none-needed', passedCounts: [] },
  commits: [],
  integrated: undefined,
  putAway: [],
  pushed: undefined,
  pullRequest: undefined,
  failures: [],
  didSomething: false,
  brokenFiles: [],
  uncommittedIn: [],
  guarded: [],
};
