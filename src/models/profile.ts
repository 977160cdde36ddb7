import * as z from 'zod';
import type { Usage } from '../contracts/model.ts';
import type { ModelPrice } from '../contracts/session.ts';

/** US dollars per million tokens. */
const UsdPerMillion = z.number().min(0).max(10_000);

/** How a model is asked, and what it costs. One entry of `models` in `agent.yaml`; several may be about one model. */
export const ModelProfile = z.strictObject({
  /** The model's id for the API. Default: the name of the profile. */
  id: z.string().min(1).optional(),
  /** Missing: the cost of a session with this model is unknown, and its tokens are capped instead. */
  price: z
    .strictObject({
      input: UsdPerMillion,
      output: UsdPerMillion,
      /** Default: a tenth of `input`. */
      cache_read: UsdPerMillion.optional(),
      /** Default: one and a quarter of `input`. */
      cache_write: UsdPerMillion.optional(),
      /** Price of the one-hour cache. Default: twice `input`. */
      cache_write_1h: UsdPerMillion.optional(),
    })
    .optional(),
  /** Working window of a task in tokens. Default: `context.window_tokens`. */
  window_tokens: z.int().min(20_000).max(1_000_000).optional(),
  /** Longest reply, thinking included, in tokens. */
  max_tokens: z.int().min(1).max(1_000_000).default(32_000),
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).optional() }),
      z.strictObject({ type: z.literal('between_tools') }),
    ])
    .optional(),
  /** Whether it looks at pictures; one that does not refuses every request that holds one. */
  vision: z.boolean().default(false),
  /** Whether cache breakpoints are sent. */
  cache: z.boolean().default(false),
});
export type ModelProfile = z.infer<typeof ModelProfile>;

/** By name: the one that people type, and that sessions are stored with. */
export type ModelProfiles = Readonly<Record<string, ModelProfile>>;

/** A model without an entry gets no options that another Messages API might not know. */
const PLAIN: ModelProfile = { max_tokens: 32_000, vision: false, cache: false };

export function profileOf(profiles: ModelProfiles, model: string): ModelProfile {
  return Object.hasOwn(profiles, model) ? (profiles[model] ?? PLAIN) : PLAIN;
}

/** What the API is asked for; a name without a profile is an id itself. */
export function modelIdOf({ id }: ModelProfile, model: string): string {
  return id ?? model;
}

/** One word, as people and agent files name models: `sonnet`. */
const FAMILY = /^[a-z]+$/i;

/**
 * The profile that a person means: by its name, or by a word that only one of them has in its name.
 * @returns undefined for an unknown name, and for a word of none or of several
 */
export function resolveProfileName(said: string, names: readonly string[]): string | undefined {
  if (names.includes(said)) return said;
  const word = said.toLowerCase();
  const same = names.filter((name) => name.toLowerCase() === word);
  const family = FAMILY.test(said) ? names.filter((name) => partsOfModelName(name).includes(word)) : [];
  const [one, ...others] = same.length > 0 ? same : family;
  return others.length > 0 ? undefined : one;
}

function partsOfModelName(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z]+/);
}

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
