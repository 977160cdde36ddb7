import type { CallRecord, CallResult } from '../../contracts/store.ts';
import type { SpanAttribute, SpanEnd, SpanStart } from '../../contracts/trace.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { oneLine } from '../../core/text.ts';

const COMMAND = 'run_command';
/** In seconds; used when the model names none. */
const DEFAULT_TIMEOUT = 30;
/** How much of a tool's answer a span holds, in UTF-16 code units. */
const PREVIEW = 200;

const TOOL_ERROR = { 'error.type': 'tool_error' } as const;

/** Attributes known when a call begins. A command is named after its program, because people search for that. */
export function callSpan({ session, id, tool, input }: CallRecord): SpanStart {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': id,
  };
  if (tool !== COMMAND || !isJsonObject(input))
    return { name: `execute_tool ${tool}`, kind: 'tool', session, input, attributes };
  const command = commandIn(input);
  const background = input.background === true;
  return {
    name: `shell:${baseCommand(command)}`,
    kind: 'tool',
    session,
    input: { command, timeout: background ? null : (input.timeout ?? DEFAULT_TIMEOUT), background },
    attributes,
  };
}

export function endOfCall({ tool }: CallRecord, { ok, data, text, durationMs }: CallResult): SpanEnd {
  if (tool !== COMMAND) {
    const output = { ok, duration_ms: durationMs, text_preview: oneLine(text, PREVIEW) };
    return { failed: !ok, output, attributes: ok ? {} : TOOL_ERROR };
  }
  const of = isJsonObject(data) ? data : {};
  const exit = of.exit_code ?? null;
  return {
    failed: !ok || (typeof exit === 'number' && exit !== 0),
    output: {
      exit_code: exit,
      duration_ms: of.duration_ms ?? durationMs,
      ...(ok ? {} : { error: oneLine(text, PREVIEW) }),
    },
    attributes: { ...(ok ? {} : TOOL_ERROR), ...exitAttributes(exit) },
  };
}

function exitAttributes(exit: Json): Readonly<Record<string, SpanAttribute>> {
  if (typeof exit !== 'number') return {};
  return { 'process.exit.code': exit, ...(exit === 0 ? {} : { 'error.type': 'exit_code' }) };
}

function commandIn({ command, args }: { readonly [name: string]: Json }): string {
  const words = Array.isArray(args) ? args : [];
  return [command, ...words].filter((word) => typeof word === 'string').join(' ');
}

/** Returns `npm` for `CI=1 /usr/bin/npm test`; `sh` when the line does not begin with a plain word. */
function baseCommand(line: string): string {
  const [, word = ''] = /^(?:\w+=\S* +)*(\S+)/.exec(line.trim()) ?? [];
  const [, name = ''] = /^(?:.*\/)?([\w.+-]{1,40})$/.exec(word) ?? [];
  return name === '' ? 'sh' : name;
}
