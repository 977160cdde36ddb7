import type { ToolSpec } from '../../../contracts/model.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import type { ToolDefinition } from '../offers/definition.ts';

/** How much of the first request descriptions of servers may take, in bytes: with the rest it stays below 16 kB. */
export const MAX_OFFERED_BYTES = 1_700;
/** What `find_tools` and `use_tool` take beside the catalogue. */
const FRAME_BYTES = 500;
/** Lengths of the line about each tool, the longest that fits. */
const LINE_LENGTHS = [80, 50, 30, 0] as const;

/** `all`: each is a tool of the request. `catalogue`: they are found and called by name. */
export type ToolOffering = { readonly kind: 'all' } | { readonly kind: 'catalogue'; readonly text: string };

export function offeringOf(definitions: readonly ToolDefinition[]): ToolOffering {
  const bytes = definitions.reduce((sum, one) => sum + bytesOf(one), 0);
  return bytes <= MAX_OFFERED_BYTES ? { kind: 'all' } : { kind: 'catalogue', text: catalogueOf(definitions) };
}

/** The tool as the model sees it. */
export function specOf({ name, description, server, schema }: ToolDefinition): ToolSpec {
  return { name, description: labelDescription(server, description), input_schema: schema };
}

/** Says at the beginning whose words follow. */
export function labelDescription(server: string, description: string): string {
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
