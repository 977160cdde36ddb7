import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryFacts, WorkspaceFacts } from '../../contracts/workspaces.ts';
import { codeOf, isFailure } from '../../core/failure.ts';
import { readRegular } from '../../core/regular-file.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { createGit } from '../git.ts';
import { guessAtProject } from './guess.ts';

/** See `Workspaces.look`. Never throws for the contents of the disk. */
export async function describeWorkspace(path: string, environment: Environment): Promise<WorkspaceFacts> {
  const repository = await repositoryOf(path, environment);
  return { repository, ...guessAtProject(namesIn(path), (name) => readProjectFile(join(path, name))) };
}

async function repositoryOf(root: string, environment: Environment): Promise<WorkspaceFacts['repository']> {
  const git = createGit({ root, environment, token: undefined });
  try {
    if (!(await git.isRepository())) return undefined;
    const { branch, head, changes } = await git.status();
    const commit = head === undefined ? undefined : await git.show(head);
    const facts: RepositoryFacts = {
      branch,
      changed: changes.length,
      lastCommit: commit && { hash: commit.hash, subject: commit.subject },
    };
    return facts;
  } catch (error) {
    if (isFailure(error)) return error.message;
    throw error;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

function readProjectFile(file: string): string {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return '';
  }
}
