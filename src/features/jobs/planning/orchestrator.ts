import * as z from 'zod';
import type { ModelFault } from '../../../contracts/model.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  branchesOf,
  type Catalog,
  type CatalogCommand,
  propertiesOf,
  SERVICES,
  typesOf,
} from '../catalog.ts';
import { checkGraph } from '../check/check-graph.ts';
import { type GraphProblem, type JobGraph, placeText, readGraph } from '../graph/graph.ts';
import { type JudgedReply, type RequestCost, tryToAsk } from './ask-with-retries.ts';
import { type AskParts, SAMPLE_REFERENCE } from './make-plan.ts';

/**
 * `impossible`: the commands cannot do what is asked, in the words of the model. `failed`: no try made a usable graph.
 */
export type OrchestrationResult = (
  | { readonly kind: 'graph'; readonly graph: JobGraph }
  | { readonly kind: 'impossible'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault }
) & { readonly spent: RequestCost };

const PROMPT = 'job-orchestrator.md';
const UNREADABLE = 'The reply has not the form that was asked for';
/** How many problems the model gets at once. */
const MAX_TOLD = 10;

const OrchestratorReply = z.object({
  name: z.string(),
  description: z.string(),
  tasks: z.array(
    z.object({
      id: z.string(),
      service: z.string(),
      command: z.string(),
      prompt: z.string(),
      dependsOn: z.array(z.string()),
    }),
  ),
});
type OrchestratorReply = z.infer<typeof OrchestratorReply>;

type RequestSplit =
  | { readonly kind: 'graph'; readonly graph: JobGraph }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Has the model split a request into tasks whose parameters are made later, one by one. Runs nothing. */
export async function orchestrateRequest(request: string, parts: AskParts): Promise<OrchestrationResult> {
  const { catalog, check, modelId, sessionId, signal } = parts;
  const tried = await tryToAsk<OrchestratorReply, RequestSplit>(parts.model, {
    model: modelId,
    system: parts.prompt(PROMPT, { reference: SAMPLE_REFERENCE, catalogue: catalogueText(catalog) }),
    text: JSON.stringify({ request }),
    shape: OrchestratorReply,
    sessionId,
    signal,
    unreadable: UNREADABLE,
    judge(reply): JudgedReply<RequestSplit> {
      if (reply.tasks.length === 0) {
        return { kind: 'fine', value: { kind: 'impossible', reason: reply.description } };
      }
      const read = readGraph(reply);
      const problems = read.kind === 'problems' ? read.problems : checkGraph(read.graph, catalog, check);
      if (read.kind === 'problems' || problems.length > 0)
        return { kind: 'wrong', problem: problemsText(problems, reply) };
      return { kind: 'fine', value: { kind: 'graph', graph: read.graph } };
    },
  });
  if (tried.kind === 'fine') return { ...tried.value, spent: tried.spent };
  return tried.kind === 'wrong' ? { kind: 'failed', reason: tried.problem, spent: tried.spent } : tried;
}

/** The commands as the model that plans sees them: parameters, effect, and what can be referred to. */
export function catalogueText({ commands }: Catalog): string {
  const services = Object.entries(SERVICES).map(([service, about]) => {
    const lines = commands.filter((one) => one.service === service).map(commandLine);
    return [`${service}: ${about}`, ...lines].join('\n');
  });
  return services.join('\n\n');
}

function commandLine({ command, input, required, output, effect, description }: CatalogCommand): string {
  const parameters = [...propertiesOf(input).keys()].map((name) =>
    required.includes(name) ? name : `${name}?`,
  );
  return `- ${command}(${parameters.join(', ')}) [${effect}] ${description} -> ${fieldsOf(output).join(', ')}`;
}

/** Fields of an output, and those of the items of its lists. */
function fieldsOf(output: JsonObject): readonly string[] {
  return [...propertiesOf(output)].map(([name, schema]) => {
    if (!typesOf(schema).includes('array')) return name;
    const items = branchesOf(schema).flatMap((branch) => [...propertiesOf(itemsOf(branch)).keys()]);
    return items.length === 0 ? `${name}.0` : `${name}.0.(${items.join('|')})`;
  });
}

function itemsOf({ items }: JsonObject): JsonObject {
  // The cast is safe: the schemas are made from zod, where items of a list are one schema.
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as JsonObject) : {};
}

function problemsText(problems: readonly GraphProblem[], tree: unknown): string {
  return problems
    .slice(0, MAX_TOLD)
    .map(({ path, fault }) => `${placeText(path, tree, 'en')}: ${fault.in('en')}`)
    .join('; ');
}
