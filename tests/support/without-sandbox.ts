import { existsSync } from 'node:fs';

const BUBBLEWRAP = '/usr/bin/bwrap';

/** Starts a program on a machine that looks as if bubblewrap were not installed. Needs a sandbox that works. */
export const WITHOUT_BUBBLEWRAP: readonly string[] = existsSync(BUBBLEWRAP)
  ? [BUBBLEWRAP, '--die-with-parent', '--dev-bind', '/', '/', '--ro-bind', '/dev/null', BUBBLEWRAP]
  : [];
