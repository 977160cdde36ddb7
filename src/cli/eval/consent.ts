import { Failure } from '../../base/failure.ts';
import { formatMoney } from '../../base/texts/format.ts';
import type { RunLimits } from '../../contracts/session.ts';
import { priceOf } from '../../models/price.ts';
import { profileOf } from '../../models/profile.ts';
import type { Settings } from '../../settings.ts';
import type { CliHost } from '../sub-command.ts';
import { guessedCost } from './money.ts';

export interface Spending {
  readonly model: Settings['model'];
  readonly limits: RunLimits;
  readonly attempts: number;
  /** Of the whole evaluation, in millionths of a dollar. */
  readonly capMicroUsd: number;
  /** Whether commands of the agent are held. */
  readonly hasSandbox: boolean;
}

/** What a person should know before they say yes; one fact a line. */
export function spendingLines({
  model,
  limits,
  attempts,
  capMicroUsd,
  hasSandbox,
}: Spending): readonly string[] {
  const price = priceOf(profileOf(model.profiles, model.id));
  const money =
    price === undefined
      ? `No price is known of ${model.id}: each attempt stops after ${limits.maxTokensUnpriced} tokens.`
      : `Roughly ${formatMoney(guessedCost(price, attempts))}, if tasks take 8 rounds each. At most ${formatMoney(capMicroUsd)} (--max-usd), checked before each request.`;
  return [
    ...(hasSandbox ? [] : ['There is no sandbox here: what the model writes is run with your rights.']),
    money,
  ];
}

/** @throws Failure `stopped` for a no, `invalid` where there is nobody to ask */
export async function askForConsent({ input, output }: CliHost): Promise<void> {
  if (!input.isTTY || !output.isTTY) {
    throw new Failure(
      'invalid',
      'There is no terminal to ask before money is spent. Add --yes when that is what you want.',
    );
  }
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Ask the model?', initialValue: false });
  if (isCancel(answer) || !answer) throw new Failure('stopped', 'Stopped; nothing was asked.');
}
