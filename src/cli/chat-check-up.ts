import type { Sandbox } from '../contracts/exec.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { CheckUpKind, Finding } from '../features/doctor/check-ups.ts';
import type { CellFacts } from '../features/doctor/facts.ts';
import type { Settings } from '../settings/settings.ts';
import type { ProgramLink } from './program-link.ts';

interface ChatCheckUpParts {
  readonly settings: Settings;
  readonly packageRoot: string;
  readonly version: string;
  readonly sandbox: Sandbox;
  /** The link of this program, if it has one. */
  current(): ProgramLink | undefined;
  /** Missing for a program that is no cell. */
  cellFacts?(): Promise<CellFacts | undefined>;
}

/** Looks at a running program from within, for `/doctor` and its page. Loaded only when somebody asks. */
export function chatCheckUp({
  settings,
  packageRoot,
  version,
  sandbox,
  current,
  cellFacts,
}: ChatCheckUpParts): (locale: Locale, how: CheckUpKind) => Promise<readonly Finding[]> {
  return async (locale, how) => {
    const { checkUp, ownLink } = await import('./doctor/check-up.ts');
    const linkSource = ownLink(current, locale, how);
    const cellSource = async (): Promise<CellFacts | undefined> => await cellFacts?.();
    const parts = {
      settings,
      packageRoot,
      version,
      sandbox,
      offline: false,
      isLook: how === 'look',
      linkSource,
      cellSource,
    };
    return await checkUp(parts, locale);
  };
}
