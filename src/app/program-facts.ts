import type { ProgramFacts } from '../contracts/commands.ts';
import type { Sandbox } from '../contracts/exec.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { ShownSetting, ShownSettings } from '../features/settings/shown-setting.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';
import { worktreeFacts } from './host-context.ts';
import { ownerFiles } from './reading.ts';

/** The facts about this program that commands may show. */
export function programFacts(
  { settings, version, sandbox }: { settings: Settings; version: string; sandbox: Sandbox },
  workspaces: Workspaces,
): ProgramFacts {
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

/** The only variable that no file can hold: it says where the files are. */
const ONLY_IN_ENVIRONMENT: readonly VariableName[] = ['CONFIG_DIR'];

/** The settings as they are written now. Of a secret nothing leaves this place but that it is set. */
export async function shownSettings(packageRoot: string, locale: Locale): Promise<ShownSettings> {
  const { explainFileSettings, explainSettings } = await import('../settings/explain.ts');
  const { visibleValues } = await import('../settings/explain.ts');
  const { settings, file } = await explainSettings({ packageRoot }, locale);
  const visible = visibleValues(settings);
  const variables = settings.map((setting): ShownSetting => {
    const { name, description, from } = setting;
    return {
      name,
      description,
      language: locale,
      value: visible(setting),
      from,
      isOnlyInEnvironment: ONLY_IN_ENVIRONMENT.includes(name),
      isSecret: setting.isSecret,
    };
  });
  const inFile = (await explainFileSettings({ packageRoot })).map(
    ({ name, description, text, from }): ShownSetting => ({
      name,
      description,
      // A comment of the file.
      language: 'en',
      value: visible({ isSecret: false, text }),
      from,
      isOnlyInEnvironment: false,
      isSecret: false,
    }),
  );
  return { variables, inFile, file };
}
