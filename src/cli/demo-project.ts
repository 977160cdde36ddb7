import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface DemoResult {
  readonly testsPass: boolean;
  readonly committed: boolean;
  readonly lastCommit: string;
}

/** Asks the project itself, not the program that worked on it. */
export async function provenResult(project: string): Promise<DemoResult> {
  const testsPass = await run('npm', ['test'], { cwd: project }).then(
    () => true,
    () => false,
  );
  const { stdout } = await run('git', ['log', '--format=%h %s'], { cwd: project });
  const commits = stdout.trim().split('\n');
  const status = await run('git', ['status', '--porcelain'], { cwd: project });
  return { testsPass, committed: commits.length === 2 && status.stdout === '', lastCommit: commits[0] ?? '' };
}
