import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { nearestName } from '../../core/nearest-name.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { type ExplainedSetting, type ExplainedSettings, explainSettings } from '../../settings/explain.ts';
import type { configTexts } from './texts/en.ts';
import { configWords } from './texts/texts.ts';

/** The settings as they are written, also where one of them is wrong: it has to be seen to be corrected. */
export interface ConfigContext extends ExplainedSettings {
  readonly words: typeof configTexts;
  readonly locale: Locale;
}

export async function configContext({
  packageRoot,
  terminalLocale: locale,
}: Pick<CliHost, 'packageRoot' | 'terminalLocale'>): Promise<ConfigContext> {
  const explained = await explainSettings({ packageRoot }, locale);
  return { ...explained, locale, words: configWords(locale).config };
}

/** @throws Failure `not-found` with the nearest name */
export function settingNamed(typed: string, { settings, words }: ConfigContext): ExplainedSetting {
  const name = typed.toUpperCase().replaceAll('-', '_');
  const found = settings.find((setting) => setting.name === name);
  if (found !== undefined) return found;
  const near = nearestName(
    name,
    settings.map((setting) => setting.name),
  );
  throw new Failure('not-found', near === undefined ? words.unknown(typed) : words.unknownNear(typed, near));
}
