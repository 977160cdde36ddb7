import { join } from 'node:path';
import type { GitPosition } from '../../contracts/checkpoints.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { HARDENED } from '../config.ts';
import { positionInFiles } from '../position-in-files.ts';
import { localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';

export interface PositionReader {
  readonly environment: Environment;
}

interface PositionRequest {
  readonly folder: string;
  /** Keeps a copy of this file and returns its name. */
  keepIndex(file: string): Promise<string | null>;
}

const TIME_MS = 60_000;
const HASH = /^[0-9a-f]{40,64}$/;

/** Position of the repository that holds a folder; null when there is none. Runs nothing that it configures. */
export async function readPosition(
  { environment }: PositionReader,
  { folder, keepIndex }: PositionRequest,
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
