import type { ProgramFacts } from '../contracts/commands.ts';
import type { Sandbox } from '../contracts/exec.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';
import { worktreeFacts } from './host-context.ts';
import { ownerFiles } from './reading.ts';

interface Program {
  readonly settings: Settings;
  readonly version: string;
  readonly sandbox: Sandbox;
}

/** The facts about this program that commands may show. */
export function programFacts({ settings, version, sandbox }: Program, workspaces: Workspaces): ProgramFacts {
  return {
    name: 'wasap-agent',
    version,
    model: settings.model.id,
    models: modelFacts(settings),
    workspaces,
    writeEnabled: settings.access.writeEnabled,
    sandbox: sandbox.knownState,
    policyMode: settings.policy.mode,
    limits: settings.limits,
    worktrees: worktreeFacts(settings),
    timezone: settings.timezone,
    bootstrap: ownerFiles(settings),
  };
}

/** The models of the settings; the usual one also where it has no entry. */
function modelFacts({ model, limits }: Settings): ProgramFacts['models'] {
  const { id, profiles } = model;
  return [...new Set([...Object.keys(profiles), id])].map((name) => {
    const profile = profileOf(profiles, name);
    const { window_tokens: windowTokens = limits.contextTokens, effort } = profile;
    return { name, price: priceOf(profile), windowTokens, effort };
  });
}
