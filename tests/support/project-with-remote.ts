import path from 'node:path';
import { newRemote } from './new-remote.ts';
import { makeSampleProject } from './sample-project.ts';

/** The sample project in this folder, with a bare repository beside it as its `origin`, in which `main` is. */
export function makeProjectWithRemote(folder: string): void {
  makeSampleProject(folder);
  newRemote(folder, remoteBeside(folder));
}

/** Path of the bare repository. */
export function remoteBeside(project: string): string {
  return path.join(path.dirname(project), 'remote.git');
}
