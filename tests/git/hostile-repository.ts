import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fill, git, repository, temporaryFolder } from '../processes/parts.ts';

/** A repository in which some git command would run a program. */
export interface Trap {
  readonly name: string;
  /** Sets up the repository so that some git command would run `canary`. */
  readonly set: (root: string, canary: string) => void;
}

export const config =
  (...pairs: readonly (readonly [string, (canary: string) => string])[]) =>
  (root: string, canary: string): void => {
    for (const [key, value] of pairs) git(root, 'config', '--add', key, value(canary));
  };

export const attributes = (root: string, line: string): void => {
  fill(root, { '.git/info/attributes': `${line}\n` });
};

const hook = (root: string, canary: string): void => {
  for (const name of [
    'pre-commit',
    'commit-msg',
    'prepare-commit-msg',
    'post-commit',
    'post-checkout',
    'pre-push',
    'reference-transaction',
    'post-index-change',
  ]) {
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    writeFileSync(join(root, '.git/hooks', name), `#!/bin/sh\n${canary}\n`, { mode: 0o755 });
  }
};

export const TRAPS: readonly Trap[] = [
  { name: 'hooks', set: hook },
  {
    name: 'hooks elsewhere',
    set: (root, canary) => {
      hook(root, canary);
      git(root, 'config', 'core.hooksPath', '.git/hooks');
    },
  },
  {
    name: 'hook by name',
    set: config(
      ...['pre-commit', 'pre-push', 'post-checkout'].map((event) => ['hook.x.event', () => event] as const),
      ['hook.x.command', (canary) => canary],
    ),
  },
  { name: 'file system monitor', set: config(['core.fsmonitor', (canary) => canary]) },
  {
    name: 'pager',
    set: config(
      ['core.pager', (canary) => canary],
      ['pager.diff', (canary) => canary],
      ['pager.status', (canary) => canary],
    ),
  },
  {
    name: 'editor',
    set: config(['core.editor', (canary) => canary], ['sequence.editor', (canary) => canary]),
  },
  { name: 'external diff', set: config(['diff.external', (canary) => canary]) },
  {
    name: 'diff driver',
    set: (root, canary) => {
      config(['diff.x.command', () => canary], ['diff.x.textconv', () => canary])(root, canary);
      attributes(root, '* diff=x');
    },
  },
  {
    name: 'filter',
    set: (root, canary) => {
      config(
        ['filter.x.clean', () => canary],
        ['filter.x.smudge', () => canary],
        ['filter.x.required', () => 'true'],
      )(root, canary);
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter process',
    set: (root, canary) => {
      config(['filter.x.process', () => canary])(root, canary);
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter in an included file',
    set: (root, canary) => {
      git(root, 'config', '--file', join(root, '.git/more'), 'filter.x.clean', canary);
      git(root, 'config', 'include.path', 'more');
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter with a name that cannot be overridden',
    set: (root, canary) => {
      config(['filter.a=b.clean', () => canary])(root, canary);
      attributes(root, '* filter=a=b');
    },
  },
  {
    name: 'signing',
    set: config(
      ['commit.gpgSign', () => 'true'],
      ['push.gpgSign', () => 'if-asked'],
      ['log.showSignature', () => 'true'],
      ['gpg.program', (canary) => canary],
      ['gpg.format', () => 'ssh'],
      ['gpg.ssh.program', (canary) => canary],
      ['gpg.ssh.defaultKeyCommand', (canary) => canary],
    ),
  },
  { name: 'ssh command', set: config(['core.sshCommand', (canary) => canary]) },
  { name: 'password program', set: config(['core.askPass', (canary) => canary]) },
  { name: 'credential helper', set: config(['credential.helper', (canary) => `!${canary}`]) },
  {
    name: 'aliases',
    set: config(['alias.status', (canary) => `!${canary}`], ['alias.push', (canary) => `!${canary}`]),
  },
  {
    name: 'programs of the remote',
    set: config(
      ['remote.origin.receivepack', (canary) => canary],
      ['remote.origin.uploadpack', (canary) => canary],
    ),
  },
  {
    name: 'ext transport',
    set: config(['url.ext::sh -c %S.insteadOf', () => '/'], ['protocol.ext.allow', () => 'always']),
  },
  {
    name: 'merge driver',
    set: (root, canary) => {
      config(
        ['merge.x.driver', () => canary],
        ['merge.default', () => 'x'],
        ['branch.main.mergeOptions', () => '-s theirs'],
      )(root, canary);
      attributes(root, '* merge=x');
    },
  },
  {
    name: 'commits of a borrowed repository',
    set: (root, canary) => {
      const other = join(root, '..', `${basename(root)}-borrowed`);
      git(root, 'clone', '--quiet', '--bare', root, other);
      fill(root, { '.git/objects/info/alternates': `${other}/objects\n` });
      config(['core.alternateRefsCommand', (path) => path])(root, canary);
    },
  },
  {
    name: 'a sub-module with a filter and a diff of its own',
    set: (root, canary) => {
      const inner = join(root, 'sub');
      git(root, 'init', '--quiet', 'sub');
      fill(inner, { 'f.txt': 'one\n' });
      git(inner, 'add', '--all');
      git(inner, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'm');
      git(root, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
      git(root, 'config', 'diff.submodule', 'diff');
      config(['filter.x.clean', () => canary], ['diff.external', () => canary])(inner, canary);
      attributes(inner, '* filter=x');
      fill(inner, { 'f.txt': 'two\n' });
    },
  },
  {
    name: 'missing objects that are fetched by a command',
    set: (root, canary) => {
      const blob = git(root, 'rev-parse', 'HEAD~1:a.txt').trim();
      rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      config(
        ['extensions.partialClone', () => 'origin'],
        ['remote.origin.promisor', () => 'true'],
        ['remote.origin.uploadpack', () => canary],
      )(root, canary);
      git(root, 'config', 'core.repositoryFormatVersion', '1');
    },
  },
];

export interface Ground {
  readonly root: string;
  readonly hasRun: () => boolean;
}

/** Two commits, a changed and a new file, a remote with a branch that is in conflict with them, and the trap. */
export function prepare({ set }: Trap): Ground {
  const root = repository();
  writeFileSync(join(root, 'a.txt'), 'two\n');
  git(root, 'commit', '--quiet', '--all', '--message=second');
  const origin = temporaryFolder();
  git(origin, 'init', '--quiet', '--bare');
  git(root, 'remote', 'add', 'origin', origin);
  git(root, 'checkout', '--quiet', '-b', 'theirs', 'HEAD~1');
  writeFileSync(join(root, 'a.txt'), 'of theirs\n');
  git(root, 'commit', '--quiet', '--all', '--message=theirs');
  git(root, 'checkout', '--quiet', 'main');
  git(root, 'push', '--quiet', 'origin', 'theirs');
  fill(root, { 'a.txt': 'three\n', 'new.txt': 'n\n' });
  const place = temporaryFolder();
  writeFileSync(join(place, 'canary'), `#!/bin/sh\necho ran >>${place}/ran\nexit 1\n`, { mode: 0o755 });
  set(root, join(place, 'canary'));
  return { root, hasRun: () => existsSync(join(place, 'ran')) };
}
