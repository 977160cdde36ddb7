import { Failure, isFailure, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { openOwnRepository } from '../git/own-repository.ts';
import type { Environment } from '../processes/command-environment.ts';

export interface FirstCommit {
  /** Written to the project's own settings, so that the agent can commit as well. */
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

/** Creates a project's repository, with one commit of everything in it. */
export async function makeRepository(
  project: string,
  environment: Environment,
  { author, message }: FirstCommit,
): Promise<void> {
  try {
    const git = await openOwnRepository(project, environment);
    await git.init({ '--initial-branch': 'main' });
    await git.addConfig('user.name', author.name);
    await git.addConfig('user.email', author.email);
    await git.add(['--all', '--force']);
    await git.commit(message, { '--no-verify': null });
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new Failure('unavailable', fault('git-failed', messageOf(error).trim()), { cause: error });
  }
}
