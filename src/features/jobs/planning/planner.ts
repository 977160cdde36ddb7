import { join } from 'node:path';
import { fillPrompt } from '../../../agent/prompt/prompt.ts';
import type { Model, ModelFault } from '../../../contracts/model.ts';
import type { ModelPrice } from '../../../contracts/session.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { isFailure, sentenceIn } from '../../../core/failure.ts';
import { texts } from '../../../core/texts/texts.ts';
import { costAndTokens } from '../../../models/profile.ts';
import { catalogOf } from '../catalog.ts';
import { checkGraph } from '../check/check-graph.ts';
import { createSchemaCheck } from '../check/schema-check.ts';
import { type JobGraph, placeText } from '../graph/graph.ts';
import { jobFilesIn, readGraphFile } from '../graph/graph-file.ts';
import type { PlanJob, PlannedJob, PlanRequest } from '../job.ts';
import { serializePlan } from '../plan/stored-plan.ts';
import { jobTexts } from '../texts/texts.ts';
import { type AskParts, makePlan } from './make-plan.ts';
import { orchestrateRequest } from './orchestrator.ts';

export interface JobPlannerParts {
  readonly model: Model;
  readonly modelId: string;
  readonly price: ModelPrice | undefined;
  readonly tools: readonly AnyTool[];
  readonly packageRoot: string;
  /** The user's own. */
  readonly configFolder: string;
}

/** Makes plans for jobs of the chat: from words, or from a graph that was saved. */
export function jobPlanner(parts: JobPlannerParts): PlanJob {
  return async (planned) => {
    const catalog = catalogOf(parts.tools);
    const check = await createSchemaCheck();
    const { locale } = planned.job;
    const ask = (): AskParts => ({ ...countedAskParts(planned, parts), catalog, check });
    try {
      const graph = await graphFor(planned, ask(), parts);
      if (graph.kind !== 'graph') return graph;
      const made = await makePlan(graph.graph, { catalog, check, ask });
      switch (made.kind) {
        case 'fault':
          return faultedJob(made.fault, planned);
        case 'refused':
          return refuseJob(
            planTexts(planned).noPlan(
              made.problems
                .map(({ path, fault }) => `${placeText(path, made.graph, locale)}: ${fault.in(locale)}`)
                .join('; '),
            ),
          );
        case 'plan':
          return { kind: 'plan', plan: serializePlan(made.plan), hash: made.plan.hash };
      }
    } catch (error) {
      if (!isFailure(error)) throw error;
      return planned.signal.aborted
        ? { kind: 'stopped' }
        : refuseJob(withoutFolders(sentenceIn(planned.job.locale, error), parts));
    }
  };
}

/** Names of saved graphs, sorted. */
export function savedJobs(parts: Pick<JobPlannerParts, 'packageRoot' | 'configFolder'>): readonly string[] {
  const names = foldersOf(parts)
    .flatMap(jobFilesIn)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length));
  return [...new Set(names)].toSorted();
}

/** When a name is in both folders, the user's own file counts. */
function foldersOf({ packageRoot, configFolder }: Pick<JobPlannerParts, 'packageRoot' | 'configFolder'>) {
  return [join(packageRoot, 'config', 'jobs'), join(configFolder, 'jobs')];
}

type GraphResult =
  | { readonly kind: 'graph'; readonly graph: JobGraph }
  | Exclude<PlannedJob, { kind: 'plan' }>;

/** @throws Failure for a file that is missing or wrong */
async function graphFor(planned: PlanRequest, ask: AskParts, parts: JobPlannerParts): Promise<GraphResult> {
  const { source, request } = planned.job;
  if (source === 'saved') {
    const names = savedJobs(parts);
    if (!isPath(request) && !names.includes(request))
      return refuseJob(jobTexts(texts(planned.job.locale)).chat.noSaved(names.join(', ')));
    const { graph, failure } = await readGraphFile(request, foldersOf(parts));
    const problems = checkGraph(graph, ask.catalog, ask.check);
    return problems.length === 0
      ? { kind: 'graph', graph }
      : refuseJob(withoutFolders(sentenceIn(planned.job.locale, failure(problems)), parts));
  }
  const split = await orchestrateRequest(request, ask);
  switch (split.kind) {
    case 'graph':
      return split;
    case 'impossible':
      return refuseJob(planTexts(planned).impossible(split.reason));
    case 'failed':
      return refuseJob(planTexts(planned).noPlan(split.reason));
    case 'fault':
      return faultedJob(split.fault, planned);
  }
}

/** Only the terminal takes one. */
function isPath(request: string): boolean {
  return /[\\/]|\.ya?ml$/.test(request);
}

/** Hides paths on the computer, which are not meant for everybody in a chat. */
function withoutFolders(text: string, parts: JobPlannerParts): string {
  return foldersOf(parts).reduce((rest, folder) => rest.replaceAll(`${folder}/`, ''), text);
}

/** Each answer is counted when it comes: a kill takes nothing of it back. */
function countedAskParts(planned: PlanRequest, parts: JobPlannerParts): Omit<AskParts, 'catalog' | 'check'> {
  const { model, modelId, price, packageRoot } = parts;
  const prompts = join(packageRoot, 'config', 'prompts');
  return {
    modelId,
    model: {
      name: model.name,
      async reply(request, onRetry) {
        if (!planned.mayAsk()) return { kind: 'fault', fault: { kind: 'stopped' } };
        const answer = await model.reply(request, onRetry);
        // Past this point the job may belong to another program.
        if (planned.signal.aborted) return { kind: 'fault', fault: { kind: 'stopped' } };
        if (answer.kind === 'reply') {
          const { usage } = answer.reply;
          planned.onAsked({ usage, microUsd: costAndTokens(usage, price).microUsd });
        }
        return answer;
      },
    },
    prompt: (file, values) => fillPrompt(join(prompts, file), values),
    sessionId: `job/${planned.job.id}`,
    signal: planned.signal,
  };
}

function faultedJob(
  fault: ModelFault,
  planned: PlanRequest,
): PlannedJob & Exclude<GraphResult, { kind: 'graph' }> {
  if (fault.kind === 'stopped') return { kind: 'stopped' };
  return refuseJob(texts(planned.job.locale).failures.model[fault.kind]);
}

function planTexts({ job }: PlanRequest) {
  return jobTexts(texts(job.locale)).run;
}

function refuseJob(reason: string) {
  return { kind: 'refused', reason } as const;
}
