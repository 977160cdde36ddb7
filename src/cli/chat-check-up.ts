import type { Sandbox } from '../contracts/exec.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { Settings } from '../settings/settings.ts';
import type { ProgramLink } from './program-link.ts';

interface Parts {
  readonly settings: Settings;
  readonly packageRoot: string;
  readonly version: string;
  readonly sandbox: Sandbox;
  /** The link of this program, if it has one. */
  current(): ProgramLink | undefined;
}

/** Answers `/doctor` in a running program. Loaded only when somebody asks. */
export function chatCheckUp({
  settings,
  packageRoot,
  version,
  sandbox,
  current,
}: Parts): (locale: Locale) => Promise<string> {
  return async (locale) => {
    const { checkUp, ownLink } = await import('./doctor/check-up.ts');
    const { chatText } = await import('../features/doctor/findings-text.ts');
    const linkSource = ownLink(current, locale);
    return chatText(
      await checkUp({ settings, packageRoot, version, sandbox, offline: false, linkSource }, locale),
      locale,
    );
  };
}
