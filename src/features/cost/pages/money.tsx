import type { Machines } from '../../../cluster/machines.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { WebRequest, WebView, WebVisitor } from '../../../contracts/web-page.ts';
import { DAY_MS, startOfUtcDay } from '../../../core/clock.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { personName } from '../../../gateway/people/person.ts';
import { Bars, Share } from '../../../web-server/charts.tsx';
import { Card, Empty, type Fact, Facts } from '../../../web-server/ui.tsx';
import type { ReadSpending, SpendingReport, SpendingShare } from '../spending-report.ts';
import { type CostTexts, costTexts } from '../texts/texts.ts';

const PATH = '/money';
const PERIODS = [7, 30, 90] as const;
export const DEFAULT_DAYS = 30;
/** Rows of a table; the smaller amounts are added up in one more row. */
const MAX_ROWS = 12;

export interface MoneyParts {
  readonly spending: ReadSpending;
  readonly program: Pick<ProgramFacts, 'limits'>;
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'readSpending'> | undefined;
}

/**
 * What was spent, by day, person, model and project, and the limits. A visitor who is no owner sees only their own
 * spending.
 */
export function moneyView({ spending, program, machines }: MoneyParts): WebView {
  return {
    async show(request) {
      const words = costTexts(request.texts).page;
      const days = PERIODS.find((period) => String(period) === request.query('days')) ?? DEFAULT_DAYS;
      const person = spenderFor(request.visitor);
      const report = await spending({ days, nowMs: request.nowMs, person });
      const asked = { report, nowMs: request.nowMs, person };
      const cells = machines && (await spentByMachine(asked, machines));
      const props = { request, report };
      return {
        title: words.title,
        regions: [
          { name: 'period', body: <Periods days={days} words={words} /> },
          {
            name: 'money',
            body: (
              <>
                {machines === undefined ? null : <Cells {...props} cells={cells} here={machines.cell} />}
                <Days {...props} program={program} />
                <div class="columns columns-even">
                  {request.visitor.role === 'owner' ? <People {...props} /> : null}
                  <Parts {...props} id="models" title={words.models} rows={report.models} />
                  <Parts {...props} id="projects" title={words.projects} rows={report.projects} />
                  <Limits request={request} program={program} />
                </div>
              </>
            ),
          },
        ],
      };
    },
  };
}

/** The person whose money a visitor sees; undefined for everybody's. */
export function spenderFor({ role, sender }: Pick<WebVisitor, 'role' | 'sender'>): string | undefined {
  return role === 'owner' ? undefined : sender;
}

function Periods({ days, words }: { readonly days: number; readonly words: CostTexts['page'] }) {
  return (
    <nav class="actions" aria-label={words.period}>
      {PERIODS.map((period) => (
        <a
          class="button button-plain"
          href={`${PATH}?days=${period}`}
          aria-current={period === days ? 'true' : undefined}
        >
          {words.days(String(period))}
        </a>
      ))}
    </nav>
  );
}

interface ReportProps {
  readonly request: WebRequest;
  readonly report: SpendingReport;
}

interface CellsProps extends ReportProps {
  /** Undefined when the others cannot be asked now. */
  readonly cells: readonly MachineSpending[] | undefined;
  readonly here: string;
}

