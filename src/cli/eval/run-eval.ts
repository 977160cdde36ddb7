import { join, resolve } from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure } from '../../core/failure.ts';
import { tableOf } from '../../core/terminal-output.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import { priceOf, profileOf } from '../../models/profile.ts';
import { hostProcesses } from '../../processes/process-table.ts';
import { sandboxText } from '../../sandbox/provider.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { openSandbox } from '../open-sandbox.ts';
import { askForConsent, spendingLines } from './consent.ts';
import { type ModelFor, realModel, recordedModel } from './models.ts';
import { createNeeds } from './needs.ts';
import { createProgress } from './progress.ts';
import { type EvalEntry, isScored, jsonOf, type ReportFacts, reportLines, wrapWithIndent } from './report.ts';
import { runAttempts } from './run-attempts.ts';
import type { EvalTask } from './task.ts';
import { tasksOf } from './tasks.ts';
import { type EvalTexts, evalWords } from './texts/texts.ts';
import { makeWorkplace, removePlace, removeStrays } from './workplace.ts';

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

const USUAL_MAX_USD = 5;
const MICRO = 1_000_000;
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
  const capMicroUsd = Math.round((options.maxUsd ?? USUAL_MAX_USD) * MICRO);
  const modelFor =
    replay === undefined
      ? realModel(settings)
      : await recordedModel(
          resolve(replay),
          tasks.map(({ name }) => name),
        );
  const facts: ReportFacts = {
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
  const limitsMicroUsd = tasks.reduce((sum, task) => sum + task.limits.usd * MICRO, 0) * options.repeat;
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
  readonly facts: ReportFacts;
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

interface EvaluationEnd {
  readonly wasStopped: boolean;
  readonly requireSolved: boolean;
}

function exitCodeOf(entries: readonly EvalEntry[], { wasStopped, requireSolved }: EvaluationEnd): number {
  if (wasStopped) return EXIT_STOPPED;
  const isGood = (entry: EvalEntry): boolean =>
    requireSolved ? entry.result.kind === 'solved' : isScored(entry);
  return entries.every(isGood) ? 0 : EXIT_UNSCORED;
}
