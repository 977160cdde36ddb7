import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ANA = '[user]\n\tname = Ana\n\temail = ana@example.com\n';

/**
 * What `git init -b main` makes, without the examples of hooks. No git is started for it: most tests of git begin with
 * this, and starting three of them takes longer than the files.
 * @param user Ana is the author, as `git config` sets it; else whoever the environment names
 */
export function newRepository(folder: string, { user = false } = {}): void {
  const inGit = (name: string): string => path.join(folder, '.git', name);
  for (const name of ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    mkdirSync(inGit(name), { recursive: true });
  }
  const core =
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';
  writeFileSync(inGit('config'), user ? core + ANA : core);
  writeFileSync(inGit('HEAD'), 'ref: refs/heads/main\n');
}
