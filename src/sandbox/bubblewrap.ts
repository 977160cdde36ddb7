import type { SandboxOptions } from '../contracts/exec.ts';
import { shellWord } from '../core/text.ts';
import { isAtLeast } from '../core/version.ts';
import { LIMITED } from '../processes/limits.ts';
import type { Mount, SandboxProvider } from './provider.ts';
import { setuidFilter } from './setuid-filter.ts';

/** Limit for each empty folder: it is kept in memory, and by default could take half of it. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Version from which the size of such a folder can be set. */
const SIZE_SINCE = '0.7';

/**
 * Version from which it can keep commands from creating user namespaces, in which they would have capabilities again.
 */
const CLOSES_NAMESPACES_SINCE = '0.8';

export interface BubblewrapOptions {
  /** Not every system permits it: a setuid bubblewrap refuses. */
  readonly closesNamespaces: boolean;
}

/** Options that this version supports, the strictest first. */
export function bubblewrapOptions(version: string): readonly BubblewrapOptions[] {
  const least = { closesNamespaces: false };
  return isAtLeast(version, CLOSES_NAMESPACES_SINCE) ? [{ closesNamespaces: true }, least] : [least];
}

export function createBubblewrap(
  program: string,
  version: string,
  { closesNamespaces }: BubblewrapOptions,
): SandboxProvider {
  return {
    name: 'bubblewrap',
    version,
    wrap: async (argv, inside, mounts) =>
      withoutSetuid(program, [
        ...(closesNamespaces ? ['--unshare-user', '--disable-userns'] : []),
        ...bubblewrapArguments(mounts, inside, isAtLeast(version, SIZE_SINCE)),
        ...argv,
      ]),
  };
}

/** Only files of root can endanger others. Bubblewrap reads the filter from a descriptor, here a pipe. */
function withoutSetuid(program: string, args: readonly string[]): readonly string[] {
  const filter = process.getuid?.() === 0 ? setuidFilter() : undefined;
  if (filter === undefined) return [program, ...args];
  const octal = [...filter].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
  return ['/bin/sh', '-c', FILTERED, 'filter', octal, program, '--seccomp', String(FILTER_AT), ...args];
}

const FILTER_AT = 9;
/** Where its own standard input is meanwhile. */
const INPUT_AT = 8;

/** The waiting shell catches signals, so that the command has its time to end, as without a sandbox. */
const FILTERED = `trap : TERM INT HUP
filter=$1; shift
exec ${INPUT_AT}<&0
printf %b "$filter" | { exec ${FILTER_AT}<&0 <&${INPUT_AT} ${INPUT_AT}<&-; exec "$@"; }`;

/**
 * The profile: everything is readable except what `mounts` change; no other processes, no network unless granted, no
 * capabilities, no controlling terminal, no variables but ours. Processes that the command leaves running end with
 * it.
 */
function bubblewrapArguments(
  mounts: readonly Mount[],
  { workspace, folder = workspace, access, environment }: SandboxOptions,
  knowsSize: boolean,
): readonly string[] {
  return [
    '--unshare-all',
    ...(access.network ? ['--share-net'] : []),
    '--new-session',
    '--die-with-parent',
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // Kernel settings check only their owner, and root of a user namespace is still root.
    ...(process.getuid?.() === 0 ? ['--remount-ro', '/proc'] : []),
    ...mounts.flatMap((mount) => mountArguments(mount, knowsSize)),
    ...['--chdir', folder],
    // The variables of bubblewrap itself are readable inside, in /proc/1/environ: it is started with these too.
    '--clearenv',
    ...Object.entries({ ...environment, TMPDIR: '/tmp' }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    ...['--', '/bin/sh', '-c', `${onlyKnown(mounts)}{ ${LIMITED}; } 2>/dev/null; exec "$@"`, 'sandbox'],
  ];
}

/** Mounts are found by name, which may lead to another folder by then; inside, it cannot change any more. */
function onlyKnown(mounts: readonly Mount[]): string {
  const known = mounts.filter((mount) => mount.kind === 'known');
  if (known.length === 0) return '';
  const paths = known.map(({ path }) => shellWord(path)).join(' ');
  const identities = shellWord(known.map(({ identity }) => identity).join('\n'));
  return `[ "$(stat -c %d:%i -- ${paths})" = ${identities} ] || { echo ${shellWord(EXCHANGED)} >&2; exit 126; }; `;
}

const EXCHANGED = 'Not started: a folder that this worktree is linked to was exchanged for another.';

function mountArguments({ kind, path }: Mount, knowsSize: boolean): readonly string[] {
  switch (kind) {
    case 'empty':
      return [...(knowsSize ? ['--size', String(MAX_BYTES)] : []), '--tmpfs', path];
    case 'closed':
      return ['--remount-ro', path];
    case 'readable':
    case 'known':
      return ['--ro-bind-try', path, path];
    case 'writable':
      return ['--bind-try', path, path];
    case 'blank':
      return ['--ro-bind', '/dev/null', path];
  }
}
