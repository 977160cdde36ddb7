import type { SessionRecord, SessionUsage } from '../../../contracts/session.ts';
import type { RoundSpending } from '../../../contracts/session-stores.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { jsonIn, sha256 } from '../../../core/json.ts';
import { shorten } from '../../../core/text.ts';
import { formatBrief, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { Card, Code, Empty } from '../../../web-server/ui.tsx';
import { sessionTexts } from '../texts/texts.ts';
import { type CallShown, MAX_SHOWN, type RoundShown, type RoundsShown } from './task-rounds.ts';

/** Longest words of a round, in UTF-16 code units. */
const MAX_SAID = 1500;
const MAX_SUBJECT = 120;

interface TimelineProps {
  readonly shown: RoundsShown;
  readonly costs: readonly RoundSpending[];
  readonly session: SessionRecord;
  readonly request: WebRequest;
}

/** What a task did, round by round. */
export function Timeline({ shown: { rounds, earlier }, costs, session, request }: TimelineProps) {
  const words = sessionTexts(request.texts);
  const path = `/tasks/${session.id}`;
  const isLater = request.query('before') !== '';
  return (
    <Card id="timeline" title={words.timeline}>
      {earlier === 0 ? null : (
        <p class="meta">
          <span>{words.earlier(String(earlier))}</span>
          <a href={`${path}?before=${rounds[0]?.round ?? 0}`}>{words.showEarlier}</a>
        </p>
      )}
      {rounds.length === 0 ? (
        <Empty>{words.notBegun}</Empty>
      ) : (
        <ol class="timeline">
          {rounds.map((round) => (
            <Round
              round={round}
              microUsd={
                session.usage.costKnown ? costs.find((one) => one.round === round.round)?.microUsd : undefined
              }
              path={path}
              request={request}
            />
          ))}
        </ol>
      )}
      {isLater ? (
        <p>
          <a href={path}>{words.showNewest}</a>
        </p>
      ) : null}
    </Card>
  );
}

interface RoundProps {
  readonly round: RoundShown;
  /** Undefined when it is not known. */
  readonly microUsd: number | undefined;
  /** Path of the task's page. */
  readonly path: string;
  readonly request: WebRequest;
}

function Round({ round: { round, words: said, calls, more }, microUsd, path, request }: RoundProps) {
  const words = sessionTexts(request.texts);
  return (
    <li>
      <div class="card-head">
        <h3>{words.round(String(round))}</h3>
        {microUsd === undefined ? null : <span class="card-aside">{formatMoney(microUsd)}</span>}
      </div>
      {said === '' ? null : <Prose text={shorten(request.clean(said), MAX_SAID)} />}
      {calls.map((call) => (
        <Call call={call} path={path} request={request} />
      ))}
      {more === 0 ? null : <p class="meta">{words.moreCalls(String(more))}</p>}
    </li>
  );
}

interface CallProps {
  readonly call: CallShown;
  readonly path: string;
  readonly request: WebRequest;
}

function Call({ call, path, request: { texts, clean } }: CallProps) {
  const words = sessionTexts(texts);
  const { id, round, position, tool, subject = '', isBelow, output, inputLength, outputLength = 0 } = call;
  const decision = decisionText(call, texts);
  const isCut = inputLength > MAX_SHOWN || outputLength > MAX_SHOWN;
  const [firstLine = ''] = subject.split('\n', 1);
  return (
    <details
      class={isBelow ? 'call below' : 'call'}
      id={`call-${round}-${position}-${sha256(id).slice(0, 8)}`}
    >
      <summary>
        <span class="what">
          <b>{clean(tool)}</b> {shorten(clean(firstLine), MAX_SUBJECT)}
        </span>
        <span class={call.isOk === false ? 'took failed' : 'took'}>{stateText(call, texts)}</span>
      </summary>
      <div class="inside">
        {decision === undefined ? null : <p class="meta">{decision}</p>}
        {isBelow ? <p class="meta">{words.bySubAgent}</p> : null}
        <h3>{words.input}</h3>
        <Code text={shorten(clean(readableJson(call.input)), MAX_SHOWN)} />
        {output === undefined ? null : (
          <>
            <h3>{words.output}</h3>
            <Code text={shorten(clean(output), MAX_SHOWN)} />
          </>
        )}
        {isCut ? (
          <p>
            <a href={callPath(path, id)}>{words.wholeCall}</a>
          </p>
        ) : null}
      </div>
    </details>
  );
}

function callPath(path: string, id: string): string {
  return `${path}/calls/${encodeURIComponent(id)}`;
}

/** Formats the JSON in several lines; a cut text is no JSON any more, and stays as it is. */
export function readableJson(text: string): string {
  const value = jsonIn(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** How it ended or goes, and how long it took. */
export function stateText({ state, isOk, durationMs = 0 }: CallShown, texts: Texts): string {
  const words = sessionTexts(texts);
  if (isOk !== undefined)
    return isOk ? formatBrief(durationMs) : `${words.failed} · ${formatBrief(durationMs)}`;
  if (state === 'open') return words.notBegunYet;
  return state === 'waiting' ? words.waits : words.runs;
}

/** The decision about it; undefined when it needed none. */
export function decisionText({ decision, asked }: CallShown, texts: Texts): string | undefined {
  const words = sessionTexts(texts);
  if (decision !== undefined) return words.decision[decision];
  return asked === undefined ? undefined : words.asked[asked];
}

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
  const words = sessionTexts(texts).costs;
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
