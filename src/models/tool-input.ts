import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** The model's input for a tool, or why it may not be used. */
export type ToolInput =
  | { readonly kind: 'usable'; readonly input: JsonObject }
  | { readonly kind: 'malformed'; readonly why: string };

/**
 * Reads the raw text of a call's input. Strict on purpose: a repaired input is a guess, and a guess may be a command.
 * @param raw every `partial_json` of the call, joined
 * @param given what the block held when it began; used when nothing was streamed
 */
export function readToolInput(raw: string, given: Json | undefined): ToolInput {
  const parsed = raw === '' ? { value: given ?? {} } : parse(raw);
  if (parsed === undefined) return malformed('The input of this call is not complete, valid JSON.');
  const { value } = parsed;
  if (!isJsonObject(value)) return malformed('The input of this call must be a JSON object.');
  // The API refuses a history that holds half a surrogate pair, in every request from then on.
  if (HALF_ESCAPE.test(raw) && holdsHalfCharacter(value)) {
    return malformed('The input of this call holds half of a Unicode character.');
  }
  return { kind: 'usable', input: value };
}

const HALF_ESCAPE = /\\u[dD][89a-fA-F]/;
const HALF_CHARACTER = /\p{Surrogate}/u;

function malformed(why: string): ToolInput {
  return { kind: 'malformed', why };
}

function parse(raw: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(raw) as Json }; // safe: JSON.parse makes nothing else
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function holdsHalfCharacter(value: Json): boolean {
  if (typeof value === 'string') return HALF_CHARACTER.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => HALF_CHARACTER.test(key) || holdsHalfCharacter(member),
  );
}
