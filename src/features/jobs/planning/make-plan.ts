import * as z from 'zod';
import type { Model, ModelFault } from '../../../contracts/model.ts';
import type { ToolExample } from '../../../contracts/tool.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { type Catalog, propertiesOf, requiredOf, typesOf } from '../catalog.ts';
import {
  type CheckParts,
  checkGraph,
  type OutputSchemas,
  outputSchemas,
  taskProblems,
} from '../check/check-graph.ts';
import type { SchemaCheck } from '../check/schema-check.ts';
import {
  dependenciesOf,
  type GraphProblem,
  type GraphTask,
  type JobGraph,
  type PromptTask,
  readGraph,
} from '../graph/graph.ts';
import { type JobPlan, planOf, type ReadyTask, UNMADE } from '../plan/plan.ts';
import { type JudgedReply, NOTHING_SPENT, type RequestCost, sumOf, tryToAsk } from './ask-with-retries.ts';

/** Questions to the model at the same time. */
const MAX_AT_ONCE = 4;

/** `refused`: what the model made does not fit together. `fault`: the model cannot be asked now; nothing is kept. */
type MadePlan = (
  | { readonly kind: 'plan'; readonly plan: JobPlan }
  | { readonly kind: 'refused'; readonly problems: readonly GraphProblem[]; readonly graph: JobGraph }
  | { readonly kind: 'fault'; readonly fault: ModelFault }
) & { readonly spent: RequestCost };

/** Missing where no task has a prompt. */
type PlanParts = Pick<AskParts, 'catalog' | 'check'> & { ask(): AskParts };

/**
 * The plan of a graph that was checked. The model makes the parameters of tasks that only have a prompt; one for which
 * it cannot is planned as failed, so that what does not depend on it can still run.
 */
export async function makePlan(graph: JobGraph, parts: PlanParts): Promise<MadePlan> {
  const made = await completeTasks(graph, parts);
  if (made.kind === 'fault') return made;
  const { tasks, spent } = made;
  // Parameters that refer to one another may have closed a ring.
  const complete = { ...graph, tasks: tasks.map((task, at) => taskToJudge(task, graph.tasks[at])) };
  const problems = checkGraph(complete, parts.catalog, parts.check);
  if (problems.length > 0) return { kind: 'refused', problems, graph: complete, spent };
  return { kind: 'plan', plan: planOf({ ...graph, tasks }, parts.catalog), spent };
}

/** A failed task is judged as it was written: it has no parameters to check. */
function taskToJudge({ fault, ...task }: ReadyTask, before: GraphTask | undefined): GraphTask {
  return fault === undefined || before === undefined ? task : before;
}

type CompletedTasks =
  | { readonly kind: 'tasks'; readonly tasks: readonly ReadyTask[]; readonly spent: RequestCost }
  | { readonly kind: 'fault'; readonly fault: ModelFault; readonly spent: RequestCost };

async function completeTasks(graph: JobGraph, parts: PlanParts): Promise<CompletedTasks> {
  const prompts = graph.tasks.filter((task): task is PromptTask => task.prompt !== undefined);
  const outputs = outputSchemas(graph.tasks, parts.catalog);
  const made = new Map<string, ReadyTask>();
  let spent = NOTHING_SPENT;
  for (let from = 0; from < prompts.length; from += MAX_AT_ONCE) {
    const some = prompts.slice(from, from + MAX_AT_ONCE);
    const asked = parts.ask();
    const answers = await Promise.all(some.map((task) => makeInput(task, outputs, asked)));
    spent = answers.reduce((sum, answer) => sumOf(sum, answer.spent), spent);
    for (const [at, task] of some.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'fault') return { kind: 'fault', fault: answer.fault, spent };
      if (answer !== undefined) made.set(task.id, readyTask(task, answer));
    }
  }
  const tasks = graph.tasks.flatMap((task) => (task.input === undefined ? (made.get(task.id) ?? []) : task));
  return { kind: 'tasks', tasks, spent };
}

