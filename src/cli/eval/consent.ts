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
      ? `I don't know the price of ${model.id}: each attempt stops after ${limits.maxTokensUnpriced} tokens.`
      : `About ${formatMoney(guessedCost(price, attempts))}, at 8 rounds each. ${mostLine(spending)}`;
  return [
    ...(hasSandbox ? [] : ['No sandbox here: what the model writes can do anything your user can.']),
    money,
  ];
}

function mostLine({ capMicroUsd, limitsMicroUsd }: Spending): string {
  const [most, why] =
    limitsMicroUsd < capMicroUsd
      ? ([limitsMicroUsd, 'the limits of the tasks'] as const)
      : ([capMicroUsd, '--max-usd'] as const);
  return `At most ${formatMoney(most)} (${why}); I check before each request.`;
}

/** @throws Failure `stopped` for a no, `invalid` where there is nobody to ask */
export async function askForConsent(host: CliHost): Promise<void> {
  const stopped = 'Stopped. Nothing was spent.';
  const noTerminal =
    'This costs money, and there is no terminal to ask you. Nothing was spent. To allow it, add: --yes';
  const isWanted = await confirmed(host, 'Continue?', { locale: 'en', initial: false, stopped, noTerminal });
  if (!isWanted) throw new Failure('stopped', stopped);
}
