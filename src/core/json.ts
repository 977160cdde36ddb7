import { createHash } from 'node:crypto';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** JSON with object keys sorted at every depth and arrays in order: equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

export function isJsonObject(value: Json): value is JsonObject {
  return isMapping(value);
}

/** True for an object with named members: no list, and not null. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a text from outside, to be read by a schema; undefined when it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same value with every string in it changed, keys aside. */
export function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}

/** Lower-case hexadecimal SHA-256 of a text (as UTF-8) or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

interface SchemaForm {
  /** True when an object with named members takes no others, and the schema says so. */
  readonly isClosed: boolean;
}

/** A JSON Schema without the parts that have no meaning: they would cost bytes in every request. */
export function compactSchema(schema: JsonObject, form: SchemaForm): JsonObject {
  const kept = Object.entries(schema)
    .filter(([key, value]) => !isEmpty(key, value))
    .map(([key, value]): [string, Json] => [key, compactMember(key, value, form)]);
  const closed: [string, Json][] =
    form.isClosed && schema.properties !== undefined ? [['additionalProperties', false]] : [];
  return Object.fromEntries([...kept, ...closed]);
}

function compactMember(key: string, value: Json, form: SchemaForm): Json {
  if (key === 'properties' && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, compactValue(member, form)]),
    );
  }
  // Data, not a schema.
  return key === 'default' || key === 'const' || key === 'enum' ? value : compactValue(value, form);
}

function compactValue(value: Json, form: SchemaForm): Json {
  if (Array.isArray(value)) return value.map((item: Json) => compactValue(item, form));
  return isJsonObject(value) ? compactSchema(value, form) : value;
}

function isEmpty(key: string, value: Json): boolean {
  if (key === '$schema' || (key === 'additionalProperties' && value === false)) return true;
  return (
    (key === 'minimum' || key === 'maximum') &&
    typeof value === 'number' &&
    Math.abs(value) >= Number.MAX_SAFE_INTEGER
  );
}
