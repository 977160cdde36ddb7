import { Failure } from '../core/failure.ts';
import { runGit } from '../git/run-git.ts';
import type { Environment } from '../processes/command-environment.ts';

const GIT_MS = 30_000;

export interface FirstCommit {
  /** Written to the project's own settings, so that the agent can commit as well. */
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

/**
 * Creates a project's repository, with one commit of everything in it. The person's git settings are ignored: they
 * may sign, or run hooks.
 */
export async function makeHistory(
  project: string,
  environment: Environment,
  { author, message }: FirstCommit,
): Promise<void> {
  const alone = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.name', author.name],
    ['config', 'user.email', author.email],
    ['add', '-A', '-f'],
    ['commit', '-q', '--no-verify', '-m', message],
  ]) {
    const { code, stderr } = await runGit({ args, cwd: project, environment: alone, timeoutMs: GIT_MS });
    if (code !== 0) throw new Failure('unavailable', `git ${args.join(' ')} failed: ${stderr.trim()}`);
  }
}
