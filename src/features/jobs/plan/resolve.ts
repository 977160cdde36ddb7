import { Failure } from '../../../core/failure.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { lineWithValues } from '../graph/command-line.ts';
import { type Reference, replaceReferences, wholeReference } from '../graph/reference.ts';
import type { JobReasons } from './plan.ts';

/** Outputs of the tasks that are done, by id, each checked against the schema of its command. */
export type Outputs = ReadonlyMap<string, Json>;

/** Longest input with everything put in, in UTF-16 code units of its JSON. */
const MAX_LENGTH = 1_000_000;

/**
 * The input with its references replaced. A value that is wholly one reference keeps the JSON type of the output; in
 * a longer text strings, numbers and booleans become text. Inserted text is not searched again.
 * @param how `line`: its member that a shell reads, where values are quoted; `reasons`: texts of failures
 * @throws Failure `not-found` when the task has no such output, `invalid` when it is not permitted within a text or
 * the whole became too long; nothing is replaced by an empty text
 */
export function resolveReferences(
  input: Json,
  outputs: Outputs,
  { line, reasons }: { readonly line?: string | undefined; readonly reasons: JobReasons },
): Json {
  const known = { outputs, reasons };
  const resolved = line === undefined ? resolveValue(input, known) : withLine(input, known, line);
  const length = JSON.stringify(resolved).length;
  if (length <= MAX_LENGTH) return resolved;
  throw new Failure('invalid', reasons.tooLong(length, MAX_LENGTH));
}

interface ResolveContext {
  readonly outputs: Outputs;
  readonly reasons: JobReasons;
}

function resolveValue(value: Json, known: ResolveContext): Json {
  if (typeof value === 'string') return resolveText(value, known);
  if (Array.isArray(value)) return value.map((item: Json) => resolveValue(item, known));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item, known)]));
}

function withLine(input: Json, known: ResolveContext, line: string): Json {
  const text = isJsonObject(input) ? input[line] : undefined;
  if (!isJsonObject(input) || typeof text !== 'string') return resolveValue(input, known);
  const value = lineWithValues(text, (reference) => textAt(reference, known));
  return Object.fromEntries(
    Object.entries(input).map(([key, item]) => [key, key === line ? value : resolveValue(item, known)]),
  );
}

function resolveText(text: string, known: ResolveContext): Json {
  const whole = wholeReference(text);
  if (whole !== undefined) return outputAt(whole, known);
  return replaceReferences(text, (reference) => textAt(reference, known));
}

function outputAt({ text, task, path }: Reference, { outputs, reasons }: ResolveContext): Json {
  let value = outputs.get(task);
  for (const field of path) value = value === undefined ? undefined : memberOf(value, field);
  if (value !== undefined) return value;
  throw new Failure('not-found', reasons.noValue(text, task));
}

/** Only members of the value itself, and none that every object of JavaScript has. */
function memberOf(value: Json, field: string): Json | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(field) ? value[Number(field)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

function textAt(reference: Reference, known: ResolveContext): string {
  const value = outputAt(reference, known);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : 'object';
  throw new Failure('invalid', known.reasons.noText[kind](reference.text));
}
