import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../../src/contracts/exec.ts';
import { systemClock } from '../../src/core/clock.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { median } from './statistics.ts';

const REPEATS = 60;
const COMMAND = '/bin/true';
const LIMIT_MS = 10_000;

/** A command with claim, pid record, own log and exit record, against one that only has a log. */
export async function commandFigures(rig: Rig): Promise<readonly Figure[]> {
  const supervised = supervisedCommand(rig);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    ours.push(await timeOf(supervised));
    bare.push(await timeOf(() => loggedCommand(rig)));
  }
  const bar = { of: 'difference', limit: 5 } as const;
  return [{ name: 'a command, start to known end', unit: 'ms', ours: median(ours), bare: median(bare), bar }];
}

export function supervisedCommand({ folder, workspace }: Rig, sandbox?: Sandbox): () => Promise<void> {
  const supervisor = createSupervisor({
    folder: path.join(folder, 'processes'),
    clock: systemClock,
    redactor: { redact: (text) => text },
    environment: { PATH: '/usr/bin:/bin' },
    processes: hostProcesses(),
    ...(sandbox === undefined ? {} : { sandbox }),
    log: silentLog,
  });
  return async () => {
    const id = newProcessId();
    const execution = { kind: 'argv', file: COMMAND, args: [] } as const;
    await supervisor.start({ id, execution, cwd: workspace, timeoutMs: LIMIT_MS });
    const fate = await supervisor.wait(id, new AbortController().signal);
    if (fate.kind !== 'exited') throw new Error(`${COMMAND}: ${fate.kind}`);
  };
}

export async function loggedCommand({ folder, workspace }: Rig): Promise<void> {
  const log = openSync(path.join(folder, 'bare.log'), 'w');
  const child = spawn(COMMAND, { cwd: workspace, stdio: ['ignore', log, log] });
  await once(child, 'exit');
  closeSync(log);
}

export async function timeOf(work: () => Promise<void>): Promise<number> {
  const beganAtMs = preciseNowMs();
  await work();
  return preciseNowMs() - beganAtMs;
}
