import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { commonGitFolder } from '../files/repository-folders.ts';

/** True when a remote of this repository is `owner/name`, on any server and by any protocol. */
export function hasRemote(
  root: string,
  { owner, name }: { readonly owner: string; readonly name: string },
): boolean {
  const [wanted, withGit] = [`${owner}/${name}`, `${owner}/${name}.git`].map((text) => text.toLowerCase());
  return urlsIn(join(commonGitFolder(root), 'config'))
    .map((url) => url.toLowerCase().replace(/\/+$/, ''))
    .some((url) => [wanted, withGit].some((end) => url.endsWith(`/${end}`) || url.endsWith(`:${end}`)));
}

/** The first remote of this repository, as it is configured; undefined without one. */
export function remoteUrl(root: string): string | undefined {
  return urlsIn(join(commonGitFolder(root), 'config'))[0];
}

function urlsIn(file: string): readonly string[] {
  try {
    return [...readRegular(file).matchAll(/^[ \t]*url[ \t]*=[ \t]*"?([^"\r\n]*?)"?[ \t]*$/gim)].map(
      ([, url = '']) => url,
    );
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}
