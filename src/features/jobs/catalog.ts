import * as z from 'zod';
import type { AnyTool, Effect, Service, ToolExample } from '../../contracts/tool.ts';
import { compactSchema, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

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

/** Input schema for Ajv. Unknown members are refused: they are mistakes. */
function inputSchema(schema: z.ZodType): JsonObject {
  return compactSchema(jsonSchemaOf(schema, 'input'), { isClosed: true });
}

/** Output schema; extra properties are allowed. */
function outputSchema(schema: z.ZodType): JsonObject {
  return compactSchema(jsonSchemaOf(schema, 'output'), { isClosed: false });
}

/** Names of the members that must be there, in order. */
export function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Members of an object by name; empty for everything else. */
export function propertiesOf({ properties }: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = properties !== undefined && isJsonObject(properties) ? Object.entries(properties) : [];
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The ways in which a value may be made: one, or those of a union. */
export function branchesOf(schema: JsonObject): readonly JsonObject[] {
  const branches = schema.anyOf ?? schema.oneOf;
  return Array.isArray(branches) ? branches.filter(isJsonObject).flatMap(branchesOf) : [schema];
}

/** JSON types that a value may have: `string`, `integer`, ...; empty when the schema does not say. */
export function typesOf(schema: JsonObject): readonly string[] {
  return [...new Set(branchesOf(schema).flatMap(({ type }) => typeNames(type)))];
}

function typeNames(type: Json | undefined): readonly string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : [];
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  // The cast is safe: a JSON Schema is JSON by definition.
  return z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonObject;
}
