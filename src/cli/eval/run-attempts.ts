import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { hostProcesses } from '../../processes/process-table.ts';
import { attemptTask } from './attempt.ts';
import type { ModelFor, ModelOfAttempt } from './models.ts';
import { nextCap } from './money.ts';
import type { NeedsCheck } from './needs.ts';
import type { EvalProgress } from './progress.ts';
import { type EvalEntry, type EvalResult, totalCostMicroUsd } from './report.ts';
import type { EvalTask } from './task.ts';
import { placeIn, removePlace } from './workplace.ts';

export interface AttemptsParts {
  readonly host: Pick<CliHost, 'packageRoot' | 'version'>;
  readonly modelFor: ModelFor;
  readonly modelId: string;
  /** Cap of all attempts together, in millionths of a dollar. */
  readonly capMicroUsd: number;
  readonly taskFolders: readonly string[];
  readonly repeat: number;
  readonly workplace: string;
  readonly keep: boolean;
  readonly progress: EvalProgress;
  readonly needs: NeedsCheck;
  /** Called for each result. */
  ended(entry: EvalEntry): void;
  readonly signal: AbortSignal;
}

const MICRO = 1_000_000;

/** One after the other, so that neither times nor costs depend on each other. After a stop the rest is left out. */
export async function runAttempts(
  tasks: readonly EvalTask[],
  parts: AttemptsParts,
): Promise<readonly EvalEntry[]> {
  const entries: EvalEntry[] = [];
  const attempts = tasks.flatMap((task) =>
    Array.from({ length: parts.repeat }, (_, at) => ({ task, run: at + 1 })),
  );
  for (const [at, { task, run }] of attempts.entries()) {
    if (parts.signal.aborted) break;
    const onRound = parts.progress.begin(at + 1, parts.repeat > 1 ? `${task.name} ${run}` : task.name);
    const entry = await entryOf({ task, run, before: entries, onRound }, parts);
    parts.progress.end(entry);
    parts.ended(entry);
    entries.push(entry);
  }
  return entries;
}

interface NextAttempt {
  readonly task: EvalTask;
  readonly run: number;
  readonly before: readonly EvalEntry[];
  onRound(round: number): void;
}

async function entryOf(next: NextAttempt, parts: AttemptsParts): Promise<EvalEntry> {
  const { task, before } = next;
  const spent = totalCostMicroUsd(before);
  const ofTask = Math.round(task.limits.usd * MICRO);
  const capMicroUsd = nextCap(spent, { ofRun: parts.capMicroUsd, ofTask });
  if (capMicroUsd === undefined)
    return entryWithoutRun(next, { kind: 'not-run', reason: 'the money of --max-usd is spent' });
  if (before.some(isRefused))
    return entryWithoutRun(next, { kind: 'not-run', reason: 'the key was refused before' });
  const model = parts.modelFor(task.name);
  if (model === undefined)
    return entryWithoutRun(next, { kind: 'left-out', reason: 'nobody has recorded replies to it' });
  try {
    return await runAttempt(next, { model, capMicroUsd }, parts);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return entryWithoutRun(next, { kind: 'left-out', reason: error.message });
  }
}

/** Every other attempt would end the same way. */
function isRefused({ measured }: EvalEntry): boolean {
  return measured?.status === 'parked' && measured.reason === 'key';
}

function entryWithoutRun({ task, run }: NextAttempt, result: EvalResult): EvalEntry {
  const { name, language } = task;
  return { task: name, language, run, result, measured: undefined, durationMs: 0, folder: undefined };
}

async function runAttempt(
  { task, run, onRound }: NextAttempt,
  { model, capMicroUsd }: { readonly model: ModelOfAttempt; readonly capMicroUsd: number },
  parts: AttemptsParts,
): Promise<EvalEntry> {
  const { host, modelId, taskFolders, needs, signal, keep } = parts;
  const place = placeIn(parts.workplace, task.name, run);
  const made = await attemptTask(task, {
    needs,
    host,
    model,
    modelId,
    capMicroUsd,
    taskFolders,
    place,
    signal,
    onRound,
  });
  const { name, language } = task;
  if (!keep) await removePlace(place.folder, { processes: hostProcesses(), clock: systemClock });
  const { verdict: result, measured, durationMs } = made;
  return { task: name, language, run, result, measured, durationMs, folder: keep ? place.folder : undefined };
}
