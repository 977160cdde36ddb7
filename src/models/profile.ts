import * as z from 'zod';

/** US dollars per million tokens. */
const UsdPerMillion = z.number().min(0).max(10_000);

/** Facts about one model: its request options and prices. One entry of `models` in `agent.yaml`. */
export const ModelProfile = z.strictObject({
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

/** By model id. */
export type ModelProfiles = Readonly<Record<string, ModelProfile>>;

/** A model without an entry gets no options that another Messages API might not know. */
const PLAIN: ModelProfile = { max_tokens: 32_000, vision: false, cache: false };

export function profileOf(profiles: ModelProfiles, model: string): ModelProfile {
  return Object.hasOwn(profiles, model) ? (profiles[model] ?? PLAIN) : PLAIN;
}
