import type { Environment } from '../processes/command-environment.ts';
import { runHelper } from '../processes/run-helper.ts';

const MAX_MS = 60_000;

export interface DemoResult {
  readonly testsPass: boolean;
  readonly committed: boolean;
  readonly lastCommit: string;
}

/** Checks the project itself, not the claims of the program that worked on it. */
export async function provenResult(project: string, environment: Environment): Promise<DemoResult> {
  const run = (program: string, args: readonly string[]) =>
    runHelper({ program, args, cwd: project, environment, signal: AbortSignal.timeout(MAX_MS) });
  const testsPass = (await run('npm', ['test'])).code === 0;
  const { stdout } = await run('git', ['log', '--format=%h %s']);
  const commits = stdout.trim().split('\n');
  const status = await run('git', ['status', '--porcelain']);
  return { testsPass, committed: commits.length === 2 && status.stdout === '', lastCommit: commits[0] ?? '' };
}
