import type { AgentModels } from '../agent/parts.ts';
import type { Model } from '../contracts/model.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';

/** What sessions ask beside their own model, and what each model costs and holds. */
export function agentModels(
  model: Model,
  { limits, model: { profiles } }: Pick<Settings, 'limits' | 'model'>,
): AgentModels {
  return {
    model,
    priceOf: (name) => priceOf(profileOf(profiles, name)),
    windowOf: (name) => profileOf(profiles, name).window_tokens ?? limits.contextTokens,
  };
}
