import { join } from 'node:path';
import type { GitPosition } from '../../contracts/checkpoints.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { HARDENED } from '../config.ts';
import { positionInFiles } from '../plain-repository.ts';
import { localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';

const TIME_MS = MINUTE_MS;
const HASH = /^[0-9a-f]{40,64}$/;

/**
 * Position of the repository that holds a folder; null when there is none. Runs nothing that it configures.
 * @param keepIndex keeps a copy of this file and returns its name
 */
export async function readPosition(
  folder: string,
  environment: Environment,
  keepIndex: (file: string) => Promise<string | null>,
): Promise<GitPosition | null> {
  const plain = positionInFiles(folder);
  if (plain !== undefined) {
    const { gitFolder, head, branch } = plain;
    return { head, branch, index: await keepIndex(join(gitFolder, 'index')) };
  }
  const git = (args: readonly string[]) =>
    runGit({
      args: [...withOptions(HARDENED), ...args],
      cwd: folder,
      environment: localEnvironment(environment),
      timeoutMs: TIME_MS,
    });
  const place = await git(['rev-parse', '--absolute-git-dir', 'HEAD', '--symbolic-full-name', 'HEAD']);
  const [gitFolder = '', head = '', full = ''] = place.stdout.split('\n');
  if (gitFolder === '') return null;
  const index = await keepIndex(join(gitFolder, 'index'));
  if (HASH.test(head)) return { head, branch: full === 'HEAD' ? null : full, index };
  // A branch has a name even before its first commit.
  const branch = await git(['symbolic-ref', '--quiet', 'HEAD']);
  return { head: null, branch: branch.code === 0 ? branch.stdout.trim() : null, index };
}
