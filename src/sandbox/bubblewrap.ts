import type { SandboxOptions } from '../contracts/exec.ts';
import { shellWord } from '../core/text.ts';
import { isAtLeast } from '../core/version.ts';
import { LIMITED } from '../processes/limits.ts';
import type { Mount, SandboxProvider } from './provider.ts';

/** Limit for each empty folder: it is kept in memory, and by default could take half of it. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Version from which the size of such a folder can be set. */
const SIZE_SINCE = '0.7';

/**
 * Version from which it can keep commands from creating user namespaces, in which they would have capabilities again.
 */
const CLOSES_NAMESPACES_SINCE = '0.8';

interface BubblewrapOptions {
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

/** Index of the mode argument, and of the flags that say whether the mode is used. */
interface ModeCall {
  readonly call: number;
  readonly mode: number;
  readonly flags?: number;
}

interface Machine {
  /** Value from `linux/audit.h`. */
  readonly audit: number;
  readonly calls: readonly ModeCall[];
}

const chmods = (chmod: number, fchmod: number): readonly ModeCall[] => [
  { call: chmod, mode: 1 },
  { call: fchmod, mode: 1 },
];

const atFolder = (openat: number, mknodat: number, fchmodat: number): readonly ModeCall[] => [
  { call: openat, mode: 3, flags: 2 },
  { call: mknodat, mode: 2 },
  { call: fchmodat, mode: 2 },
  { call: FCHMODAT2, mode: 2 },
];

const byName = (open: number, creat: number, mknod: number): readonly ModeCall[] => [
  { call: open, mode: 2, flags: 1 },
  { call: creat, mode: 1 },
  { call: mknod, mode: 1 },
];

const FCHMODAT2 = 452;

/** They take the mode from memory, which a filter cannot read; their callers have fallbacks. */
const UNSEEN = { openat2: 437, ioUringSetup: 425 };

const GENERIC: readonly ModeCall[] = [{ call: 52, mode: 1 }, ...atFolder(56, 33, 53)];

/** By Node's name; a processor may also run programs of its older kind. */
const MACHINES: Readonly<Record<string, readonly Machine[]>> = {
  x64: [
    { audit: 0xc000003e, calls: [...byName(2, 85, 133), ...chmods(90, 91), ...atFolder(257, 259, 268)] },
    { audit: 0x40000003, calls: [...byName(5, 8, 14), ...chmods(15, 94), ...atFolder(295, 297, 306)] },
  ],
  arm64: [
    { audit: 0xc00000b7, calls: GENERIC },
    { audit: 0x40000028, calls: [...byName(5, 8, 14), ...chmods(15, 94), ...atFolder(322, 324, 333)] },
  ],
  riscv64: [{ audit: 0xc00000f3, calls: GENERIC }],
};

/** One instruction: what it does, how far it jumps if true and if false, its constant. */
type Instruction = readonly [code: number, ifSo: number, ifNot: number, constant: number];

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW: Instruction = [RETURN, 0, 0, 0x7fff0000];
const refuse = (errno: number): Instruction => [RETURN, 0, 0, 0x00050000 | errno];
const EPERM = 1;
const ENOSYS = 38;

const SETUID = 0o4000;
/** `O_CREAT` and `O_TMPFILE`: without them the mode argument is undefined. */
const MAKES_FILES = 0x40 | 0x400000;
/** System call numbers from here on are those of x32. */
const X32 = 0x40000000;

const NUMBER_AT = 0;
const MACHINE_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

/**
 * A filter of system calls (seccomp BPF) that prevents the setuid bit, for this processor and in the kernel's format;
 * undefined for an unknown processor. A setuid file that root creates in a project would give root to everybody who may
 * start it, long after the command.
 */
function setuidFilter(machine: string = process.arch): Uint8Array | undefined {
  const kinds = MACHINES[machine];
  if (kinds === undefined) return undefined;
  const program: Instruction[] = [[LOAD, 0, 0, MACHINE_AT]];
  for (const { audit, calls } of kinds) {
    const block = blockOf(calls);
    program.push([IF_EQUAL, 0, block.length, audit], ...block);
  }
  program.push(refuse(ENOSYS));
  return bytesOf(program);
}

function blockOf(calls: readonly ModeCall[]): readonly Instruction[] {
  return [
    [LOAD, 0, 0, NUMBER_AT],
    [IF_AT_LEAST, 0, 1, X32],
    refuse(ENOSYS),
    ...Object.values(UNSEEN).flatMap((call): readonly Instruction[] => [
      [IF_EQUAL, 0, 1, call],
      refuse(ENOSYS),
    ]),
    ...calls.flatMap(instructionsOf),
    ALLOW,
  ];
}

function instructionsOf({ call, mode, flags }: ModeCall): readonly Instruction[] {
  const judged: readonly Instruction[] = [
    [LOAD, 0, 0, argumentAt(mode)],
    [IF_ANY_BIT, 0, 1, SETUID],
    refuse(EPERM),
    ALLOW,
  ];
  const counts: readonly Instruction[] =
    flags === undefined ? [] : [[LOAD, 0, 0, argumentAt(flags)], [IF_ANY_BIT, 1, 0, MAKES_FILES], ALLOW];
  return [[IF_EQUAL, 0, counts.length + judged.length, call], ...counts, ...judged];
}

function bytesOf(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, ifSo, ifNot, constant]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, ifSo);
    bytes.setUint8(index * 8 + 3, ifNot);
    bytes.setUint32(index * 8 + 4, constant, true);
  }
  return new Uint8Array(bytes.buffer);
}
