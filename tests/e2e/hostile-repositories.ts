/** Repositories that want to run `canary` on the host: each is set up in an ordinary project with one commit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../support/sample-project.ts';

export interface HostileRepository {
  readonly name: string;
  readonly set: (root: string, canary: string) => void;
  /** What plain git runs into: shows that the trap is one. */
  readonly plain: readonly (readonly string[])[];
}

const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-checkout', 'pre-push'],
  ...['reference-transaction', 'post-index-change', 'pre-auto-gc', 'post-rewrite', 'fsmonitor-watchman'],
];

const LOOK = [['status'], ['diff'], ['log', '-p', '-1'], ['show']];

function put(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

function set(root: string, settings: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(settings)) git(root, 'config', '--add', key, value);
}

/** A repository inside the repository, known to it as a sub-module. */
function inner(root: string, name: string): string {
  const folder = path.join(root, name);
  git(root, 'init', '-q', '-b', 'main', name);
  set(folder, { 'user.name': 'Eve', 'user.email': 'eve@example.com' });
  put(path.join(folder, 'f.txt'), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'feat: f');
  git(root, 'add', '--no-warn-embedded-repo', name);
  git(root, 'commit', '-qm', 'build: a sub-module');
  put(path.join(folder, 'f.txt'), 'two\n');
  return folder;
}

export const HOSTILE_REPOSITORIES: readonly HostileRepository[] = [
  {
    name: 'hooks, also in a folder of their own',
    set(root, canary) {
      for (const folder of ['.git/hooks', '.hooks']) {
        for (const name of HOOKS) put(path.join(root, folder, name), `#!/bin/sh\n${canary}\n`, 0o755);
      }
      set(root, { 'core.hooksPath': '.hooks' });
    },
    plain: [['commit', '--allow-empty', '-m', 'x']],
  },
  {
    name: 'settings that name programs',
    set(root, canary) {
      set(root, {
        'core.fsmonitor': canary,
        'core.pager': canary,
        'core.editor': canary,
        'core.sshCommand': canary,
        'core.askPass': canary,
        'core.gitProxy': canary,
        'core.alternateRefsCommand': canary,
        'commit.gpgSign': 'true',
        'log.showSignature': 'true',
        'gpg.program': canary,
        'credential.helper': `!${canary}`,
        'sequence.editor': canary,
        'alias.status': `!${canary}`,
        'pager.status': canary,
        'remote.origin.uploadpack': canary,
        'remote.origin.receivepack': canary,
      });
    },
    plain: LOOK,
  },
  {
    name: 'an external diff, diff drivers and textconv',
    set(root, canary) {
      put(path.join(root, '.gitattributes'), '* diff=x\n');
      set(root, { 'diff.external': canary, 'diff.x.command': canary, 'diff.x.textconv': canary });
    },
    plain: LOOK,
  },
  {
    name: 'filters that clean and smudge',
    set(root, canary) {
      put(path.join(root, '.gitattributes'), '* filter=x\n');
      set(root, {
        'filter.x.clean': canary,
        'filter.x.smudge': canary,
        'filter.x.process': canary,
        'filter.x.required': 'true',
      });
    },
    plain: [['add', '-A'], ...LOOK],
  },
  {
    name: 'settings in an included file',
    set(root, canary) {
      put(
        path.join(root, 'settings.inc'),
        `[core]\n\tfsmonitor = ${canary}\n[diff]\n\texternal = ${canary}\n[filter "y"]\n\tclean = ${canary}\n`,
      );
      put(path.join(root, '.git/info/attributes'), '* filter=y\n');
      set(root, { 'include.path': '../settings.inc', 'includeIf.gitdir:/.path': '../settings.inc' });
    },
    plain: LOOK,
  },
  {
    name: 'a sub-module with settings of its own',
    set(root, canary) {
      const folder = inner(root, 'vendored');
      put(path.join(folder, '.git/info/attributes'), '* filter=z diff=z\n');
      set(folder, {
        'filter.z.clean': canary,
        'diff.external': canary,
        'diff.z.textconv': canary,
        'core.fsmonitor': canary,
      });
      put(
        path.join(root, '.gitmodules'),
        '[submodule "v"]\n\tpath = vendored\n\turl = ./v\n\tignore = none\n',
      );
      set(root, { 'diff.submodule': 'diff', 'status.submoduleSummary': 'true', 'submodule.recurse': 'true' });
    },
    plain: LOOK,
  },
  {
    name: 'a remote that is a command',
    set(root, canary) {
      git(root, 'remote', 'set-url', 'origin', 'https://example.invalid/x.git');
      set(root, {
        [`url.ext::${canary} %S .insteadOf`]: 'https://example.invalid/',
        'protocol.ext.allow': 'always',
      });
    },
    plain: [['ls-remote', 'origin']],
  },
  {
    name: 'a remote inside the project, with hooks, in another spelling',
    set(root, canary) {
      git(root, 'init', '-q', '--bare', 'inner.git');
      for (const name of ['pre-receive', 'update', 'post-receive', 'post-update']) {
        put(path.join(root, 'inner.git/hooks', name), `#!/bin/sh\n${canary}\n`, 0o755);
      }
      git(root, 'remote', 'set-url', 'origin', 'https://example.invalid/x.git');
      set(root, { [`url.file://localhost${root}/inn%65r.insteadOf`]: 'https://example.invalid/x' });
    },
    plain: [['push', 'origin', 'main']],
  },
  {
    name: 'objects of somewhere else, whose references are told by a command',
    set(root, canary) {
      const elsewhere = inner(root, 'elsewhere');
      put(path.join(root, '.git/objects/info/alternates'), `${path.join(elsewhere, '.git/objects')}\n`);
      set(root, { 'core.alternateRefsCommand': canary });
    },
    plain: [['fetch', 'origin']],
  },
];
