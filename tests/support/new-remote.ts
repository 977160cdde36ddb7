import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What `git init --bare -b main` makes, without the examples of hooks. */
export function newBareRepository(folder: string): void {
  for (const name of ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  writeFileSync(
    path.join(folder, 'config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n',
  );
  writeFileSync(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n');
}

/**
 * A bare repository as the `origin` of a new one, in which its `main` is. Git would start a dozen of programs for the
 * push alone, which take longer than to copy the files.
 */
export function newRemote(project: string, remote: string): void {
  const inGit = (name: string): string => path.join(project, '.git', name);
  newBareRepository(remote);
  cpSync(inGit('objects'), path.join(remote, 'objects'), { recursive: true });
  const main = readFileSync(inGit('refs/heads/main'));
  writeFileSync(path.join(remote, 'refs/heads/main'), main);
  mkdirSync(inGit('refs/remotes/origin'), { recursive: true });
  writeFileSync(inGit('refs/remotes/origin/main'), main);
  appendFileSync(
    inGit('config'),
    `[remote "origin"]\n\turl = ${remote}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
  );
}
