/** What a cluster of some size asks of PostgreSQL, worked out on paper from measured figures. */
import { row } from './page.ts';

/** Measured with `npm run bench -- cluster` and in the runs of the decision record; two cores, PostgreSQL 18. */
export const MEASURED = {
  /** Connections of a front or a cell, at most. */
  connections: 3,
  /** Transactions a second of a front or a cell at rest. */
  transactionsAtRest: 1,
  /** Transactions of one message, in or out, that comes alone; one in a burst. */
  transactionsEach: 8,
  /** Bytes of PostgreSQL's log for each. */
  logBytesEach: 2300,
  /** Bytes of table for each, without indexes, while its job is kept. */
  tableBytesEach: 800,
  /** What goes out for each message that comes in, where there are tasks among them: reactions, cards, texts. */
  outForEachIn: 4,
} as const;

/** Assumed: what people of a company write. */
export const ASSUMED = {
  /** Messages of one conversation in a day. */
  inADay: 20,
  /** Share of a day's messages in its busiest hour. */
  busiestHour: 0.2,
} as const;

/** By pg-boss and by the program. */
const FIXED = {
  keptDays: 7,
  /** A job is inserted, taken, done and deleted: three row versions that vacuum removes. */
  deadRowsEach: 3,
  /** One when the job is added, one more when a message out is done. */
  notifiesIn: 1,
  notifiesOut: 2,
} as const;

interface Size {
  readonly conversations: number;
  readonly cells: number;
  readonly fronts: number;
}

const SIZES: readonly Size[] = [
  { conversations: 100, cells: 2, fronts: 1 },
  { conversations: 1000, cells: 20, fronts: 5 },
  { conversations: 10_000, cells: 200, fronts: 50 },
];

interface Needs {
  readonly connections: number;
  readonly atRest: number;
  readonly busiest: number;
  readonly logGbADay: number;
  readonly jobs: number;
  readonly tableGb: number;
  readonly deadRowsADay: number;
  readonly notifies: number;
  readonly wakeUps: number;
}

function needsOf({ conversations, cells, fronts }: Size): Needs {
  const processes = cells + fronts;
  const inADay = conversations * ASSUMED.inADay;
  const outADay = inADay * MEASURED.outForEachIn;
  const busy = ASSUMED.busiestHour / 3600;
  const atRest = processes * MEASURED.transactionsAtRest;
  const jobs = (inADay + outADay) * FIXED.keptDays;
  const notifies = (inADay * FIXED.notifiesIn + outADay * FIXED.notifiesOut) * busy;
  return {
    connections: processes * MEASURED.connections,
    atRest,
    busiest: atRest + (inADay + outADay) * busy * MEASURED.transactionsEach,
    logGbADay: ((inADay + outADay) * MEASURED.logBytesEach) / 1e9,
    jobs,
    tableGb: (jobs * MEASURED.tableBytesEach) / 1e9,
    deadRowsADay: (inADay + outADay) * FIXED.deadRowsEach,
    notifies,
    // Every process that listens is woken by each.
    wakeUps: notifies * processes,
  };
}

export function sizingTable(): string {
  const columns = SIZES.map((size) => ({ size, needs: needsOf(size) }));
  const line = (name: string, of: (needs: Needs) => number): string =>
    row(name, ...columns.map(({ needs }) => shown(of(needs))));
  return [
    row('conversations', ...columns.map(({ size }) => shown(size.conversations))),
    row('---', ...columns.map(() => '---:')),
    row('cells, fronts', ...columns.map(({ size: { cells, fronts } }) => `${cells}, ${fronts}`)),
    line('connections', ({ connections }) => connections),
    line('transactions a second, at rest', ({ atRest }) => atRest),
    line('transactions a second, busiest hour', ({ busiest }) => busiest),
    line('log of PostgreSQL, GB a day', ({ logGbADay }) => logGbADay),
    line('jobs kept', ({ jobs }) => jobs),
    line('their table without indexes, GB', ({ tableGb }) => tableGb),
    line('row versions for vacuum, a day', ({ deadRowsADay }) => deadRowsADay),
    line('NOTIFYs a second, busiest hour', ({ notifies }) => notifies),
    line('processes that they wake, a second', ({ wakeUps }) => wakeUps),
  ].join('\n');
}

/** Two digits are more than such a figure holds. */
function shown(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 });
}