function readyTask(task: PromptTask, answer: Exclude<MadeInput, { kind: 'fault' }>): ReadyTask {
  return answer.kind === 'made' ? { ...answer.output } : failedTask(task, answer.reason);
}

function failedTask(task: PromptTask, fault: string): ReadyTask {
  const { id, service, command } = task;
  return { id, service, command, input: {}, dependsOn: dependenciesOf(task), fault };
}

export interface AskParts {
  readonly model: Model;
  readonly modelId: string;
  readonly catalog: Catalog;
  readonly check: SchemaCheck;
  /** A prompt of `config/prompts` with its placeholders filled in. */
  prompt(file: string, values: Readonly<Record<string, string>>): string;
  /** Name of the job for telemetry: `job/<id>`. */
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** `failed`: final; the reason begins with `UNMADE`. `fault`: the model cannot be asked now. */
type MadeInput = (
  | { readonly kind: 'made'; readonly output: CommandAgentOutput }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault }
) & { readonly spent: RequestCost };

const PROMPT = 'job-command.md';
const INVALID_INPUT = 'Invalid input: id, service, command, and prompt are required';
const INVALID_REPLY = 'Invalid AI response format';

/**
 * Has the model make the parameters of one task from its prompt, for that one command alone, and validates them in two
 * layers. Runs nothing.
 * @param outputs what the tasks of the job hand on, this one included
 */
export async function makeInput(task: unknown, outputs: OutputSchemas, parts: AskParts): Promise<MadeInput> {
  const routing = readCommandAgentInput(task);
  if (routing === undefined) return { ...failTask(INVALID_INPUT), spent: NOTHING_SPENT };
  const { service, command } = routing;
  const known = parts.catalog.find(service, command);
  if (known === undefined) {
    return { ...failTask(`There is no command ${service}.${command}`), spent: NOTHING_SPENT };
  }
  const { modelId, check, catalog, sessionId, signal } = parts;
  const tried = await tryToAsk(parts.model, {
    model: modelId,
    system: parts.prompt(PROMPT, commandPromptValues(known)),
    text: routingText(routing),
    shape: z.unknown(),
    format: replySchema(known),
    sessionId,
    signal,
    unreadable: INVALID_REPLY,
    judge: (reply) => judgeReply(reply, routing, { catalog, outputs, check }),
  });
  if (tried.kind === 'wrong') return { ...failTask(tried.problem), spent: tried.spent };
  return tried.kind === 'fine' ? { kind: 'made', output: tried.value, spent: tried.spent } : tried;
}

function failTask(reason: string) {
  return { kind: 'failed', reason: `${UNMADE}${reason}` } as const;
}

function judgeReply(
  reply: unknown,
  routing: CommandAgentInput,
  parts: CheckParts,
): JudgedReply<CommandAgentOutput> {
  if (!isCommandAgentOutput(reply)) return { kind: 'wrong', problem: INVALID_REPLY };
  const strayed = (['id', 'service', 'command'] as const).filter((name) => reply[name] !== routing[name]);
  if (strayed.length > 0) {
    return { kind: 'wrong', problem: strayed.map((name) => `${name} must be ${routing[name]}`).join('; ') };
  }
  const dependsOn = [...new Set([...routing.dependsOn, ...reply.dependsOn])];
  const { id, service, command, input } = reply;
  const output = { id, service, command, input, dependsOn };
  // First, because it bounds what everything else looks through.
  const read = readGraph({ name: 'job', tasks: [output] });
  const problems = read.kind === 'problems' ? read.problems : taskProblems(output, parts);
  return problems.length === 0
    ? { kind: 'fine', value: output }
    : { kind: 'wrong', problem: problems.map(({ fault }) => fault.in('en')).join('; ') };
}

/** The model's reply for one task. */
interface CommandAgentOutput {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly input: JsonObject;
  readonly dependsOn: readonly string[];
}

