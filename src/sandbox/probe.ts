import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxProblem, SandboxState } from '../contracts/exec.ts';
import { messageOf } from '../core/failure.ts';
import { oneLine } from '../core/text.ts';
import { unlessRefused } from '../files/look-at-path.ts';
import type { Environment } from '../processes/command-environment.ts';
import { runHelper } from '../processes/run-helper.ts';
import { mountsFor } from './mounts.ts';
import type { ProviderProblem, SandboxProvider } from './provider.ts';

const MAX_MS = 5000;
const MAX_DETAIL_LENGTH = 300;

/** The version that bubblewrap reports, or why it cannot be run. */
export async function bubblewrapVersion(
  program: string,
  environment: Environment,
): Promise<{ readonly version: string } | ProviderProblem> {
  const { output, failed } = await runProbe([program, '--version'], environment);
  if (failed) return { detail: oneLine(output, MAX_DETAIL_LENGTH) };
  return { version: output.replace(/^bubblewrap /, '') };
}

/**
 * Runs the real profile on a test project: allowed operations have to work, forbidden ones must fail. Never throws.
 */
export async function probeSandbox(
  provider: SandboxProvider,
  environment: Environment,
): Promise<SandboxState> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-sandbox-')));
  try {
    return await tryOut(provider, environment, folder);
  } catch (error) {
    return { kind: 'off', problem: problemOf(systemFacts()), detail: messageOf(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param folder holds a project, and beside it files that must be out of reach */
async function tryOut(
  provider: SandboxProvider,
  environment: Environment,
  folder: string,
): Promise<SandboxState> {
  const workspace = join(folder, 'project');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'Makefile'), 'kept');
  writeFileSync(join(folder, 'secret'), 'secret');
  const listener = await startListener();
  try {
    const confined = { workspace, access: { network: false, writable: [] }, environment };
    // Where temporary files are not hidden, as on macOS, this one is hidden by name.
    const hidden = process.platform === 'linux' ? [] : [join(folder, 'secret')];
    const rules = { hidden, isProtected: (path: string) => path === 'Makefile' };
    const mounts = mountsFor(confined, rules, ['Makefile']);
    const argv = ['/bin/sh', '-c', CANARIES, 'canaries', folder, String(listener.port)];
    const { output, failed } = await runProbe(
      await provider.wrap(argv, confined, mounts),
      environment,
      workspace,
    );
    provider.release?.();
    if (failed || !existsSync(join(workspace, 'inside'))) {
      return { kind: 'off', problem: problemOf(systemFacts()), detail: oneLine(output, MAX_DETAIL_LENGTH) };
    }
    const leaks = [
      ...(existsSync(join(folder, 'outside')) ? ['a file outside the project was written'] : []),
      ...(readFileSync(join(workspace, 'Makefile'), 'utf8') === 'kept'
        ? []
        : ['a protected file was written']),
      ...(output.includes('core_pattern') ? ['settings of the kernel can be written'] : []),
      ...(output.includes('secret') ? ['a private file was read'] : []),
      ...(listener.wasReached() || output.includes('eth0') ? ['the network was reached'] : []),
    ];
    if (leaks.length > 0) return { kind: 'off', problem: 'leaky', detail: leaks.join('; ') };
    return { kind: 'on', name: provider.name, version: provider.version };
  } finally {
    listener.close();
  }
}

/** $1 is the folder, $2 a listening port of this machine. Each line but the first must fail. */
const CANARIES = `: >inside || exit 1
exec 2>/dev/null
(: >"$1/outside"); (: >Makefile); cat "$1/secret"
[ -w /proc/sys/kernel/core_pattern ] && echo core_pattern
[ -x /bin/bash ] && /bin/bash -c ": </dev/tcp/127.0.0.1/$2"
while read -r line; do case $line in lo:*|Inter*|face*) ;; *) echo eth0 ;; esac; done </proc/net/dev
exit 0`;

interface ProbeRun {
  /** Output of both streams. */
  readonly output: string;
  readonly failed: boolean;
}

async function runProbe(argv: readonly string[], environment: Environment, cwd = '/'): Promise<ProbeRun> {
  const [program = '', ...args] = argv;
  const signal = AbortSignal.timeout(MAX_MS);
  const { code, stdout, stderr, reason } = await runHelper({ program, args, cwd, environment, signal });
  return { output: `${stdout}${stderr}`.trim() || reason, failed: code !== 0 };
}

function startListener(): Promise<{ readonly port: number; wasReached(): boolean; close(): void }> {
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ port, wasReached: () => reached, close: () => void server.close() });
    });
  });
}

/** What the system reports about itself. */
export interface SystemFacts {
  /** Containers leave a marker file, or a system call filter over everything in them. */
  readonly isContainer: boolean;
  /** Undefined where the system does not report it. */
  readonly mostUserNamespaces: number | undefined;
  readonly allowsUnprivileged: boolean;
  readonly apparmorRestricts: boolean;
}

/**
 * Why the sandbox does not start, as far as it can be found out: each reason has another remedy. Not for a sandbox
 * that leaks.
 */
export function problemOf({
  isContainer,
  mostUserNamespaces,
  allowsUnprivileged,
  apparmorRestricts,
}: SystemFacts): SandboxProblem {
  if (isContainer) return 'container';
  if (mostUserNamespaces === 0 || !allowsUnprivileged) return 'namespaces-off';
  return apparmorRestricts ? 'apparmor' : 'forbidden';
}

/** @param root where the system's own files are; for tests */
export function systemFacts(root = '/'): SystemFacts {
  const setting = (name: string): string | undefined => readIfThere(`${root}proc/sys/${name}`)?.trim();
  const most = setting('user/max_user_namespaces');
  const isFiltered = /^Seccomp:\s*2$/m.test(readIfThere(`${root}proc/self/status`) ?? '');
  return {
    isContainer:
      isFiltered || ['.dockerenv', 'run/.containerenv'].some((file) => existsSync(`${root}${file}`)),
    mostUserNamespaces: most === undefined ? undefined : Number(most),
    // A setting of Debian alone.
    allowsUnprivileged: setting('kernel/unprivileged_userns_clone') !== '0',
    apparmorRestricts: setting('kernel/apparmor_restrict_unprivileged_userns') === '1',
  };
}

function readIfThere(file: string): string | undefined {
  return unlessRefused(() => readFileSync(file, 'utf8'));
}
