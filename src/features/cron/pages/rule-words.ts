import { memoize } from '../../../core/memoize.ts';
import { type Locale, localeOf, type Texts, texts as textsIn } from '../../../core/texts/texts.ts';
import type { CronRecord } from '../cron.ts';
import { ruleOf } from '../schedule/rule-in-words.ts';
import { cronTexts } from '../texts/texts.ts';

const MAX_KEPT = 1000;

/** The rule of a schedule in words: `Monday to Friday at 09:00`. */
export type RuleWords = (cron: Pick<CronRecord, 'schedule' | 'timezone'>, texts: Texts) => string;

/** To read a schedule takes milliseconds, and an open page is made again with every change. */
export function createRuleWords(): RuleWords {
  const read = memoize((key) => {
    const [locale, schedule, timezone] = JSON.parse(key) as [Locale, string, string];
    // Backticks are for a phone.
    return ruleOf({ schedule, timezone }, cronTexts(textsIn(locale)).schedule).replaceAll('`', '');
  }, MAX_KEPT);
  return ({ schedule, timezone }, texts) => read(JSON.stringify([localeOf(texts), schedule, timezone]));
}
