import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { doctorWords } from './texts/texts.ts';

/** `warn`: it works, and could be better. `bad`: something does not work until a person has done something. */
export type Mark = 'ok' | 'warn' | 'bad';

export interface Finding {
  /** Stable name, for scripts. */
  readonly check: string;
  readonly mark: Mark;
  readonly text: string;
  readonly todo: string | undefined;
}

export function finding(check: string, mark: Mark, words: { text: string; todo?: string }): Finding {
  return { check, mark, text: words.text, todo: words.todo };
}

const SIGNS: Readonly<Record<Mark, string>> = { ok: '✅', warn: '⚠️', bad: '❌' };

export function findingLine({ mark, text, todo }: Finding): string {
  // Behind a list it would read as part of its last line.
  const room = text.includes('\n') ? '\n' : ' ';
  return `${SIGNS[mark]} ${text}${todo === undefined ? '' : `${room}${todo}`}`;
}

/** For a chat: what it comes to, then the problems. */
export function chatText(findings: readonly Finding[], locale: Locale): string {
  const order = ['bad', 'warn', 'ok'] as const;
  const sorted = order.flatMap((mark) => findings.filter((one) => one.mark === mark));
  return [`🩺 ${summaryOf(findings, locale)}`, ...sorted.map(findingLine)].join('\n');
}

export function summaryOf(findings: readonly Finding[], locale: Locale): string {
  const { doctor } = doctorWords(locale);
  const count = (mark: Finding['mark']): number => findings.filter((one) => one.mark === mark).length;
  if (count('bad') > 0) return doctor.someBad(count('bad'));
  return count('warn') > 0 ? doctor.someWarn(count('warn')) : doctor.allGood;
}

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
