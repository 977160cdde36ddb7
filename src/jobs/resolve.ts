import { Failure } from '../base/failure.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import { lineWithValues } from './command-line.ts';
import { type Reference, replaceReferences, wholeReference } from './reference.ts';

/** Outputs of the tasks that are done, by id, each checked against the schema of its command. */
export type Outputs = ReadonlyMap<string, Json>;

/** Longest input with everything put in, in UTF-16 code units of its JSON. */
const LONGEST = 1_000_000;

/**
 * The input with what its references stand for. A value that is wholly one reference keeps the JSON type of the output;
 * in a longer text strings, numbers and booleans become text. What was put in is not searched again.
 * @param line its member that a shell may read: there values are quoted
 * @throws Failure `not-found` when the task handed on no such value, `invalid` when it cannot stand within a text or the
 * whole became too long; nothing is replaced by an empty text
 */
export function resolveReferences(input: Json, outputs: Outputs, line?: string): Json {
  const resolved = line === undefined ? resolvedValue(input, outputs) : withLine(input, outputs, line);
  const length = JSON.stringify(resolved).length;
  if (length <= LONGEST) return resolved;
  throw new Failure(
    'invalid',
    `With the results of earlier tasks the input has ${length} characters; ${LONGEST} at most.`,
  );
}

function resolvedValue(value: Json, outputs: Outputs): Json {
  if (typeof value === 'string') return resolvedText(value, outputs);
  if (Array.isArray(value)) return value.map((item: Json) => resolvedValue(item, outputs));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolvedValue(item, outputs)]));
}

function withLine(input: Json, outputs: Outputs, line: string): Json {
  const text = isJsonObject(input) ? input[line] : undefined;
  if (!isJsonObject(input) || typeof text !== 'string') return resolvedValue(input, outputs);
  const value = lineWithValues(text, (reference) => textOf(reference, outputAt(reference, outputs)));
  return Object.fromEntries(
    Object.entries(input).map(([key, item]) => [key, key === line ? value : resolvedValue(item, outputs)]),
  );
}

function resolvedText(text: string, outputs: Outputs): Json {
  const whole = wholeReference(text);
  if (whole !== undefined) return outputAt(whole, outputs);
  return replaceReferences(text, (reference) => textOf(reference, outputAt(reference, outputs)));
}

function outputAt({ text, task, path }: Reference, outputs: Outputs): Json {
  let value = outputs.get(task);
  for (const field of path) value = value === undefined ? undefined : memberOf(value, field);
  if (value !== undefined) return value;
  throw new Failure('not-found', `${text}: the task ${task} handed on no such value.`);
}

/** Only what belongs to the value itself: nothing of what every object of JavaScript answers to. */
function memberOf(value: Json, field: string): Json | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(field) ? value[Number(field)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

function textOf({ text }: Reference, value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
  throw new Failure('invalid', `${text}: ${kind} cannot stand within a text.`);
}
