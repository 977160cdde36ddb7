import { join, resolve } from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { tableOf } from '../../core/terminal-output.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import { priceOf, profileOf } from '../../models/profile.ts';
import { hostProcesses } from '../../processes/process-table.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { openSandbox } from '../open-sandbox.ts';
import { attemptTask } from './attempt.ts';
import { createNeeds, type NeedsCheck } from './judge.ts';
import { type ModelFor, type ModelOfAttempt, realModel, recordedModel } from './models.ts';
import { askForConsent, nextCap, spendingLines } from './money.ts';
import {
  createProgress,
  type EvalEntry,
  type EvalProgress,
  type EvalReportOptions,
  type EvalResult,
  isScored,
  jsonOf,
  reportLines,
  totalCostMicroUsd,
  wrapWithIndent,
} from './report.ts';
import { type EvalTask, tasksOf } from './task.ts';
import { type EvalTexts, evalWords } from './texts/texts.ts';
import { makeWorkplace, placeIn, removePlace, removeStrays } from './workplace.ts';

export interface EvalOptions {
  readonly list?: true;
  readonly model?: string;
  readonly replay?: string;
  readonly maxUsd?: number;
  readonly yes?: true;
  readonly repeat: number;
  readonly json?: true;
  readonly keep?: true;
  readonly requireSolved?: true;
}

export const DEFAULT_MAX_USD = 5;
const MICRO_PER_USD = 1_000_000;
const EXIT_UNSCORED = 1;
/** The exit code of shells after Ctrl-C. */
const EXIT_STOPPED = 130;

/** Runs `wasap eval`; returns the exit code. */
export async function runEval(
  host: CliHost,
  names: readonly string[],
  options: EvalOptions,
): Promise<number> {
  const settings = await readSettings({
    packageRoot: host.packageRoot,
    overrides: options.model === undefined ? {} : { AGENT_MODEL: options.model },
  });
  const taskFolders = [join(host.packageRoot, 'config', 'evals'), join(settings.folders.config, 'evals')];
  const tasks = tasksOf(taskFolders, names);
  if (options.list) {
    host.output.write(`${listLines(tasks, evalWords(settings.terminalLocale).eval.list)}\n`);
    return 0;
  }
  const { replay } = options;
  const capMicroUsd = Math.round((options.maxUsd ?? DEFAULT_MAX_USD) * MICRO_PER_USD);
  const modelFor =
    replay === undefined
      ? realModel(settings)
      : await recordedModel(
          resolve(replay),
          tasks.map(({ name }) => name),
        );
  const facts: EvalReportOptions = {
    model: settings.model.id,
    isRecorded: replay !== undefined,
    wanted: tasks.length * options.repeat,
  };
  await announceEval(host, { settings, tasks, options, capMicroUsd });
  return await evaluateTasks(host, { settings, tasks, taskFolders, options, modelFor, facts, capMicroUsd });
}

function listLines(tasks: readonly EvalTask[], titles: EvalTexts['list']): string {
  return tableOf(
    tasks,
    [
      { title: titles.task, text: ({ name }) => name },
      { title: titles.language, text: ({ language }) => language },
      { title: titles.about, text: ({ summary }) => summary },
    ],
    80,
  );
}

interface EvalAnnouncement {
  readonly settings: Settings;
  readonly tasks: readonly EvalTask[];
  readonly options: EvalOptions;
  readonly capMicroUsd: number;
}

/** Prints what will be done, and asks if it costs money. @throws Failure when it is not permitted */
async function announceEval(
  host: CliHost,
  { settings, tasks, options, capMicroUsd }: EvalAnnouncement,
): Promise<void> {
  const { model, limits } = settings;
  const sandbox = await (await openSandbox(settings, host.packageRoot)).state();
  const attempts = tasks.length * options.repeat;
  const locale = settings.terminalLocale;
  const words = texts(locale);
  const { announce: said } = evalWords(locale).eval;
  const say = (lines: readonly string[]): void =>
    void host.errors.write(`${lines.flatMap(wrapWithIndent).join('\n')}\n`);
  if (options.replay !== undefined) {
    say([said.recorded(attempts, options.replay), said.recordedMeans, sandboxText(sandbox, words)]);
    return;
  }
  if (options.maxUsd !== undefined && priceOf(profileOf(model.profiles, model.id)) === undefined) {
    throw new Failure('invalid', fault('eval-no-price', model.id));
  }
  const hasSandbox = sandbox.kind === 'on';
  const limitsMicroUsd =
    tasks.reduce((sum, task) => sum + task.limits.usd * MICRO_PER_USD, 0) * options.repeat;
  say([
    said.real(attempts, model.id),
    sandboxText(sandbox, words),
    ...spendingLines({ model, limits, attempts, capMicroUsd, limitsMicroUsd, hasSandbox, words: said }),
  ]);
  if (!options.yes) await askForConsent(host, locale);
}

interface Evaluation extends EvalAnnouncement {
  readonly taskFolders: readonly string[];
  readonly modelFor: ModelFor;
  readonly facts: EvalReportOptions;
}

async function evaluateTasks(host: CliHost, evaluation: Evaluation): Promise<number> {
  const { settings, tasks, taskFolders, options, modelFor, facts, capMicroUsd } = evaluation;
  const { json, keep = false, repeat } = options;
  const ending = { processes: hostProcesses(), clock: systemClock };
  await removeStrays(ending);
  const workplace = await makeWorkplace(keep, ending);
  const { eval: words } = evalWords(settings.terminalLocale);
  const progress = createProgress(host.errors, tasks.length * repeat, words);
  try {
    const { entries, wasStopped } = await whileAsked(async (signal) => {
      const made = await runAttempts(tasks, {
        host,
        modelFor,
        modelId: settings.model.id,
        capMicroUsd,
        taskFolders,
        repeat,
        workplace,
        keep,
        progress,
        needs: createNeeds(),
        ended: (entry) => void (json && host.output.write(`${JSON.stringify(jsonOf(entry, facts))}\n`)),
        signal,
      });
      return { entries: made, wasStopped: signal.aborted };
    });
    if (!json) host.output.write(`\n${reportLines(entries, facts, words).join('\n')}\n`);
    if (keep) host.errors.write(`${words.progress.kept(workplace)}\n`);
    return exitCodeOf(entries, { wasStopped, requireSolved: options.requireSolved ?? false });
  } finally {
    if (!keep) await removePlace(workplace, ending);
  }
}

function exitCodeOf(
  entries: readonly EvalEntry[],
  { wasStopped, requireSolved }: { wasStopped: boolean; requireSolved: boolean },
): number {
  if (wasStopped) return EXIT_STOPPED;
  const isGood = (entry: EvalEntry): boolean =>
    requireSolved ? entry.result.kind === 'solved' : isScored(entry);
  return entries.every(isGood) ? 0 : EXIT_UNSCORED;
}

interface AttemptsParts {
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

/** One after the other, so that neither times nor costs depend on each other. After a stop the rest is left out. */
async function runAttempts(tasks: readonly EvalTask[], parts: AttemptsParts): Promise<readonly EvalEntry[]> {
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
  const ofTask = Math.round(task.limits.usd * MICRO_PER_USD);
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
