import * as z from 'zod';
import { messageOf } from '../../core/failure.ts';

const BINARY = '$base64';
const Binary = z.strictObject({ [BINARY]: z.base64() });

/**
 * JSON with bytes in it. Objects are walked by their own fields, without `toJSON`: that of decoded protocol messages
 * turns bytes into text irreversibly.
 */
export function toBinaryJson(value: unknown): string {
  // The sessions of contacts, written with every message, are plain: a copy of them would take longer than the text.
  return JSON.stringify(isPlain(value) ? value : encodeBinary(value));
}

/** True when there are no bytes in it, nor anything else with a JSON of its own. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if ('toJSON' in value || value instanceof Uint8Array) return false;
  for (const field of Object.values(value)) if (!isPlain(field)) return false;
  return true;
}

/** Bytes are restored as Buffers. Throws SyntaxError for invalid JSON. */
function fromBinaryJson(text: string): unknown {
  // Looking at each value takes ten times as long, and the sessions of contacts, read with every message, hold no
  // bytes.
  if (!text.includes(BINARY)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(BINARY in value)) return value;
    const binary = Binary.safeParse(value);
    return binary.success ? Buffer.from(binary.data[BINARY], 'base64') : value;
  });
}

/** The value that `schema` reads from `text`, or why it cannot. */
export function readBinaryJson<T>(
  text: string,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly problem: string } {
  try {
    const parsed = schema.safeParse(fromBinaryJson(text));
    return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function encodeBinary(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BINARY]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encodeBinary);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encodeBinary(item)]));
}
