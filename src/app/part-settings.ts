import type { AgentSettings } from '../agent/parts.ts';
import type { FeatureSettings } from '../features/parts.ts';
import type { GatewaySettings } from '../gateway/gateway.ts';
import { priceOf } from '../models/price.ts';
import { profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';

/** Sessions that may run at the same time; more where one conversation may have more, so that there is one for others. */
const MAX_PARALLEL = 4;

/** What features do by settings. */
export function featureSettings(settings: Settings): FeatureSettings {
  const { access, locale, timezone, quietHours, lockIdleMs, keep } = settings;
  return { access: access.list, locale, timezone, quietHours, lockIdleMs, keep };
}

/** Whom the gateway serves, how many at a time, and how long it keeps what is over. */
export function gatewaySettings({ locale, worktrees, backlog, keep }: Settings): GatewaySettings {
  return { locale, maxParallel: Math.max(MAX_PARALLEL, worktrees.parallel + 1), backlog, keep };
}

/** What a run may cost and change. */
export function agentSettings({ limits, model, access, edits, mapTokens }: Settings): AgentSettings {
  const { profiles, helper, fallback } = model;
  return {
    limits,
    priceOf: (name) => priceOf(profileOf(profiles, name)),
    windowOf: (name) => profileOf(profiles, name).window_tokens ?? limits.contextTokens,
    helper,
    fallback,
    writeEnabled: access.writeEnabled,
    edits,
    mapTokens,
  };
}
