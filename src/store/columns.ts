import * as z from 'zod';
import { messageOf } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';

/** 0 or 1 in the column. */
export const flag = z.literal([0, 1]).transform((value) => value === 1);

export const optionalText = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);

export const optionalInt = z
  .int()
  .nullable()
  .transform((value) => value ?? undefined);

/** A column that only holds ids of this kind. */
export function id<Kind extends string>(): z.ZodType<Id<Kind>> {
  return z.custom<Id<Kind>>((value) => typeof value === 'string');
}

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue(messageOf(error));
    return z.NEVER;
  }
});

/**
 * JSON text that this store wrote from a value of type `T`; its shape is not checked again. `JSON.stringify` of the
 * value read equals `JSON.stringify` of the value written.
 */
export function ownJson<T>(): z.ZodType<T, string> {
  return jsonText.transform((value) => value as T); // safe: only values of this type are ever written to the column
}

/** The same for a nullable column. */
export function optionalJson<T>(): z.ZodType<T | undefined, string | null> {
  return ownJson<T>()
    .nullable()
    .transform((value) => value ?? undefined);
}

/** The value for such a column. */
export function jsonColumn(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** JSON text whose contents a model composed. */
export function checkedJson<T>(schema: z.ZodType<T>): z.ZodType<T, string> {
  return jsonText.pipe(schema);
}
