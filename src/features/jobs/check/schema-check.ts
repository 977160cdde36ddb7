import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import { hasReference, isWholeReference } from '../graph/reference.ts';
import { jobFault } from '../texts/texts.ts';

/** `resolved`: every reference was replaced. `open`: values of references are not known yet and not judged. */
export type InputState = 'open' | 'resolved';

export interface SchemaCheck {
  /** The faults of a value, each as `/path what`; empty without any. */
  problems(schema: JsonObject, value: Json, state: InputState): readonly string[];
}

const FIRST: JsonObject = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer', minimum: 1 } } },
  required: ['a'],
  additionalProperties: false,
};

/** Loads Ajv, with all formats, which takes a moment: only for a caller that is about to plan or run a job. */
export async function createSchemaCheck(): Promise<SchemaCheck> {
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')]);
  // The schemas are made from zod: holding each against the schema of schemas would take longer than all else.
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
  formats.default.default(ajv);
  // The first one takes many times as long as any other: it belongs to loading, not to a task.
  ajv.compile(FIRST);
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  const compile = (schema: JsonObject): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, known);
    return known;
  };
  return {
    problems(schema, value, state) {
      const validate = compile(schema);
      if (validate(value)) return [];
      const errors = validate.errors ?? [];
      const counted = state === 'open' ? errors.filter((error) => isKnownWrong(error, errors)) : errors;
      return [...new Set(counted.map(problemText))];
    },
  };
}

/** The sentence of a failed validation, as specified. */
export function validationFault(problems: readonly string[]): Fault {
  return jobFault('parameters', problems.join('; '));
}

/** An error that no reference can mend once it is resolved. */
function isKnownWrong(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (isExcused(error)) return false;
  // A fault in one branch of a union does not count where the union itself is not judged yet.
  return !all.some((other) => other !== error && isExcused(other) && isWithin(error, other));
}

function isExcused({ keyword, data }: ErrorObject): boolean {
  if (isWholeReference(data)) return true;
  if (typeof data === 'string') return keyword !== 'type' && hasReference(data);
  return (keyword === 'anyOf' || keyword === 'oneOf') && hasReference(data);
}

function isWithin(inner: ErrorObject, union: ErrorObject): boolean {
  return (
    (union.keyword === 'anyOf' || union.keyword === 'oneOf') &&
    inner.schemaPath.startsWith(`${union.schemaPath}/`)
  );
}

/** Ajv's errors in the words of the specification. */
function problemText({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `${instancePath}/${escapePointer(params.missingProperty)} is required`;
    case 'additionalProperties':
      return `${instancePath}/${escapePointer(params.additionalProperty)} is not known`;
    case 'pattern':
    case 'format':
      return `${instancePath || '/'} must match pattern`;
    default:
      return `${instancePath || '/'} ${message}`;
  }
}

/** One step of a JSON pointer. */
function escapePointer(name: unknown): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
