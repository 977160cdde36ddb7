import { openOwnRepository } from '../git/own-repository.ts';
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
  const signal = AbortSignal.timeout(MAX_MS);
  const tests = await runHelper({ program: 'npm', args: ['test'], cwd: project, environment, signal });
  const testsPass = tests.code === 0;
  const git = await openOwnRepository(project, environment);
  const { total, latest } = await git.log({ format: { hash: '%h', subject: '%s' } });
  const committed = total === 2 && (await git.status()).isClean();
  return { testsPass, committed, lastCommit: latest === null ? '' : `${latest.hash} ${latest.subject}` };
}
