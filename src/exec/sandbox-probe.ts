import { execFile } from 'node:child_process';
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
import { messageOf } from '../base/failure.ts';
import { oneLine } from '../base/text.ts';
import type { SandboxProblem, SandboxState } from '../contracts/exec.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Environment } from './command-environment.ts';
import { mountsFor } from './sandbox-mounts.ts';

export interface Probe {
  /** Undefined when it is not installed. */
  readonly program: string | undefined;
  readonly environment: Environment;
}

const LONGEST_MS = 5000;
const LONGEST_DETAIL = 300;

/** Runs the real profile on a project of its own: what must work has to work, and what must not, not. Never throws. */
export async function probeBubblewrap({ program, environment }: Probe): Promise<SandboxState> {
  if (program === undefined) return { kind: 'off', problem: 'missing', detail: '' };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-sandbox-')));
  try {
    const version = (await run(program, ['--version'], environment)).output.replace(/^bubblewrap /, '');
    return await tryOut({ program, environment, folder, version });
  } catch (error) {
    return { kind: 'off', problem: 'forbidden', detail: messageOf(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Trial {
  readonly program: string;
  readonly environment: Environment;
  /** Holds a project, and beside it what is to stay out of reach. */
  readonly folder: string;
  readonly version: string;
}

async function tryOut({ program, environment, folder, version }: Trial): Promise<SandboxState> {
  const workspace = join(folder, 'project');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'Makefile'), 'kept');
  writeFileSync(join(folder, 'secret'), 'secret');
  const listener = await listen();
  try {
    const confined = { workspace, access: { network: false, writable: [] }, environment };
    const mounts = mountsFor(confined, { hidden: [], isProtected: (path) => path === 'Makefile' });
    const argv = ['/bin/sh', '-c', CANARIES, 'canaries', folder, String(listener.port)];
    const { output, failed } = await run(
      program,
      [...bubblewrapArguments(mounts, confined), ...argv],
      environment,
    );
    if (failed || !existsSync(join(workspace, 'inside'))) {
      return { kind: 'off', problem: problemNow(), detail: oneLine(output, LONGEST_DETAIL) };
    }
    const leaks = [
      ...(existsSync(join(folder, 'outside')) ? ['a file outside the project was written'] : []),
      ...(readFileSync(join(workspace, 'Makefile'), 'utf8') === 'kept'
        ? []
        : ['a protected file was written']),
      ...(output.includes('secret') ? ['a private file was read'] : []),
      ...(listener.wasReached() || output.includes('eth0') ? ['the network was reached'] : []),
    ];
    if (leaks.length > 0) return { kind: 'off', problem: 'leaky', detail: leaks.join('; ') };
    return { kind: 'on', name: 'bubblewrap', version };
  } finally {
    listener.close();
  }
}

/** $1 is the folder, $2 a port of this machine that listens. Each line but the first must be in vain. */
const CANARIES = `: >inside || exit 1
exec 2>/dev/null
(: >"$1/outside"); (: >Makefile); cat "$1/secret"
[ -x /bin/bash ] && /bin/bash -c ": </dev/tcp/127.0.0.1/$2"
while read -r line; do case $line in lo:*|Inter*|face*) ;; *) echo eth0 ;; esac; done </proc/net/dev
exit 0`;

/** Containers leave one of these files behind. */
function problemNow(): SandboxProblem {
  return ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) ? 'container' : 'forbidden';
}

interface Ran {
  /** Both streams. */
  readonly output: string;
  readonly failed: boolean;
}

function run(program: string, args: readonly string[], environment: Environment): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, args, { env: { ...environment }, timeout: LONGEST_MS }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      resolve({ output: output === '' && error !== null ? error.message : output, failed: error !== null });
    });
  });
}

interface Listener {
  readonly port: number;
  wasReached(): boolean;
  close(): void;
}

function listen(): Promise<Listener> {
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
