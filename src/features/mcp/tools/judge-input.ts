import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../../core/json.ts';
import { createInTime } from '../../../core/limited-work.ts';

/** A pattern of a server could otherwise keep the program busy for ever. */
const LIMIT_MS = 1_000;
const MAX_PROBLEMS = 5;

/** What is wrong with an input, as sentences for the model; none when the schema has nothing against it. */
export type JudgeInput = (schema: JsonObject, input: JsonObject) => Promise<readonly string[]>;

/**
 * Judges inputs by schemas of servers. An input that cannot be judged, because the schema is invalid or takes too long,
 * is left to the server.
 */
export function createJudgeInput(): JudgeInput {
  const inTime = createInTime(LIMIT_MS);
  const compiled = new WeakMap<JsonObject, ValidateFunction | 'none'>();
  return async (schema, input) => {
    // Loaded with the first call.
    const { Ajv } = await import('ajv');
    const validate =
      compiled.get(schema) ??
      inTime((): ValidateFunction | 'none' => {
        try {
          const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
          return ajv.compile(schema);
        } catch {
          // Whatever the error says, this is no usable schema.
          return 'none';
        }
      })?.result ??
      'none';
    compiled.set(schema, validate);
    if (validate === 'none') return [];
    const isRight = inTime(() => validate(input))?.result;
    if (isRight !== false) return [];
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(
        ({ instancePath, message = 'is wrong' }) =>
          `${instancePath === '' ? 'The input' : instancePath} ${message}.`,
      );
  };
}
