import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { filledPrompt } from '../../agent/prompt/prompt.ts';
import type { ModelFault } from '../../contracts/model.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { describedTools } from '../../features/index.ts';
import { catalogOf } from '../../features/jobs/catalog/catalog.ts';
import { checkGraph } from '../../features/jobs/check/check-graph.ts';
import { createSchemaCheck } from '../../features/jobs/check/schema-check.ts';
import { type GraphProblem, type JobGraph, placeText } from '../../features/jobs/graph/graph.ts';
import { readGraphFile } from '../../features/jobs/graph/graph-file.ts';
import type { JobPlan } from '../../features/jobs/plan/plan.ts';
import { planMermaid } from '../../features/jobs/plan/plan-mermaid.ts';
import { planText } from '../../features/jobs/plan/plan-text.ts';
import type { AskParts } from '../../features/jobs/planning/command-agent.ts';
import { makePlan } from '../../features/jobs/planning/make-plan.ts';
import { orchestrate } from '../../features/jobs/planning/orchestrator.ts';
import { NOTHING_SPENT, type Spent, sumOf } from '../../features/jobs/planning/tries.ts';
import { jobTexts } from '../../features/jobs/texts/texts.ts';
import { createAnthropicModel } from '../../models/anthropic.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { agentTools } from '../../tools/offered.ts';
import type { RunOptions } from './options.ts';

interface PlanRequest {
  readonly host: CliHost;
  readonly settings: Settings;
  readonly options: Omit<RunOptions, 'plan'>;
  readonly parts: Pick<AskParts, 'catalog' | 'check'>;
}

/** @throws Failure with file, line, task and field for every error of the job */
export async function runJob(host: CliHost, named: string, options: RunOptions): Promise<void> {
  const planning = await openPlanning(host, options);
  const { folders } = planning.settings;
  const places = [join(host.packageRoot, 'config', 'jobs'), join(folders.config, 'jobs')];
  const { graph, failure } = await readGraphFile(
    named,
    places,
    jobTexts(texts(planning.settings.locale ?? 'en')).file,
  );
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
  const split = await orchestrate(request, askParts(planning));
  const words = jobTexts(texts(planning.settings.locale ?? 'en')).run;
  switch (split.kind) {
    case 'graph':
      return showPlanOf(split.graph, split.spent, planning);
    case 'impossible':
      throw new Failure('denied', words.impossible(split.reason));
    case 'failed':
      throw new Failure('invalid', words.noPlan(split.reason));
    case 'fault':
      throw faultOf(split.fault);
  }
}

async function openPlanning(host: CliHost, options: Omit<RunOptions, 'plan'>): Promise<PlanRequest> {
  const settings = await readSettings({ packageRoot: host.packageRoot, overrides: {} });
  const catalog = catalogOf(agentTools(describedTools(), { root: settings.workspace.projectsRoot }));
  return { host, settings, options, parts: { catalog, check: await createSchemaCheck() } };
}

async function showPlanOf(graph: JobGraph, before: Spent, planning: PlanRequest): Promise<void> {
  const { host, settings, options, parts } = planning;
  const { locale = 'en' } = settings;
  const made = await makePlan(graph, {
    catalog: parts.catalog,
    check: parts.check,
    ask: () => askParts(planning),
  });
  if (made.kind === 'fault') throw faultOf(made.fault);
  if (made.kind === 'refused') throw refusedBy(made, locale);
  host.output.write(`${planOutput(made.plan, options, locale)}\n`);
  const { requests, usage } = sumOf(before, made.spent);
  const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
  if (requests > 0) host.errors.write(`${jobTexts(texts(locale)).run.asked(requests, tokens)}\n`);
  if (made.plan.tasks.some(({ fault }) => fault !== undefined)) host.setExitCode(1);
}

/** @throws Failure `invalid` without a key */
function askParts({ host, settings, parts }: PlanRequest): AskParts {
  const { apiKey, baseUrl, profiles, idleTimeoutMs, id } = settings.model;
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Failure('invalid', texts(settings.locale ?? 'en').failures.noKey.plan);
  }
  const prompts = join(host.packageRoot, 'config', 'prompts');
  return {
    catalog: parts.catalog,
    check: parts.check,
    model: createAnthropicModel({ apiKey, baseUrl, profiles, idleTimeoutMs, clock: systemClock }),
    modelId: id,
    prompt: (file, values) => filledPrompt(join(prompts, file), values),
    sessionId: `job/${randomUUID()}`,
    signal: new AbortController().signal,
  };
}

function refusedBy(
  { problems, graph }: { readonly problems: readonly GraphProblem[]; readonly graph: JobGraph },
  locale: Locale,
): Failure {
  const told = problems.map(({ path, text }) => `${placeText(path, graph)}: ${text}`).join('; ');
  return new Failure('invalid', jobTexts(texts(locale)).run.noPlan(told));
}

function faultOf(fault: ModelFault): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', 'Stopped; nothing was planned.')
    : new Failure('unavailable', `The model gave no answer (${fault.kind}): ${fault.detail}`);
}

function planOutput(plan: JobPlan, { json, mermaid }: Omit<RunOptions, 'plan'>, locale: Locale): string {
  if (json) return JSON.stringify({ ...plan, mermaid: planMermaid(plan) }, null, 2);
  const words = texts(locale);
  return mermaid ? planMermaid(plan) : planText(plan, words, jobTexts(words).run.asJson);
}
