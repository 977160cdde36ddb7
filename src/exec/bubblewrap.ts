import type { Confined } from '../contracts/exec.ts';
import { MOST_TASKS } from './limits.ts';

/** One change to the file system as the command sees it; a later one lies over an earlier one. */
export type Mount =
  /** An empty folder of its own, gone with the command. */
  | { readonly kind: 'empty'; readonly path: string }
  /** As it is outside; left out when it does not exist. */
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** A file that reads as empty. */
  | { readonly kind: 'blank'; readonly path: string };

/** dash calls the limit of processes -p, other shells -u. Root is exempt: see `hasTooManyTasks`. */
const LIMITED = `ulimit -p ${MOST_TASKS} || ulimit -u ${MOST_TASKS}`;

/**
 * The profile: everything is there to read but what `mounts` change; no other processes, no network unless granted, no
 * capabilities, no controlling terminal, no variables but ours. What the command leaves running ends with it.
 */
export function bubblewrapArguments(
  mounts: readonly Mount[],
  { workspace, access, environment }: Confined,
): readonly string[] {
  return [
    '--unshare-all',
    ...(access.network ? ['--share-net'] : []),
    '--new-session',
    '--die-with-parent',
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...mounts.flatMap(mountArguments),
    ...['--chdir', workspace],
    // The variables of bubblewrap itself can be read inside, in /proc/1/environ: it is started with these too.
    '--clearenv',
    ...Object.entries({ ...environment, TMPDIR: '/tmp' }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    ...['--', '/bin/sh', '-c', `{ ${LIMITED}; } 2>/dev/null; exec "$@"`, 'sandbox'],
  ];
}

function mountArguments({ kind, path }: Mount): readonly string[] {
  switch (kind) {
    case 'empty':
      return ['--tmpfs', path];
    case 'readable':
      return ['--ro-bind-try', path, path];
    case 'writable':
      return ['--bind-try', path, path];
    case 'blank':
      return ['--ro-bind', '/dev/null', path];
  }
}
