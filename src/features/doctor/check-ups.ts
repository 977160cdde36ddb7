import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { Finding } from './finding.ts';

/** `look`: nothing is sent to a chat, and nothing spoken. `try`: a message goes to the own chat, and deletes itself. */
export type CheckUpKind = 'look' | 'try';

/** A result is shown again for this long: each check asks the model and the network. */
const STAYS_MS = 5 * MINUTE_MS;
/** A person who presses again at once gets the result that was just found. */
const AGAIN_MS = 2000;

export interface CheckUp {
  readonly atMs: number;
  readonly findings: readonly Finding[];
}

/** Checks for the chats and the page, in each language one of a kind at a time. */
export interface CheckUps {
  /** Makes a check, or waits for the one that runs. */
  make(locale: Locale, how: CheckUpKind): Promise<CheckUp>;
  /**
   * What the last check found, which may have been a try; a look when that is too old. A try that runs is waited for.
   */
  shown(locale: Locale, again: boolean): Promise<CheckUp>;
}

export function createCheckUps(
  checkUp: (locale: Locale, how: CheckUpKind) => Promise<readonly Finding[]>,
  clock: Pick<Clock, 'nowMs' | 'upMs'>,
): CheckUps {
  const last = new Map<Locale, CheckUp & { readonly upMs: number }>();
  const running = new Map<string, Promise<CheckUp>>();

  const keep = (locale: Locale, findings: readonly Finding[]): CheckUp => {
    const result = { atMs: clock.nowMs(), findings };
    last.set(locale, { ...result, upMs: clock.upMs() });
    return result;
  };

  const make: CheckUps['make'] = (locale, how) => {
    const key = `${how} ${locale}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const made = checkUp(locale, how)
      .then((findings) => keep(locale, findings))
      .finally(() => running.delete(key));
    running.set(key, made);
    return made;
  };

  return {
    make,
    async shown(locale, again) {
      const tried = running.get(`try ${locale}`);
      if (tried !== undefined) return await tried;
      const known = last.get(locale);
      const staysMs = again ? AGAIN_MS : STAYS_MS;
      const isFresh = known !== undefined && clock.upMs() - known.upMs < staysMs;
      return isFresh ? known : await make(locale, 'look');
    },
  };
}
