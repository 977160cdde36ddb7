import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CommandFate, Supervisor } from '../../contracts/exec.ts';
import type { Setup } from '../../contracts/worktrees.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { newProcessId, type ProcessId } from '../../core/ids.ts';
import { tailOf } from '../../core/text.ts';
import { fault } from '../../core/texts/faults.ts';
import { PACKAGE_FOLDERS } from '../../sandbox/protected-paths.ts';

const TIME_MS = 10 * MINUTE_MS;
/** Limit for both streams together, in UTF-16 code units: enough for an installer's last words. */
const MAX_OUTPUT = 1500;
/** How much of each stream is read, before its end is taken. */
const MAX_READ = 4000;

interface SetupRequest {
  /** As the person configured it: one line for bash, treated like an approved one. */
  readonly command: string;
  /** Canonical path of the worktree. */
  readonly folder: string;
  /** Linked folders of the worktree, which is not stored yet: see `LinkedFolders`. */
  readonly linked: readonly string[];
  readonly supervisor: Supervisor;
  readonly signal: AbortSignal;
}

/**
 * Runs the configured setup command in a worktree, sandboxed like every command, with the network and the package
 * folders. A failing command is reported, not thrown.
 * @throws Failure `stopped`; `unavailable` when nothing can be written
 */
export async function runSetup(request: SetupRequest): Promise<Setup> {
  const { command, folder, linked, supervisor, signal } = request;
  const id = newProcessId();
  await mkdir(dirname(setupNotePath(folder)), { recursive: true, mode: 0o700 });
  // Written before it starts: it outlives this program, and the next try to make the worktree has to find it.
  await writeFile(setupNotePath(folder), id, { mode: 0o600 });
  const access = { network: true, writable: PACKAGE_FOLDERS };
  await supervisor.start({
    id,
    execution: { kind: 'shell', line: command, access },
    cwd: folder,
    linked,
    timeoutMs: TIME_MS,
  });
  const fate = await supervisor.wait(id, signal);
  await rm(setupNotePath(folder), { force: true });
  if (signal.aborted) throw new Failure('stopped', fault('worktree-setup-stopped'));
  if (fate.kind === 'exited' && fate.exitCode === 0) return { command, exitCode: 0, output: '' };
  const { stdout, stderr } = await supervisor.output(id, MAX_READ);
  const output = [stdout.trim(), stderr.trim(), setupFailure(fate)].filter((text) => text !== '').join('\n');
  return {
    command,
    exitCode: fate.kind === 'exited' ? fate.exitCode : null,
    output: tailOf(output, MAX_OUTPUT),
  };
}

/**
 * Ends a setup command that an earlier program left running in this worktree. Call it before the folder is emptied or
 * removed. Safe to repeat.
 */
export async function endSetup(folder: string, supervisor: Pick<Supervisor, 'kill'>): Promise<void> {
  const id = await idIn(setupNotePath(folder));
  if (id !== undefined) await supervisor.kill(id, 'the worktree is made anew');
  await rm(setupNotePath(folder), { force: true });
}

/** Stored beside the worktree: inside it, a command could change it. */
function setupNotePath(folder: string): string {
  return `${folder}.setup`;
}

async function idIn(file: string): Promise<ProcessId | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    // Empty when this program ended while writing it: then nothing was started.
    return /^p-[a-z0-9]{6}$/.test(text) ? (text as ProcessId) : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function setupFailure(fate: CommandFate): string {
  switch (fate.kind) {
    case 'exited':
      return '';
    case 'timed-out':
      return `It took longer than ${TIME_MS / MINUTE_MS} minutes.`;
    default:
      return 'It was ended from outside.';
  }
}
