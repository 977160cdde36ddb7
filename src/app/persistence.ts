import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redactor } from '../contracts/policy.ts';
import type { Tracer } from '../contracts/trace.ts';
import { systemClock } from '../core/clock.ts';
import { codeOf } from '../core/failure.ts';
import type { InstanceId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { type ProcessStarter, startProgramsWith } from '../processes/process-starter.ts';
import type { Settings } from '../settings/settings.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { type LogEcho, openLog } from '../telemetry/log.ts';
import { createOtlp } from '../telemetry/otlp.ts';
import { createTracing, type Tracing } from '../telemetry/tracer.ts';

interface PersistenceParts {
  readonly settings: Pick<Settings, 'folders' | 'otlp'>;
  readonly version: string;
  /** Undefined: the program is no cell of several machines. */
  readonly machines?: { readonly cell: string } | undefined;
  /** Where lines of the log are shown, besides their file. */
  readonly echo?: LogEcho | undefined;
}

/** Everything that the program writes: logs, rows, spans. */
export interface Persistence {
  readonly log: Log;
  readonly store: OpenStore;
  readonly tracer: Tracer;
  readonly traces: Tracing;
}

/** Opens log and database. Spans go to the database, and to a collector where one is configured. */
export function openPersistence(
  { settings, version, machines, echo }: PersistenceParts,
  { redact }: Redactor,
): Persistence {
  const { folders, otlp } = settings;
  const clock = systemClock;
  const log = openLog({ path: join(folders.data, 'wasap.log'), redact, echo });
  keepOutOfGit(folders.data);
  const store = openStore({ path: join(folders.data, 'wasap.db'), log, redact });
  const sink = otlp && createOtlp({ ...otlp, version, cell: machines?.cell, clock, log });
  const traces = createTracing({ store: store.traces, clock, log, redact, sink });
  return { log, store, tracer: traces.tracer, traces };
}

/** A data folder inside a project holds keys and chats: `git add .` must not include it. An existing file stays. */
function keepOutOfGit(folder: string): void {
  const path = join(folder, '.gitignore');
  if (existsSync(path)) return;
  try {
    writeFileSync(path, '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another program was faster, or the folder cannot be written: opening the database reports it.
    if (codeOf(error) === undefined) throw error;
  }
}

interface ClosingParts extends Pick<Persistence, 'store' | 'traces'> {
  readonly gateway: Gateway;
  readonly instance: InstanceId;
  readonly starter: ProcessStarter;
}

/** Leaves work to the next program: only an instance with nothing left is forgotten. */
export async function closeApp({ gateway, store, instance, traces, starter }: ClosingParts): Promise<void> {
  await gateway.stop();
  startProgramsWith(undefined);
  starter.end();
  await traces.close();
  if (gateway.summary().allDone) store.instances.forget(instance);
  store.close();
}
