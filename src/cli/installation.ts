import type { Installation } from '../contracts/sub-command.ts';
import { systemClock } from '../core/clock.ts';
import { describedTools } from '../features/contributions.ts';
import { createAnthropicModel } from '../models/anthropic.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import { readSettings } from '../settings/settings.ts';

/** @throws Failure for settings that cannot be used */
export async function readInstallation(
  packageRoot: string,
  modelId: string | undefined,
): Promise<Installation> {
  const overrides = modelId === undefined ? {} : { AGENT_MODEL: modelId };
  const {
    workspace,
    folders,
    terminalLocale: locale,
    model,
  } = await readSettings({ packageRoot, overrides });
  const { id, apiKey, baseUrl, profiles, idleTimeoutMs } = model;
  return {
    workspace: workspace.projectRoot,
    projectsRoot: workspace.projectsRoot,
    configFolder: folders.config,
    locale,
    tools: describedTools(),
    model: {
      id,
      known: Object.keys(profiles),
      price: priceOf(profileOf(profiles, id)),
      open: () =>
        apiKey === undefined && baseUrl === undefined
          ? undefined
          : createAnthropicModel({ apiKey, baseUrl, profiles, idleTimeoutMs, clock: systemClock }),
    },
  };
}