/** All machines with their sum; the figures below it are of this machine. */
function Cells({ request: { texts, clean }, report, cells, here }: CellsProps) {
  const words = costTexts(texts).page;
  const sum = (amountOf: (cell: MachineSpending) => number): string =>
    formatMoney((cells ?? []).reduce((all, cell) => all + amountOf(cell), 0));
  return (
    <Card id="cells" title={words.machines}>
      {cells === undefined ? (
        <p class="trouble">{words.machinesAway}</p>
      ) : (
        <table class="figures" aria-labelledby="cells-title">
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col" class="number">
                {words.today}
              </th>
              <th scope="col" class="number">
                {words.inDays(String(report.days.length))}
              </th>
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <tr>
                <th scope="row">{clean(cell.name)}</th>
                <td class="number">{formatMoney(cell.todayMicroUsd)}</td>
                <td class="number">{formatMoney(cell.microUsd)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{words.allMachines}</th>
              <td class="number">{sum(({ todayMicroUsd }) => todayMicroUsd)}</td>
              <td class="number">{sum(({ microUsd }) => microUsd)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <p class="meta">{words.ofThisOne(here)}</p>
    </Card>
  );
}

function Days({ request, report, program }: ReportProps & Pick<MoneyParts, 'program'>) {
  const words = costTexts(request.texts).page;
  const { days, microUsd } = report;
  const most = Math.max(...days.map((day) => day.microUsd));
  const [first, last] = [days[0]?.name ?? '', days.at(-1)?.name ?? ''];
  const facts: readonly Fact[] = [
    { name: words.today, value: formatMoney(days.at(-1)?.microUsd ?? 0) },
    { name: words.inDays(String(days.length)), value: formatMoney(microUsd) },
    { name: words.mostADay, value: formatMoney(most) },
    ...todaysLimit(request, report, program),
  ];
  return (
    <Card id="days" title={words.byDay}>
      <Facts facts={facts} />
      {microUsd === 0 ? (
        <Empty>{words.nothing}</Empty>
      ) : (
        <>
          <Bars
            id="days-chart"
            title={words.byDay}
            description={words.chart(first, last, formatMoney(microUsd), formatMoney(most))}
            bars={days.map((day) => ({
              label: `${day.name}: ${formatMoney(day.microUsd)}`,
              value: day.microUsd,
            }))}
          />
          <p class="chart-ends" aria-hidden="true">
            <span>{first}</span>
            <span>{last}</span>
          </p>
          <details id="days-table">
            <summary>{words.asTable}</summary>
            <table class="figures">
              <thead>
                <tr>
                  <th scope="col">{words.day}</th>
                  <th scope="col" class="number">
                    {words.spent}
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map((day) => (
                  <tr>
                    <th scope="row">{day.name}</th>
                    <td class="number">{formatMoney(day.microUsd)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Card>
  );
}

/** The limit is for each person: only where one person's money is shown, it can be compared with. */
function todaysLimit(
  { visitor, texts }: WebRequest,
  { days }: SpendingReport,
  { limits }: MoneyParts['program'],
): readonly Fact[] {
  const cap = limits.dailyCostMicroUsd;
  if (cap === undefined || visitor.role === 'owner') return [];
  const left = Math.max(0, cap - (days.at(-1)?.microUsd ?? 0));
  return [{ name: costTexts(texts).page.leftToday, value: formatMoney(left) }];
}

function People({ request, report }: ReportProps) {
  const words = costTexts(request.texts).page;
  const rows = report.people.map(({ name, microUsd }) => ({
    name: name === undefined ? undefined : personName(name, request.texts),
    microUsd,
  }));
  return <Parts request={request} report={report} id="people" title={words.people} rows={rows} />;
}

interface PartsProps extends ReportProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly SpendingShare[];
}

function Parts({ request: { texts, clean }, report, id, title, rows }: PartsProps) {
  const words = costTexts(texts).page;
  const whole = Math.max(report.microUsd, 1);
  return (
    <Card id={id} title={title}>
      {rows.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <table class="figures" aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.share}</th>
              <th scope="col" class="number">
                {words.spent}
              </th>
            </tr>
          </thead>
          <tbody>
            {shortenRows(rows, words.others).map(({ name, microUsd }) => (
              <tr>
                <th scope="row">{name === undefined ? words.noTask : clean(name)}</th>
                <td>
                  <Share share={microUsd / whole} /> {Math.round((100 * microUsd) / whole)} %
                </td>
                <td class="number">{formatMoney(microUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function shortenRows(rows: readonly SpendingShare[], others: string): readonly SpendingShare[] {
  if (rows.length <= MAX_ROWS) return rows;
  const rest = rows.slice(MAX_ROWS - 1);
  const microUsd = rest.reduce((sum, row) => sum + row.microUsd, 0);
  return [...rows.slice(0, MAX_ROWS - 1), { name: others, microUsd }];
}

function Limits({
  request: { texts, visitor },
  program,
}: { readonly request: WebRequest } & Pick<MoneyParts, 'program'>) {
  const words = costTexts(texts).page;
  const { maxCostMicroUsd, dailyCostMicroUsd } = program.limits;
  const shown = (cap: number | undefined): string => (cap === undefined ? words.noLimit : formatMoney(cap));
  return (
    <Card id="limits" title={words.limits}>
      <Facts
        facts={[
          { name: words.taskLimit, value: shown(maxCostMicroUsd) },
          { name: words.dayLimit, value: shown(dailyCostMicroUsd) },
        ]}
      />
      {visitor.role === 'owner' ? (
        <>
          <p class="meta">{words.changeLimits}</p>
          <ul class="words">
            <li>
              <code>wasap config set AGENT_MAX_COST_USD 5</code>
            </li>
            <li>
              <code>wasap config set AGENT_DAILY_COST_USD 20</code>
            </li>
          </ul>
        </>
      ) : null}
    </Card>
  );
}

/** In millionths of a dollar. */
interface MachineSpending {
  readonly name: string;
  readonly microUsd: number;
  readonly todayMicroUsd: number;
}

interface SpendingQuestion {
  /** What this machine spent, over the same days and for the same person. */
  readonly report: SpendingReport;
  readonly nowMs: number;
  readonly person: string | undefined;
}

/**
 * What was spent on each machine, this one first; undefined while the others cannot be asked. The amount of this
 * machine is the one on its page: the others do not know what its terminal and its agents spent.
 */
export async function spentByMachine(
  { report, nowMs, person }: SpendingQuestion,
  { cell, readSpending }: Pick<Machines, 'cell' | 'readSpending'>,
): Promise<readonly MachineSpending[] | undefined> {
  const lastMs = startOfUtcDay(nowMs);
  const all = await readSpending({ firstMs: lastMs - (report.days.length - 1) * DAY_MS, lastMs, person });
  if (all === undefined) return undefined;
  const own = { name: cell, microUsd: report.microUsd, todayMicroUsd: report.days.at(-1)?.microUsd ?? 0 };
  const others = all
    .filter((one) => one.cell !== cell)
    .map((one) => ({ name: one.cell, microUsd: one.microUsd, todayMicroUsd: one.lastDayMicroUsd }));
  return [own, ...others];
}
