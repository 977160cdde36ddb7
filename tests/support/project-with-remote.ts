import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { git, makeSampleProject } from './sample-project.ts';

/** The sample project in this folder, with a bare repository beside it as its `origin`, in which `main` is. */
export function makeProjectWithRemote(folder: string): void {
  makeSampleProject(folder);
  const remote = remoteBeside(folder);
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote]);
  git(folder, 'remote', 'add', 'origin', remote);
  git(folder, 'push', '-q', 'origin', 'main');
}

/** Path of the bare repository. */
export function remoteBeside(project: string): string {
  return path.join(path.dirname(project), 'remote.git');
}
