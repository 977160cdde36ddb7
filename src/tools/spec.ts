import * as z from 'zod';
import type { ToolSpec } from '../contracts/model.ts';
import type { AnyTool } from '../contracts/tool.ts';
import { compactSchema } from '../core/compact-schema.ts';
import type { JsonObject } from '../core/json.ts';

/** The tool as the model sees it; its zod schema is the only description of the input. */
export function toolSpec({ name, description, input }: AnyTool): ToolSpec {
  // The cast is safe: a JSON Schema is JSON by definition.
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  return { name, description, input_schema: compactSchema(schema, { isClosed: false }) };
}
