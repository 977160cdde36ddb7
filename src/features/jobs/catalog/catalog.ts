import type { AnyTool, Effect, Service, ToolExample } from '../../../contracts/tool.ts';
import type { JsonObject } from '../../../core/json.ts';
import { inputSchema, outputSchema, requiredOf } from './json-schema.ts';

/** What tasks of a job can ask for, by service; the text is for people and for the model that plans. */
export const SERVICES: Readonly<Record<Service, string>> = {
  files: 'Read, search and change the files of the workspace.',
  shell: 'Run commands in the workspace.',
  git: 'The git repository of the workspace.',
  github: 'Pull requests on GitHub.',
  cron: 'Messages and tasks at set times.',
  workspace: 'The projects of this chat.',
  agent: 'Have something looked up or answered.',
};

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
  readonly examples: readonly ToolExample[];
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
  const { service, examples } = tool;
  if (examples === undefined) return [];
  const input = inputSchema(tool.input);
  return [
    {
      service,
      // The service says `git` already.
      command: tool.name.replace(/^git_/, ''),
      tool,
      description: tool.description,
      effect: typeof tool.effect === 'function' ? 'varies' : tool.effect,
      input,
      required: requiredOf(input),
      output: outputSchema(tool.output),
      examples,
    },
  ];
}
