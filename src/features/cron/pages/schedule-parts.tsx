import type { WebRequest } from '../../../contracts/web-page.ts';
import { isoTime, utcSecond } from '../../../core/clock.ts';
import { memoize } from '../../../core/memoize.ts';
import { type Locale, localeOf, type Texts, texts as textsIn } from '../../../core/texts/texts.ts';
import { Badge, type Tone, withoutEmoji } from '../../../web-server/ui.tsx';
import type { CronOutcome, CronRecord } from '../cron.ts';
import { actionLine, ruleOf, timeOf } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';

/** What it does, in a line. */
export function actionInLine({ message }: Pick<CronRecord, 'message'>, { texts, clean }: WebRequest): string {
  return clean(withoutEmoji(actionLine(message, texts)));
}

/** A moment to come, or one long past, as clocks of the schedule show it. */
export function Moment({ atMs, timezone, request }: MomentProps) {
  return (
    <time datetime={isoTime(atMs)} title={`${utcSecond(atMs).slice(0, 16)} UTC`}>
      {timeOf(atMs, timezone, request)}
    </time>
  );
}

interface MomentProps {
  readonly atMs: number;
  readonly timezone: string;
  readonly request: Pick<WebRequest, 'nowMs' | 'texts'>;
}

export function StateBadge({ cron, texts }: { readonly cron: CronRecord; readonly texts: Texts }) {
  const [tone, words] = scheduleState(cron, texts);
  return <Badge tone={tone}>{words}</Badge>;
}

function scheduleState(cron: CronRecord, texts: Texts): readonly [Tone, string] {
  const crons = cronTexts(texts);
  const { state, pauseReason = 'asked', last, deletedAtMs } = cron;
  if (deletedAtMs !== undefined) return ['calm', crons.page.deleted];
  if (last?.outcome === 'pending') return ['busy', crons.outcome.pending];
  if (state === 'ended') return ['calm', withoutEmoji(crons.ended)];
  if (state === 'active') return ['good', crons.page.active];
  return [pauseReason === 'asked' ? 'calm' : 'bad', withoutEmoji(crons.pausedFor[pauseReason])];
}

const OUTCOME_TONES: Readonly<Record<CronOutcome, Tone>> = {
  sent: 'good',
  pending: 'busy',
  refused: 'bad',
  done: 'good',
  failed: 'bad',
  parked: 'asks',
  cancelled: 'calm',
};

export function OutcomeBadge({ outcome, texts }: { readonly outcome: CronOutcome; readonly texts: Texts }) {
  return <Badge tone={OUTCOME_TONES[outcome]}>{cronTexts(texts).outcome[outcome]}</Badge>;
}

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
