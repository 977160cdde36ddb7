import type { AnyTool, Effect } from '../../../contracts/tool.ts';
import type { JsonObject } from '../../../core/json.ts';
import { type CommandExample, examplesOf } from './examples.ts';
import { inputSchema, outputSchema, requiredOf } from './json-schema.ts';
import { placementOf, type Service } from './placement.ts';

/** Effect and input of one kind of task. */
export interface CatalogCommand {
  readonly service: Service;
  readonly command: string;
  readonly tool: AnyTool;
  readonly description: string;
  /** `varies`: it depends on the input. */
  readonly effect: Effect | 'varies';
  /** JSON Schema; objects in it take nothing that they do not name. */
  readonly input: JsonObject;
  readonly required: readonly string[];
  /** JSON Schema of what later tasks may refer to. */
  readonly output: JsonObject;
  readonly examples: readonly CommandExample[];
}

export interface Catalog {
  /** In the order of the tools. */
  readonly commands: readonly CatalogCommand[];
  find(service: string, command: string): CatalogCommand | undefined;
}

/** The commands for tasks: one for each tool that makes sense without a model. */
export function catalogOf(tools: readonly AnyTool[]): Catalog {
  const commands = tools.flatMap(commandsOf);
  const byName = new Map(commands.map((one) => [commandName(one), one]));
  return { commands, find: (service, command) => byName.get(commandName({ service, command })) };
}

/** `files.read_lines` */
export function commandName({
  service,
  command,
}: {
  readonly service: string;
  readonly command: string;
}): string {
  return `${service}.${command}`;
}

function commandsOf(tool: AnyTool): readonly CatalogCommand[] {
  const placement = placementOf(tool.name);
  if (placement === undefined) throw new Error(`The tool ${tool.name} has no place in the catalogue.`);
  if (placement.kind === 'left-out') return [];
  const { service, command } = placement;
  const input = inputSchema(tool.input);
  return [
    {
      service,
      command,
      tool,
      description: tool.description,
      effect: typeof tool.effect === 'function' ? 'varies' : tool.effect,
      input,
      required: requiredOf(input),
      output: outputSchema(tool.output),
      examples: examplesOf(commandName({ service, command })),
    },
  ];
}
