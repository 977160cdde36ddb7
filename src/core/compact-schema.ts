import { isJsonObject, type Json, type JsonObject } from './json.ts';

export interface SchemaForm {
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
