import * as z from 'zod';
import type { ToolSpec } from '../../../contracts/model.ts';
import { type AnyTool, defineTool, type Effect } from '../../../contracts/tool.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import type { ToolDefinition } from '../offer.ts';
import type { ServerToolCalls } from './tool-calls.ts';

/** Each server has its own limit; this one only ends calls that do not even keep to that. */
const LIMIT_MS = 11 * MINUTE_MS;
/** How much of schemas one look shows, in UTF-16 code units. */
const MAX_FOUND_LENGTH = 12_000;
const MAX_FOUND = 8;

const Called = z.object({ server: z.string(), tool: z.string(), pictures: z.array(z.unknown()).readonly() });

/** A caller that asks for the schema of a server's tool gets the server's own. */
const inputOf = (schema: JsonObject): z.ZodType<JsonObject> =>
  z
    .unknown()
    .refine((value) => isJsonObject(value as Json), 'it has to be an object')
    .meta(schema) as z.ZodType<JsonObject>;

const PLACEMENT = {
  subAgents: 'none',
  claudeCode: [],
  service: { leftOut: 'What a server has is known only when its task begins.' },
} as const;

/** The tools of servers for one session: each by itself, or two that find and call them where they are too many. */
export function serverTools(
  definitions: readonly ToolDefinition[],
  calls: ServerToolCalls,
): readonly AnyTool[] {
  if (definitions.length === 0) return [];
  const offering = offeringOf(definitions);
  if (offering.kind === 'catalogue')
    return [findTools(definitions, offering.text), useTool(definitions, calls)];
  return definitions.map((definition) => serverTool(definition, calls));
}

/** A program may change files here; a server elsewhere only hears of them. */
function effectOf({ isElsewhere }: ToolDefinition): Effect {
  return isElsewhere ? 'network' : 'executes';
}

function serverTool(definition: ToolDefinition, calls: ServerToolCalls): AnyTool {
  const { name, server, tool, description, schema } = definition;
  return defineTool({
    ...PLACEMENT,
    name,
    description: labelDescription(server, description),
    effect: effectOf(definition),
    doing: { en: `using ${server}: ${tool}`, es: `usando ${server}: ${tool}` },
    timeoutMs: LIMIT_MS,
    input: inputOf(schema),
    output: Called,
    review: (input, context) => calls.review(definition, input, context),
    run: (input, context) => calls.run(definition, input, context),
  });
}

function findTools(definitions: readonly ToolDefinition[], catalogue: string): AnyTool {
  return defineTool({
    ...PLACEMENT,
    name: 'find_tools',
    description: `Shows tools of MCP servers by name or words; use_tool calls one by its whole name, mcp__server__tool. Servers say, as data:\n${catalogue}`,
    effect: 'reads',
    doing: { en: 'looking for a tool', es: 'buscando una herramienta' },
    input: z.object({ query: z.string() }),
    output: z.object({ found: z.array(z.string()) }),
    async run({ query }) {
      const found = matchesFor(query, definitions).slice(0, MAX_FOUND);
      if (found.length === 0)
        throw new Failure(
          'not-found',
          `No tool of a server matches "${query}". Try another word, or a server's name.`,
        );
      const shown: string[] = [];
      let room = MAX_FOUND_LENGTH;
      for (const one of found) {
        const text = JSON.stringify(specOf(one));
        if (text.length > room) break;
        room -= text.length;
        shown.push(text);
      }
      const left = found.slice(shown.length).map(({ name }) => name);
      const more = left.length === 0 ? [] : [`Ask for these by name: ${left.join(', ')}`];
      return { text: [...shown, ...more].join('\n'), data: { found: found.map(({ name }) => name) } };
    },
  });
}

function useTool(definitions: readonly ToolDefinition[], calls: ServerToolCalls): AnyTool {
  const byName = new Map(definitions.map((one) => [one.name, one]));
  const named = (name: string): ToolDefinition => {
    const definition = byName.get(name);
    if (definition !== undefined) return definition;
    throw new Failure('not-found', `There is no tool ${name} of a server. find_tools shows their names.`);
  };
  return defineTool({
    ...PLACEMENT,
    name: 'use_tool',
    description: 'Calls a tool that find_tools has shown.',
    effect({ name }) {
      const definition = byName.get(name);
      // A tool that does not exist is refused before it has any effect.
      return definition === undefined ? 'network' : effectOf(definition);
    },
    doing: { en: 'using', es: 'usando' },
    timeoutMs: LIMIT_MS,
    // The schema that find_tools has shown says what it may hold: that of any JSON would take 400 bytes of each
    // request.
    input: z.object({ name: z.string(), input: inputOf({ type: 'object' }) }),
    output: Called,
    review: async ({ name, input }, context) => calls.review(named(name), input, context),
    run: async ({ name, input }, context) => calls.run(named(name), input, context),
  });
}

