import type { SimpleGit } from 'simple-git';
import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import type { Environment } from '../processes/command-environment.ts';

const MAX_SILENCE_MS = 30_000;

/**
 * simple-git for a repository that this program has made itself, of files that it ships. A person's repository is read
 * by `createGit`: what the library makes of hostile names and messages is shown in tests/git/simple-git.test.ts.
 * @throws Failure `unavailable` without git
 */
export async function openOwnRepository(folder: string, environment: Environment): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const variables = Object.entries(environment).filter(([name]) => !/^(?:GIT_|PAGER$)/.test(name));
  const alone = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = simpleGit({
    baseDir: folder,
    timeout: { block: MAX_SILENCE_MS },
    allowEnvironment: Object.keys(alone),
    // The person's settings, which may sign or run hooks, are replaced by none.
    unsafe: { allowUnsafeConfigPaths: true },
    // Otherwise a git that fails without a word counts as one that has worked, and so does one that was killed.
    errors: (error, { exitCode, stdErr }) =>
      error ??
      (exitCode === 0 ? undefined : Buffer.concat([Buffer.from(`exit code ${exitCode}. `), ...stdErr])),
  }).env({ ...Object.fromEntries(variables), ...alone });
  if (!(await git.version()).installed) throw new Failure('unavailable', fault('git-not-installed'));
  return git;
}
