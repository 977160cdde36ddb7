import type { Prompt, Tool } from '@modelcontextprotocol/sdk/types.js';
import { canonicalJson, isJsonObject, type Json, type JsonObject, sha256 } from '../../core/json.ts';
import { oneLine } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { RawOffer } from './connection/connection.ts';
import type { McpServer } from './server.ts';

const MAX_PROMPTS = 50;
const MAX_ARGUMENTS = 9;
const MAX_PROMPT_TEXT_LENGTH = 200;
const PROMPT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A prompt of a server, for people who type its name. */
export interface PromptDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly isRequired: boolean }[];
}

/** What a server has: bounded, and still text from outside. */
export interface ServerOffer {
  readonly tools: readonly ToolDefinition[];
  readonly prompts: readonly PromptDefinition[];
}

export function offerOf({ tools, prompts }: RawOffer, server: DescribedServer): ServerOffer {
  return { tools: definitionsOf(tools, server), prompts: prompts.slice(0, MAX_PROMPTS).flatMap(promptOf) };
}

/** One whose name cannot be typed is left out. */
function promptOf({ name, description = '', arguments: all = [] }: Prompt): readonly PromptDefinition[] {
  if (!PROMPT_NAME.test(name)) return [];
  const named = all
    .slice(0, MAX_ARGUMENTS)
    .map((one) => ({ name: plainLine(one.name, MAX_PROMPT_TEXT_LENGTH), isRequired: one.required === true }));
  return [{ name, description: plainLine(description, MAX_PROMPT_TEXT_LENGTH), arguments: named }];
}

const MAX_TOOLS = 200;
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1_000;
/** Largest schema, as JSON in UTF-16 code units, and how deep it may be. */
const MAX_SCHEMA_LENGTH = 8_000;
const MAX_DEPTH = 12;

/** A tool as its server described it once: bounded, in plain characters, and still text from outside. */
export interface ToolDefinition {
  readonly server: string;
  /** Hash of the server's configuration: see `McpServer.hash`. */
  readonly serverHash: string;
  /** The server is reached by HTTP: nothing of it runs here. */
  readonly isElsewhere: boolean;
  /** Its name at the server. */
  readonly tool: string;
  /** Its name for the model: `mcp__server__tool`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly schema: JsonObject;
  /** Hints of the server about its tool; nobody has checked them. */
  readonly hints: { readonly onlyReads: boolean; readonly destroys: boolean };
  /** SHA-256 of all that the server said of it, nothing left out. */
  readonly hash: string;
}

/** The server whose tools are described. */
type DescribedServer = Pick<McpServer, 'name' | 'hash' | 'transport'>;

/** If two tools have one name, the first counts. */
export function definitionsOf(tools: readonly Tool[], server: DescribedServer): readonly ToolDefinition[] {
  const found = new Map<string, ToolDefinition>();
  for (const tool of tools) {
    const definition = definitionOf(tool, server);
    if (found.size < MAX_TOOLS && !found.has(definition.name)) found.set(definition.name, definition);
  }
  return [...found.values()];
}

function definitionOf(
  tool: Tool,
  { name: server, hash: serverHash, transport }: DescribedServer,
): ToolDefinition {
  const { name, description = '', annotations = {} } = tool;
  return {
    server,
    serverHash,
    isElsewhere: transport === 'http',
    tool: name,
    name: toolName(server, name),
    description: plainLine(description, MAX_DESCRIPTION_LENGTH),
    schema: schemaOf(tool.inputSchema as JsonObject),
    hints: { onlyReads: annotations.readOnlyHint === true, destroys: annotations.destructiveHint === true },
    hash: definitionHash(tool),
  };
}

/** Another one as soon as the server says anything else of the tool. */
export function definitionHash(tool: Tool): string {
  return sha256(canonicalJson(tool as unknown as JsonObject));
}

function toolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`;
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `${name.slice(0, MAX_NAME_LENGTH - 9)}_${sha256(tool).slice(0, 8)}`;
}

/** Signs that everybody writes, in the characters that cost nothing. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/[\u2010-\u2015]/g, '-'],
  [/\u2026/g, '...'],
  [/\u2192/g, '->'],
];

/** One line of text from outside, for a request: hidden characters are shown, others than Latin-1 left out. */
function plainLine(text: string, most: number): string {
  const signs = PLAIN.reduce((so, [sign, plain]) => so.replace(sign, plain), text);
  return oneLine(escapeHidden(oneLine(signs, most)).replace(/[^\u0020-\u00ff]/gu, ''), most);
}

const ANY_OBJECT: JsonObject = { type: 'object' };

/**
 * A schema that is too large, too deep, or points elsewhere becomes that of any object: then the server itself judges
 * the input.
 */
function schemaOf(schema: JsonObject): JsonObject {
  const kept = keepValue(schema, 0);
  if (kept === undefined || !isJsonObject(kept) || kept.type !== 'object') return ANY_OBJECT;
  return JSON.stringify(kept).length > MAX_SCHEMA_LENGTH ? ANY_OBJECT : kept;
}

/** They say nothing of what an input may be. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$comment',
  '$anchor',
  'title',
  'examples',
]);
/** Data, not a schema. */
const AS_IT_IS: ReadonlySet<string> = new Set(['enum', 'const', 'default']);
/** Members are named by the server there. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/** Undefined where it cannot be kept. */
function keepValue(value: Json, depth: number): Json | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return allKept(value.map((item: Json) => keepValue(item, depth + 1)));
  if (!isJsonObject(value)) return value;
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (LEFT_OUT.has(key)) continue;
    const kept = keepMember(key, member, depth + 1);
    if (kept === undefined) return undefined;
    members.push([key, kept]);
  }
  return Object.fromEntries(members);
}

/** Undefined for a pointer to another place. */
function keepText(key: string, text: string): string | undefined {
  if (key === 'description') return plainLine(text, MAX_DESCRIPTION_LENGTH);
  return key.endsWith('Ref') || key === '$ref' ? (text.startsWith('#') ? text : undefined) : text;
}

function keepMember(key: string, value: Json, depth: number): Json | undefined {
  if (AS_IT_IS.has(key)) return value;
  if (typeof value === 'string') return keepText(key, value);
  if (!NAMED.has(key) || !isJsonObject(value)) return keepValue(value, depth);
  const members = Object.entries(value).map(
    ([name, member]) => [name, keepValue(member, depth + 1)] as const,
  );
  if (members.some(([, member]) => member === undefined)) return undefined;
  return Object.fromEntries(members) as JsonObject;
}

function allKept(items: readonly (Json | undefined)[]): Json | undefined {
  return items.every((item) => item !== undefined) ? items : undefined;
}
