import { Failure } from '../base/failure.ts';
import type { ProcessId } from '../base/ids.ts';
import type { CommandFate } from '../contracts/exec.ts';
import type { BackgroundProcess, ToolContext } from '../contracts/tool.ts';

type Parts = Pick<ToolContext, 'processes' | 'supervisor'>;

export interface FollowedProcess {
  readonly process: BackgroundProcess;
  readonly id: ProcessId;
  readonly fate: CommandFate;
}

/** Background commands of this session, as they are now. */
export function allProcesses({ processes, supervisor }: Parts): Promise<FollowedProcess[]> {
  return Promise.all(processes.list().map((process) => follow(process, supervisor)));
}

export async function runningProcesses(parts: Parts): Promise<FollowedProcess[]> {
  return (await allProcesses(parts)).filter(({ fate }) => fate.kind === 'running');
}

/** Throws Failure `not-found` for anything but a process that this session started. */
export async function ownProcess(id: string | undefined, parts: Parts): Promise<FollowedProcess> {
  const process = parts.processes.list().find((known) => known.id === id);
  if (process === undefined) {
    throw new Failure(
      'not-found',
      `This session has no process ${id ?? 'without an id'}. The action list names its processes.`,
    );
  }
  return follow(process, parts.supervisor);
}

async function follow(process: BackgroundProcess, supervisor: Parts['supervisor']): Promise<FollowedProcess> {
  // The cast is safe: only `run_command` adds to the book, and it adds process ids.
  const id = process.id as ProcessId;
  return { process, id, fate: await supervisor.fate(id) };
}
