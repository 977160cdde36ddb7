import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Access, CommandFate, ProtectedChange, Supervisor } from '../../src/contracts/exec.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { commitFirst, fill, supervisorOn, temporaryFolder } from '../processes/parts.ts';
import { newRepository } from '../support/new-repository.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';

export const ONLY_WITHOUT = { inside: false, without: true };
export const BOTH = { inside: true, without: true };

export interface Place {
  readonly top: string;
  readonly home: string;
  readonly project: string;
}

/** A project with a history in a home with a key, and beside it a folder of ours. */
export function makePlace(files: Readonly<Record<string, string>> = {}): Place {
  const top = temporaryFolder();
  const home = join(top, 'home');
  const project = join(home, 'project');
  fill(top, {
    'home/.ssh/id_ed25519': 'PRIVATE KEY',
    'home/.local/bin/tool': '#!/bin/sh\necho tool runs\n',
    'ours/wasap.db': 'records',
  });
  fill(project, { 'a.txt': 'one\n', Makefile: 'test:\n\t@echo made\n', ...files });
  newRepository(project);
  commitFirst(project);
  return { top, home, project };
}

export interface Run {
  readonly line: string;
  readonly sandboxed: boolean;
  readonly access?: Access;
  readonly timeoutMs?: number;
}

export interface Ran {
  readonly fate: CommandFate;
  readonly stdout: string;
  readonly stderr: string;
  readonly changes: readonly ProtectedChange[];
}

export async function run(
  { top, home, project }: Place,
  { line, sandboxed, access, timeoutMs = 20_000 }: Run,
): Promise<Ran> {
  const supervisor = sandboxed
    ? sandboxedSupervisor({ top, home, project })
    : supervisorOn(join(top, 'processes'), { environment: testEnvironment(home) });
  const id = newProcessId();
  const execution = { kind: 'shell', line, ...(access === undefined ? {} : { access }) } as const;
  await supervisor.start({ id, execution, cwd: project, timeoutMs });
  const fate = await supervisor.wait(id, new AbortController().signal);
  const { stdout, stderr, changes = [] } = await supervisor.output(id, 4000);
  return { fate, stdout, stderr, changes };
}

/** One whose commands are held, and looked at when they have ended. */
export function sandboxedSupervisor({ top, home }: Place): Supervisor {
  const sandbox = testSandbox({ home, hidden: [join(top, 'ours')], watchFolder: join(top, 'watch') });
  return supervisorOn(join(top, 'processes'), { environment: testEnvironment(home), sandbox });
}

/** Exit code 0 with the sandbox, and without it. */
export async function succeeds(
  place: Place,
  line: string,
): Promise<{ readonly inside: boolean; readonly without: boolean }> {
  const isZero = async (sandboxed: boolean): Promise<boolean> => {
    const { fate } = await run(place, { line, sandboxed });
    return fate.kind === 'exited' && fate.exitCode === 0;
  };
  return { inside: await isZero(true), without: await isZero(false) };
}

export function connectTo(port: number): string {
  return `node -e "require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"`;
}

/** Port of a service of this machine. */
export async function listening(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
