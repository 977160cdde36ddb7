import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from '../processes/command-environment.ts';

const execute = promisify(execFile);

export interface DemoResult {
  readonly testsPass: boolean;
  readonly committed: boolean;
  readonly lastCommit: string;
}

/** Checks the project itself, not the claims of the program that worked on it. */
export async function provenResult(project: string, env: Environment): Promise<DemoResult> {
  const run = (program: string, args: readonly string[]) => execute(program, args, { cwd: project, env });
  const testsPass = await run('npm', ['test']).then(
    () => true,
    () => false,
  );
  const { stdout } = await run('git', ['log', '--format=%h %s']);
  const commits = stdout.trim().split('\n');
  const status = await run('git', ['status', '--porcelain']);
  return { testsPass, committed: commits.length === 2 && status.stdout === '', lastCommit: commits[0] ?? '' };
}
