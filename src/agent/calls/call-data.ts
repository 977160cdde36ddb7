import type * as z from 'zod';
import type { CallRecord } from '../../contracts/store.ts';

/** Data of this tool's successful calls, oldest first; what has another shape is left out. */
export function callData<T>(calls: readonly CallRecord[], tool: string, shape: z.ZodType<T>): readonly T[] {
  return calls
    .filter((call) => call.tool === tool && call.result?.ok === true)
    .map((call) => shape.safeParse(call.result?.data))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
