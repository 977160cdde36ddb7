import * as z from 'zod';
import { compactSchema, isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/** Input schema for Ajv. Unknown members are refused: they are mistakes. */
export function inputSchema(schema: z.ZodType): JsonObject {
  return compactSchema(jsonSchemaOf(schema, 'input'), { isClosed: true });
}

/** Output schema; extra properties are allowed. */
export function outputSchema(schema: z.ZodType): JsonObject {
  return compactSchema(jsonSchemaOf(schema, 'output'), { isClosed: false });
}

/** Names of the members that must be there, in order. */
export function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Members of an object by name; empty for everything else. */
export function propertiesOf({ properties }: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = properties !== undefined && isJsonObject(properties) ? Object.entries(properties) : [];
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The ways in which a value may be made: one, or those of a union. */
export function branchesOf(schema: JsonObject): readonly JsonObject[] {
  const branches = schema.anyOf ?? schema.oneOf;
  return Array.isArray(branches) ? branches.filter(isJsonObject).flatMap(branchesOf) : [schema];
}

/** JSON types that a value may have: `string`, `integer`, ...; empty when the schema does not say. */
export function typesOf(schema: JsonObject): readonly string[] {
  return [...new Set(branchesOf(schema).flatMap(({ type }) => typeNames(type)))];
}

function typeNames(type: Json | undefined): readonly string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : [];
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  // The cast is safe: a JSON Schema is JSON by definition.
  return z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonObject;
}
