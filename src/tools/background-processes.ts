import type { CommandFate, FinalFate } from '../contracts/exec.ts';
import type { BackgroundProcess, ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { auditOf, BACKGROUND_SECONDS } from '../processes/command-end.ts';
import { KEPT_OUTPUT } from './command-answer.ts';

type BackgroundProcessParts = Pick<ToolContext, 'processes' | 'supervisor'>;

export interface FollowedProcess {
  readonly process: BackgroundProcess;
  readonly fate: CommandFate;
}

/** Background commands of this session, with their present state. */
export function allProcesses(parts: BackgroundProcessParts): Promise<FollowedProcess[]> {
  return Promise.all(parts.processes.list().map((process) => followProcess(process, parts)));
}

export async function runningProcesses(parts: BackgroundProcessParts): Promise<FollowedProcess[]> {
  return (await allProcesses(parts)).filter(({ fate }) => fate.kind === 'running');
}

/** Throws Failure `not-found` for anything but a process that this session started. */
export async function ownProcess(
  id: string | undefined,
  parts: BackgroundProcessParts,
): Promise<FollowedProcess> {
  const process = parts.processes.list().find((known) => known.id === id);
  if (process === undefined) {
    throw new Failure(
      'not-found',
      `This session has no process ${id ?? 'without an id'}. The action list names its processes; ended ones are forgotten after 10 minutes.`,
    );
  }
  return followProcess(process, parts);
}

/** Stops it and records its end. */
export async function endProcess(
  process: BackgroundProcess,
  parts: BackgroundProcessParts,
): Promise<FollowedProcess> {
  const fate = await parts.supervisor.kill(process.id, 'killed by manage_process');
  if (fate.kind !== 'running') await recordEnd(process, fate, parts);
  return { process, fate };
}

/**
 * The present state of the process; a newly found end is recorded. A recorded end is not read again: its files may be
 * gone.
 */
async function followProcess(
  process: BackgroundProcess,
  parts: BackgroundProcessParts,
): Promise<FollowedProcess> {
  if (process.fate !== undefined) return { process, fate: process.fate };
  const fate = await parts.supervisor.fate(process.id);
  if (fate.kind !== 'running') await recordEnd(process, fate, parts);
  return { process, fate };
}

async function recordEnd(
  process: BackgroundProcess,
  fate: FinalFate,
  { processes, supervisor }: BackgroundProcessParts,
): Promise<void> {
  const output = await supervisor.output(process.id, KEPT_OUTPUT);
  processes.end(process, { fate, audit: auditOf({ fate, output, timeoutSeconds: BACKGROUND_SECONDS }) });
}