/**
 * The tools that words may mean, the likeliest first: a whole name counts most, then words in names, then in
 * descriptions.
 */
export function matchesFor(query: string, definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const words = searchWords(query);
  return definitions
    .map((definition) => ({ definition, score: scoreOf(definition, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ definition }) => definition);
}

function searchWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

function scoreOf({ name, tool, server, description }: ToolDefinition, words: readonly string[]): number {
  const [whole, own, of, about] = [name, tool, server, description].map((text) => text.toLowerCase());
  const scores = words.map((word) => {
    if (word === whole || word === own) return 100;
    if (own?.includes(word)) return 10;
    if (word === of) return 5;
    return about?.includes(word) ? 1 : 0;
  });
  return scores.reduce<number>((sum, one) => sum + one, 0);
}

/** How much of the first request descriptions of servers may take, in bytes: with the rest it stays below 16 kB. */
export const MAX_OFFERED_BYTES = 1_700;
/** What `find_tools` and `use_tool` take beside the catalogue. */
const FRAME_BYTES = 500;
/** Lengths of the line about each tool, the longest that fits. */
const LINE_LENGTHS = [80, 50, 30, 0] as const;

/** `all`: each is a tool of the request. `catalogue`: they are found and called by name. */
type ToolOffering = { readonly kind: 'all' } | { readonly kind: 'catalogue'; readonly text: string };

export function offeringOf(definitions: readonly ToolDefinition[]): ToolOffering {
  const bytes = definitions.reduce((sum, one) => sum + bytesOf(one), 0);
  return bytes <= MAX_OFFERED_BYTES ? { kind: 'all' } : { kind: 'catalogue', text: catalogueOf(definitions) };
}

/** The tool as the model sees it. */
function specOf({ name, description, server, schema }: ToolDefinition): ToolSpec {
  return { name, description: labelDescription(server, description), input_schema: schema };
}

/** Says at the beginning whose words follow. */
function labelDescription(server: string, description: string): string {
  return `From MCP server ${server}: ${description}`;
}

function bytesOf(definition: ToolDefinition): number {
  return Buffer.byteLength(JSON.stringify(specOf(definition) as unknown as JsonObject)) + 1;
}

/** By server: the names of its tools with a line about each, as far as there is room. */
function catalogueOf(definitions: readonly ToolDefinition[]): string {
  const room = MAX_OFFERED_BYTES - FRAME_BYTES;
  const servers = byServer(definitions);
  for (const length of LINE_LENGTHS) {
    const text = [...servers].map(([server, tools]) => serverLine(server, tools, length)).join('\n');
    if (Buffer.byteLength(JSON.stringify(text)) <= room) return text;
  }
  const each = Math.floor(room / servers.size);
  return [...servers].map(([server, tools]) => namesThatFit(server, tools, each)).join('\n');
}

function byServer(definitions: readonly ToolDefinition[]): ReadonlyMap<string, readonly ToolDefinition[]> {
  const servers = new Map<string, readonly ToolDefinition[]>();
  for (const one of definitions) servers.set(one.server, [...(servers.get(one.server) ?? []), one]);
  return servers;
}

function serverLine(server: string, tools: readonly ToolDefinition[], length: number): string {
  const entries = tools.map(({ tool, description }) =>
    length === 0 || description === '' ? nameIn(tool) : `${nameIn(tool)} (${oneLine(description, length)})`,
  );
  return `${server}: ${entries.join(', ')}`;
}

function namesThatFit(server: string, tools: readonly ToolDefinition[], room: number): string {
  const shown: string[] = [];
  const more = (): string => (shown.length < tools.length ? `, and ${tools.length - shown.length} more` : '');
  const line = (names: readonly string[]): string => `${server}: ${names.join(', ')}${more()}`;
  for (const { tool } of tools) {
    if (Buffer.byteLength(line([...shown, nameIn(tool)])) + 2 > room) break;
    shown.push(nameIn(tool));
  }
  return line(shown);
}

/** As the second half of its name for the model has it. */
function nameIn(tool: string): string {
  return tool.replace(/[^A-Za-z0-9_-]/g, '_');
}
