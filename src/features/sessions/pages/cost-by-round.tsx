import type { SessionUsage } from '../../../contracts/session.ts';
import type { RoundSpending } from '../../../contracts/session-stores.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { formatMoney, formatTokens } from '../../../core/texts/format.ts';
import { Card } from '../../../web-server/ui.tsx';
import { taskPageTexts } from '../texts/texts.ts';

/** The last rounds of a long task; its older ones say their cost themselves. */
const MAX_ROUNDS = 100;
/** Lengths in the picture's own units; few bars are as wide as one of `MIN_STEPS`. */
const HEIGHT = 64;
const STEP = 10;
const MIN_STEPS = 24;

interface CostByRoundProps {
  readonly costs: readonly RoundSpending[];
  readonly usage: Pick<SessionUsage, 'costKnown'>;
  readonly request: WebRequest;
}

/** A bar for each round, and the same as a table. Without a known price, tokens are counted in place of money. */
export function CostByRound({ costs, usage: { costKnown }, request: { texts } }: CostByRoundProps) {
  if (costs.length === 0) return null;
  const words = taskPageTexts(texts).costs;
  const rounds = costs.slice(-MAX_ROUNDS).map(({ round, microUsd, usage }) => {
    const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    return { round, microUsd, read, written: usage.outputTokens };
  });
  const sizeOf = ({ microUsd, read, written }: (typeof rounds)[number]): number =>
    costKnown ? microUsd : read + written;
  const most = Math.max(1, ...rounds.map(sizeOf));
  const dearest = rounds.find((one) => sizeOf(one) === most);
  const mostText = costKnown ? formatMoney(most) : formatTokens(most);
  return (
    <Card id="costs" title={words.title}>
      <svg
        class="bars"
        role="img"
        aria-labelledby="costs-picture costs-most"
        viewBox={`0 0 ${Math.max(MIN_STEPS, rounds.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title id="costs-picture">{words.title}</title>
        <desc id="costs-most">{words.most(String(dearest?.round ?? 1), mostText)}</desc>
        {rounds.map((one, index) => {
          const height = Math.max(1, Math.round((sizeOf(one) / most) * HEIGHT));
          return <rect x={index * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />;
        })}
      </svg>
      <p class="meta">{words.most(String(dearest?.round ?? 1), mostText)}</p>
      <details id="costs-table">
        <summary>{words.asTable}</summary>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{words.round}</th>
              {costKnown ? (
                <th scope="col" class="number">
                  {words.cost}
                </th>
              ) : null}
              <th scope="col" class="number">
                {words.read}
              </th>
              <th scope="col" class="number">
                {words.written}
              </th>
            </tr>
          </thead>
          <tbody>
            {rounds.map(({ round, microUsd, read, written }) => (
              <tr>
                <th scope="row">{round}</th>
                {costKnown ? <td class="number">{formatMoney(microUsd)}</td> : null}
                <td class="number">{formatTokens(read)}</td>
                <td class="number">{formatTokens(written)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}
