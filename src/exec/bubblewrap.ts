import type { Confined } from '../contracts/exec.ts';
import { LIMITED } from './limits.ts';
import type { Mount } from './mount.ts';
import type { SandboxProvider } from './sandbox-provider.ts';

export function bubblewrap(program: string, version: string): SandboxProvider {
  return {
    name: 'bubblewrap',
    version,
    wrap: async (argv, inside, mounts) => [program, ...bubblewrapArguments(mounts, inside), ...argv],
  };
}

/**
 * The profile: everything is there to read but what `mounts` change; no other processes, no network unless granted, no
 * capabilities, no controlling terminal, no variables but ours. What the command leaves running ends with it.
 */
function bubblewrapArguments(
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