/** The first layer of validation: whether a reply has the right members at all. */
export function isCommandAgentOutput(reply: unknown): reply is CommandAgentOutput {
  if (typeof reply !== 'object' || reply === null) return false;
  const memberOf = (name: string): unknown =>
    Object.hasOwn(reply, name) ? Reflect.get(reply, name) : undefined;
  if (!['id', 'service', 'command'].every((name) => typeof memberOf(name) === 'string')) return false;
  const [input, dependsOn] = [memberOf('input'), memberOf('dependsOn')];
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  return Array.isArray(dependsOn) && dependsOn.every((other) => typeof other === 'string');
}

const NotEmpty = z.string().min(1);
const Routing = z.object({
  id: NotEmpty,
  service: NotEmpty,
  command: NotEmpty,
  prompt: NotEmpty,
  dependsOn: z.array(z.string()).default([]),
});
type CommandAgentInput = z.infer<typeof Routing>;

/** Parses the input of the command agent; undefined when it is unusable. */
function readCommandAgentInput(input: unknown): CommandAgentInput | undefined {
  const read = Routing.safeParse(input);
  return read.success ? read.data : undefined;
}

/** An example of a reference, for prompts and for texts. */
export const SAMPLE_REFERENCE = '{{task-0.output.field}}';

/** Which command a task is, and what it should do. */
interface CommandRouting {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly prompt: string;
  readonly dependsOn: readonly string[];
}

/** Facts about one command for its prompt. */
interface CommandInfo {
  readonly description: string;
  readonly input: JsonObject;
  readonly examples: readonly ToolExample[];
}

/** Values for the placeholders of `config/prompts/job-command.md`, in their order. */
export function commandPromptValues({ description, input, examples }: CommandInfo) {
  const required = requiredOf(input);
  const lines = [...propertiesOf(input)].map(([name, schema]) => ({
    name,
    line: parameterLine(name, schema),
  }));
  const linesOf = (wanted: boolean): string =>
    lines
      .filter(({ name }) => required.includes(name) === wanted)
      .map(({ line }) => line)
      .join('\n') || '(none)';
  return {
    reference: SAMPLE_REFERENCE,
    description,
    required: linesOf(true),
    optional: linesOf(false),
    schema: JSON.stringify(input, null, 2),
    examples: examples.map(exampleText).join('\n'),
  };
}

/** The routing of a task as the message that is asked. */
export function routingText({ id, service, command, prompt, dependsOn }: CommandRouting): string {
  return JSON.stringify({ id, service, command, prompt, dependsOn }, null, 2);
}

/** JSON Schema of the reply for this command. */
export function replySchema({ input }: Pick<CommandInfo, 'input'>): JsonObject {
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      id: text,
      service: text,
      command: text,
      input: withMembers(input),
      dependsOn: { type: 'array', items: text },
    },
    required: ['id', 'service', 'command', 'input', 'dependsOn'],
    additionalProperties: false,
  };
}

function parameterLine(name: string, schema: JsonObject): string {
  const { description } = schema;
  const about = typeof description === 'string' ? `: ${description}` : '';
  return `- **${name}** (${typesOf(schema).join(' or ') || 'any'})${about}`;
}

function exampleText({ description, input }: ToolExample, at: number): string {
  return `Example ${at + 1}: ${description}\n\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\``;
}

/** Where the schema takes no free text, a reference is taken as well. */
function orReference(schema: JsonObject): JsonObject {
  const open = withMembers(schema);
  if (isFreeText(schema)) return open;
  return { anyOf: [open, { type: 'string', description: `A reference: ${SAMPLE_REFERENCE}` }] };
}

function withMembers(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'properties' && isJsonObject(value)) {
        const members = [...propertiesOf(schema)].map(([name, member]) => [name, orReference(member)]);
        return [key, Object.fromEntries(members)];
      }
      return [key, key === 'items' && isJsonObject(value) ? orReference(value) : value];
    }),
  );
}

const LIMITS_OF_TEXT = ['enum', 'const', 'pattern', 'format'];

function isFreeText(schema: JsonObject): boolean {
  return schema.type === 'string' && !LIMITS_OF_TEXT.some((limit) => Object.hasOwn(schema, limit));
}
