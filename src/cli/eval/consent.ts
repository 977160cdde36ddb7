import type { RunLimits } from '../../contracts/session.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { priceOf } from '../../models/price.ts';
import { profileOf } from '../../models/profile.ts';
import type { Settings } from '../../settings/settings.ts';
import { confirmed } from '../confirm.ts';
import { guessedCost } from './money.ts';

export interface Spending {
  readonly model: Settings['model'];
  readonly limits: RunLimits;
  readonly attempts: number;
  /** Cap of the whole evaluation, in millionths of a dollar. */
  readonly capMicroUsd: number;
  readonly limitsMicroUsd: number;
  /** True when commands of the agent are sandboxed. */
  readonly hasSandbox: boolean;
}

/** Facts for a person before they say yes; one a line. */
export function spendingLines(spending: Spending): readonly string[] {
  const { model, limits, attempts, hasSandbox } = spending;
  const price = priceOf(profileOf(model.profiles, model.id));
  const money =
    price === undefined
      ? `No price is known of ${model.id}: each attempt stops after ${limits.maxTokensUnpriced} tokens.`
      : `Roughly ${formatMoney(guessedCost(price, attempts))}, if each takes 8 rounds. ${mostLine(spending)}`;
  return [
    ...(hasSandbox ? [] : ['There is no sandbox here: what the model writes is run with your rights.']),
    money,
  ];
}

function mostLine({ capMicroUsd, limitsMicroUsd }: Spending): string {
  const [most, why] =
    limitsMicroUsd < capMicroUsd
      ? ([limitsMicroUsd, 'the limits of the tasks'] as const)
      : ([capMicroUsd, '--max-usd'] as const);
  return `At most ${formatMoney(most)} (${why}), looked at before each request.`;
}

/** @throws Failure `stopped` for a no, `invalid` where there is nobody to ask */
export async function askForConsent(host: CliHost): Promise<void> {
  const stopped = 'Stopped; nothing was asked.';
  const noTerminal =
    'There is no terminal to ask before money is spent. Add --yes when that is what you want.';
  const isWanted = await confirmed(host, 'Go on?', { locale: 'en', initial: false, stopped, noTerminal });
  if (!isWanted) throw new Failure('stopped', stopped);
}
