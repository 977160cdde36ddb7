import type { Locale } from '../core/texts/texts.ts';
import type { ShownSetting, ShownSettings } from '../features/settings/shown-setting.ts';
import type { VariableName } from '../settings/variables.ts';

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
