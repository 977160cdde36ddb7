import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fillPrompt } from '../../../agent/prompt/prompt.ts';
import type { ModelFault } from '../../../contracts/model.ts';
import type { CliHost, Installation } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { agentTools } from '../../../tools/offered-tools.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { checkGraph } from '../check/check-graph.ts';
import { createSchemaCheck } from '../check/schema-check.ts';
import { type GraphProblem, type JobGraph, placeText } from '../graph/graph.ts';
import { readGraphFile } from '../graph/graph-file.ts';
import type { JobPlan } from '../plan/plan.ts';
import { planMermaid } from '../plan/plan-mermaid.ts';
import { planText } from '../plan/plan-text.ts';
import type { AskParts } from '../planning/command-agent.ts';
import { makePlan } from '../planning/make-plan.ts';
import { orchestrateRequest } from '../planning/orchestrator.ts';
import { NOTHING_SPENT, type RequestCost, sumOf } from '../planning/tries.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';
import type { RunOptions } from './options.ts';

interface PlanRequest {
  readonly host: CliHost;
  readonly installed: Installation;
  readonly options: Omit<RunOptions, 'plan'>;
  readonly parts: Pick<AskParts, 'catalog' | 'check'>;
}

/** @throws Failure with file, line, task and field for every error of the job */
export async function runJob(host: CliHost, named: string, options: RunOptions): Promise<void> {
  const planning = await openPlanning(host, options);
  const places = [join(host.packageRoot, 'config', 'jobs'), join(planning.installed.configFolder, 'jobs')];
  const { graph, failure } = await readGraphFile(named, places);
  const problems = checkGraph(graph, planning.parts.catalog, planning.parts.check);
  if (problems.length > 0) throw failure(problems);
  await showPlanOf(graph, NOTHING_SPENT, planning);
}

/** @throws Failure when the model cannot be asked, or gave nothing that can be planned */
export async function planRequest(
  host: CliHost,
  request: string,
  options: Omit<RunOptions, 'plan'>,
): Promise<void> {
  const planning = await openPlanning(host, options);
  const split = await orchestrateRequest(request, askParts(planning));
  const words = jobTexts(texts(planning.installed.locale)).run;
  switch (split.kind) {
    case 'graph':
      return showPlanOf(split.graph, split.spent, planning);
    case 'impossible':
      throw new Failure('denied', words.impossible(split.reason));
    case 'failed':
      throw new Failure('invalid', words.noPlan(split.reason));
    case 'fault':
      throw planFailure(split.fault, words);
  }
}

async function openPlanning(host: CliHost, options: Omit<RunOptions, 'plan'>): Promise<PlanRequest> {
  const installed = await host.installation();
  const catalog = catalogOf(agentTools(installed.tools, { root: installed.projectsRoot }));
  return { host, installed, options, parts: { catalog, check: await createSchemaCheck() } };
}

async function showPlanOf(graph: JobGraph, before: RequestCost, planning: PlanRequest): Promise<void> {
  const { host, installed, options, parts } = planning;
  const { locale } = installed;
  const made = await makePlan(graph, {
    catalog: parts.catalog,
    check: parts.check,
    ask: () => askParts(planning),
  });
  if (made.kind === 'fault') throw planFailure(made.fault, jobTexts(texts(locale)).run);
  if (made.kind === 'refused') throw graphFailure(made, locale);
  host.output.write(`${planOutput(made.plan, options, locale)}\n`);
  const { requests, usage } = sumOf(before, made.spent);
  const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
  if (requests > 0) host.errors.write(`${jobTexts(texts(locale)).run.asked(requests, tokens)}\n`);
  if (made.plan.tasks.some(({ fault }) => fault !== undefined)) host.setExitCode(1);
}

/** @throws Failure `invalid` without a key */
function askParts({ host, installed, parts }: PlanRequest): AskParts {
  const model = installed.model.open();
  if (model === undefined) throw new Failure('invalid', texts(installed.locale).failures.noKey.plan);
  const prompts = join(host.packageRoot, 'config', 'prompts');
  return {
    catalog: parts.catalog,
    check: parts.check,
    model,
    modelId: installed.model.id,
    prompt: (file, values) => fillPrompt(join(prompts, file), values),
    sessionId: `job/${randomUUID()}`,
    signal: new AbortController().signal,
  };
}

function graphFailure(
  { problems, graph }: { readonly problems: readonly GraphProblem[]; readonly graph: JobGraph },
  locale: Locale,
): Failure {
  const list = problems
    .map(({ path, fault }) => `${placeText(path, graph, locale)}: ${fault.in(locale)}`)
    .join('; ');
  return new Failure('invalid', jobTexts(texts(locale)).run.noPlan(list));
}

function planFailure(fault: ModelFault, words: JobTexts['run']): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', words.stopped)
    : new Failure('unavailable', words.noAnswer(fault.kind, fault.detail));
}

function planOutput(plan: JobPlan, { json, mermaid }: Omit<RunOptions, 'plan'>, locale: Locale): string {
  if (json) return JSON.stringify({ ...plan, mermaid: planMermaid(plan) }, null, 2);
  const words = texts(locale);
  return mermaid ? planMermaid(plan) : planText(plan, words, jobTexts(words).run.asJson);
}
