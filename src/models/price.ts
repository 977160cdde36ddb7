import type { Usage } from '../contracts/model.ts';
import type { ModelPrice } from '../contracts/session.ts';
import type { ModelProfile } from './profile.ts';

const MILLION = 1_000_000;
const CACHE_READ_SHARE = 0.1;
const CACHE_WRITE_SHARE = 1.25;
const CACHE_WRITE_HOUR_SHARE = 2;
/** What the API takes for one search of the web beside its tokens. */
const WEB_SEARCH_MICRO_USD = 10_000;

/** The price of a model in whole millionths of a dollar per million tokens; undefined when its profile names none. */
export function priceOf({ price }: ModelProfile): ModelPrice | undefined {
  if (price === undefined) return undefined;
  return {
    input: Math.round(price.input * MILLION),
    output: Math.round(price.output * MILLION),
    cacheRead: Math.round((price.cache_read ?? price.input * CACHE_READ_SHARE) * MILLION),
    cacheWrite: Math.round((price.cache_write ?? price.input * CACHE_WRITE_SHARE) * MILLION),
    cacheWriteHour: Math.round((price.cache_write_1h ?? price.input * CACHE_WRITE_HOUR_SHARE) * MILLION),
  };
}

/** Cost of one reply, in millionths of a dollar, rounded up, so that fractions never exceed a cap. */
export function costOf(usage: Usage, price: ModelPrice): number {
  const hour = Math.min(usage.cacheWriteHourTokens ?? 0, usage.cacheWriteTokens);
  const cost =
    usage.inputTokens * price.input +
    usage.outputTokens * price.output +
    usage.cacheReadTokens * price.cacheRead +
    (usage.cacheWriteTokens - hour) * price.cacheWrite +
    hour * price.cacheWriteHour;
  return Math.ceil(cost / MILLION) + (usage.webSearches ?? 0) * WEB_SEARCH_MICRO_USD;
}

/** Usage of two requests together. */
export function sumOfUsage(one: Usage, other: Usage): Usage {
  const hour = (one.cacheWriteHourTokens ?? 0) + (other.cacheWriteHourTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    ...(hour === 0 ? {} : { cacheWriteHourTokens: hour }),
  };
}

/** The same with all tokens of the reply. Without a price it costs nothing, and it is known that this is not true. */
export function costAndTokens(
  usage: Usage,
  price: ModelPrice | undefined,
): { readonly microUsd: number; readonly tokens: number; readonly isKnown: boolean } {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
  return price === undefined
    ? { microUsd: 0, tokens, isKnown: false }
    : { microUsd: costOf(usage, price), tokens, isKnown: true };
}
