import * as z from 'zod';
import type { Model, ModelFault } from '../../../contracts/model.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CheckParts, taskProblems } from '../check/check-graph.ts';
import type { OutputSchemas } from '../check/check-reference.ts';
import type { SchemaCheck } from '../check/schema-check.ts';
import { readGraph } from '../graph/graph.ts';
import { UNMADE } from '../plan/plan.ts';
import { commandPromptValues, replySchema, routingText } from './command-prompt.ts';
import { type JudgedReply, NOTHING_SPENT, type RequestCost, tryToAsk } from './tries.ts';

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
export type MadeInput = (
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
