import { basename } from 'node:path';
import { positionInFiles, remoteUrl } from '../../../git/plain-repository.ts';
import { readCloneUrl } from '../../../git/workspaces/clone.ts';
import type { CopyFacts } from './copy-facts.ts';

/** A name or password before the host. */
const HTTP_CREDENTIALS = /^(https?:\/\/)[^/?#]*@/i;

/** How the project is found or brought on another machine. Read from files: no git is started for it. */
export function projectFacts(
  project: string,
  folder: string,
): Pick<CopyFacts, 'project' | 'remote' | 'branch'> {
  const remote = cloneUrl(remoteUrl(project)?.replace(HTTP_CREDENTIALS, '$1'));
  const branch = positionInFiles(folder)?.branch?.replace('refs/heads/', '');
  return {
    project: basename(project),
    ...(remote === undefined ? {} : { remote }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** Only what a person may paste behind `git clone`: no option, no folder of the other machine. */
export function cloneUrl(text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : readCloneUrl(text);
  return read?.kind === 'url' ? read.url : undefined;
}
