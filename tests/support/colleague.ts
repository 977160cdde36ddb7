import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from './sample-project.ts';

/** Somebody else who works in a clone of the same remote, in a second repository of its own. */
export interface Colleague {
  readonly folder: string;
  /** Commits these files on top of `branch` (null removes one) and pushes them. Returns the commit. */
  pushes(message: string, files: Readonly<Record<string, string | null>>, branch?: string): string;
}

/** @param remote path of a bare repository */
export function colleagueOn(remote: string): Colleague {
  const folder = path.join(path.dirname(remote), `colleague-${path.basename(remote, '.git')}`);
  const who = ['-c', 'user.name=Bea', '-c', 'user.email=bea@example.com'];
  git(path.dirname(remote), 'clone', '-q', ...who, remote, folder);
  return {
    folder,
    pushes(message, files, branch = 'main') {
      git(folder, 'fetch', '-q', 'origin');
      git(folder, 'checkout', '-q', '-B', branch, `origin/${branch}`);
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(folder, name);
        if (content === null) rmSync(file);
        else {
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
      git(folder, 'add', '-A');
      git(folder, 'commit', '-q', '-m', message);
      git(folder, 'push', '-q', 'origin', branch);
      return git(folder, 'rev-parse', 'HEAD');
    },
  };
}
