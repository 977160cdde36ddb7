import type * as z from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import type { OutsideCaller, ServePorts } from './serve-ports.ts';

/** A tool as other agents see it. */
export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** It changes nothing here. */
  readonly onlyReads: boolean;
  /** @throws Failure whose sentence the caller reads; also for input that is not as it should be */
  call(input: unknown, context: CallContext): Promise<JsonObject>;
}

export interface CallContext {
  readonly caller: OutsideCaller;
  readonly ports: ServePorts;
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
}
