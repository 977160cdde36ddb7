import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/processes/command-environment.ts';

/**
 * The beginning of an argv: what follows runs as in Docker by default, where a filter of system calls forbids new name
 * spaces.
 * @param folder for the filter
 */
export function likeDocker(folder: string): readonly string[] {
  const filter = join(folder, 'filter.bpf');
  writeFileSync(filter, noNamespaces());
  return ['/bin/sh', '-c', 'exec "$@" 3<"$0"', filter, ...withoutMark(['--seccomp', '3'])];
}

/** The whole system but the file that a container leaves in its root: this machine may be one itself. */
export function withoutMark(options: readonly string[]): readonly string[] {
  const root = readdirSync('/', { withFileTypes: true })
    .filter(({ name }) => name !== '.dockerenv')
    .flatMap((entry) =>
      entry.isSymbolicLink()
        ? ['--symlink', readlinkSync(`/${entry.name}`), `/${entry.name}`]
        : ['--dev-bind', `/${entry.name}`, `/${entry.name}`],
    );
  return [findProgram('bwrap', '/usr/bin:/bin') ?? 'bwrap', ...options, ...root];
}

/** Numbers of `clone` and `unshare`; `clone3` is the same everywhere. */
const CALLS = process.arch === 'arm64' ? { clone: 220, unshare: 97 } : { clone: 56, unshare: 272 };
const CLONE3 = 435;

/** A program for the kernel: a process that asks for a new name space is told EPERM, `clone3` does not exist. */
function noNamespaces(): Buffer {
  const [LOAD, EQUAL, SET, RETURN] = [0x20, 0x15, 0x45, 0x06];
  const [ALLOW, EPERM, ENOSYS] = [0x7fff_0000, 0x0005_0001, 0x0005_0026];
  const NEW_NAMESPACES = 0x7e02_0000;
  const steps: readonly (readonly [code: number, yes: number, no: number, value: number])[] = [
    [LOAD, 0, 0, 0], // the number of the call
    [EQUAL, 6, 0, CLONE3],
    [EQUAL, 1, 0, CALLS.clone],
    [EQUAL, 0, 2, CALLS.unshare],
    [LOAD, 0, 0, 16], // its first argument, lower half
    [SET, 1, 0, NEW_NAMESPACES],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ENOSYS],
  ];
  const program = Buffer.alloc(steps.length * 8);
  for (const [at, [code, yes, no, value]] of steps.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(yes, at * 8 + 2);
    program.writeUInt8(no, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
}
