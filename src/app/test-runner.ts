import type { Workspaces } from '../contracts/workspaces.ts';
import { MINUTE_MS } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { TestsEnd } from '../features/follow-ups/follow-ups-feature.ts';
import { readLine } from '../policy/parse.ts';
import { runUnasked, type UnaskedParts } from '../processes/run-unasked.ts';

/** Longer tests are not run unasked. */
const LIMIT_MS = 10 * MINUTE_MS;

interface TestRunnerParts extends UnaskedParts {
  readonly workspaces: Pick<Workspaces, 'isRealFolder'>;
  readonly log: Log;
}

/** Runs a test command when no person can be asked. */
export function testRunner({
  policy,
  supervisor,
  workspaces,
  log,
}: TestRunnerParts): (project: string, line: string, signal: AbortSignal) => Promise<TestsEnd> {
  return async (project, line, signal) => {
    const argv = argvIn(line);
    if (argv === undefined || !workspaces.isRealFolder(project)) return 'unknown';
    const command = { argv, where: { root: project, cwd: project }, timeoutMs: LIMIT_MS };
    const ran = await runUnasked(command, { policy, supervisor }, signal);
    if (ran.kind === 'not-started') log.warn('follow-ups.tests.not_run', { error: ran.why });
    if (ran.kind !== 'ended' || ran.fate.kind !== 'exited') return 'unknown';
    return ran.fate.exitCode === 0 ? 'passed' : 'failed';
  };
}

/** Undefined for what more than one program would run. */
function argvIn(line: string): readonly string[] | undefined {
  const reading = readLine(line);
  return reading.kind === 'read' && reading.shape.kind === 'argv' ? reading.shape.argv : undefined;
}
