import * as z from 'zod';
import type { ToolSpec } from '../contracts/model.ts';
import type { AnyTool } from '../contracts/tool.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** The tool as the model sees it; its zod schema is the only description of the input. */
export function toolSpec({ name, description, input }: AnyTool): ToolSpec {
  // The cast is safe: a JSON Schema is JSON by definition.
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  return { name, description, input_schema: compact(schema) };
}

/** Removes parts that cost bytes in every request and tell the model nothing. */
function compact(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !isEmptyReply(key, value))
      .map(([key, value]) => [key, compactValue(value)]),
  );
}

function compactValue(value: Json): Json {
  return isJsonObject(value) ? compact(value) : value;
}

function isEmptyReply(key: string, value: Json): boolean {
  if (key === '$schema' || key === 'additionalProperties') return true;
  return (
    (key === 'minimum' || key === 'maximum') &&
    typeof value === 'number' &&
    Math.abs(value) >= Number.MAX_SAFE_INTEGER
  );
}
