import * as z from 'zod';
import { jsonIn } from '../core/json.ts';

/** Tests that a run counted; `skipped` includes those still to be written. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

type ReportReading = TestCounts | 'doubtful' | undefined;

/**
 * Reads machine-readable reports: JUnit XML, the events of `go test -json`, the JSON of jest and vitest, TAP.
 * Undefined without one; `doubtful` when one is incomplete or two differ. TAP counts suites as well, so it is not
 * read beside a summary.
 */
export function readReports(output: string, hasSummary: boolean): ReportReading {
  const readers = [readJUnit, readGoEvents, readJestJson, ...(hasSummary ? [] : [readTap])];
  const found = readers.map((read) => read(output)).filter((reading) => reading !== undefined);
  const [first, ...others] = found;
  const agree = others.every((one) => one !== 'doubtful' && first !== 'doubtful' && isSame(one, first));
  return agree ? first : 'doubtful';
}

function isSame(one: TestCounts, other: TestCounts | undefined): boolean {
  return one.passed === other?.passed && one.failed === other.failed;
}

/** JUnit XML from many reporters: the cases themselves are counted, because not all write totals. */
function readJUnit(output: string): ReportReading {
  if (!/<testsuites?[\s>]/.test(output)) return undefined;
  // Output of tests may look like cases.
  const xml = output
    .replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    .replace(/<system-(out|err)>[\s\S]*?<\/system-\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const isWhole =
    /<\/testsuites?>\s*$/m.test(xml) && isBalanced(xml, 'testsuites') && isBalanced(xml, 'testsuite');
  if (!isWhole) return 'doubtful';
  return sumCounts([...xml.matchAll(CASES)].map(caseCounts));
}

/** Inside quotes `>` may be unescaped; Node's reporter writes it so. */
const ATTRIBUTES = `(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^"'>])*?`;
const CASES = new RegExp(`<testcase${ATTRIBUTES}(?:/>|>([\\s\\S]*?)</testcase>)`, 'g');

function caseCounts([, inside = '']: RegExpMatchArray): TestCounts {
  if (/<skipped[\s/>]/.test(inside)) return { passed: 0, failed: 0, skipped: 1 };
  const failed = /<(?:failure|error)[\s/>]/.test(inside);
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 };
}

function isBalanced(xml: string, tag: string): boolean {
  const opened = [...xml.matchAll(new RegExp(`<${tag}${ATTRIBUTES}>`, 'g'))].filter(
    ([text]) => !text.endsWith('/>'),
  );
  return opened.length === xml.split(`</${tag}>`).length - 1;
}

const GoEvent = z.object({ Action: z.string(), Package: z.string().optional(), Test: z.string().optional() });

/** `go test -json`: tests without their subtests; each package has to have an end. */
function readGoEvents(output: string): ReportReading {
  const events = output.split('\n').flatMap((line) => goEvent(line) ?? []);
  if (events.length === 0) return undefined;
  const isEnd = ({ Action }: z.infer<typeof GoEvent>) => ['pass', 'fail', 'skip'].includes(Action);
  const ended = new Set(
    events.filter((event) => event.Test === undefined && isEnd(event)).map(({ Package }) => Package),
  );
  if (events.some(({ Package }) => !ended.has(Package))) return 'doubtful';
  const ofTests = events.filter(({ Test = '/' }) => !/\/|^Benchmark/.test(Test));
  const tests = ofTests.filter(isEnd);
  const endedTests = new Set(tests.map(nameOf));
  if (ofTests.some((event) => !endedTests.has(nameOf(event)))) return 'doubtful';
  const count = (action: string) => tests.filter(({ Action }) => Action === action).length;
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') };
}

function nameOf({ Package, Test }: z.infer<typeof GoEvent>): string {
  return `${Package} ${Test}`;
}

function goEvent(line: string): z.infer<typeof GoEvent> | undefined {
  if (!line.startsWith('{') || !line.includes('"Action"')) return undefined;
  const event = GoEvent.safeParse(jsonIn(line));
  return event.success && event.data.Package !== undefined ? event.data : undefined;
}

const JestTotals = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
});

/** `jest --json` and `vitest --reporter=json`: one object in one line. */
function readJestJson(output: string): ReportReading {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"numPassedTests"'));
  const totals = lines.map((line) => JestTotals.safeParse(jsonIn(line)));
  if (totals.length === 0) return undefined;
  if (totals.some(({ success }) => !success)) return 'doubtful';
  return sumCounts(
    totals.flatMap(({ data }) =>
      data === undefined
        ? []
        : [
            {
              passed: data.numPassedTests,
              failed: data.numFailedTests,
              skipped: data.numPendingTests + data.numTodoTests,
            },
          ],
    ),
  );
}

/** TAP with its plan: every planned test has to be there, and only one document. */
function readTap(output: string): ReportReading {
  const plans = [...output.matchAll(/^1\.\.(\d+)(?: #.*)?$/gm)];
  const results = [...output.matchAll(/^(not )?ok\b(?: +\d+)?(.*)$/gm)];
  if (plans.length !== 1 || results.length !== Number(plans[0]?.[1]) || /^Bail out!/m.test(output))
    return undefined;
  // In vitest's dialect one line is a file, and its tests are nested.
  if (results.some(([line]) => line.trimEnd().endsWith('{'))) return undefined;
  return sumCounts(results.map(tapCounts));
}

function tapCounts([, not, rest = '']: RegExpMatchArray): TestCounts {
  if (/(?<!\\)# *(?:skip|todo)\b/i.test(rest)) return { passed: 0, failed: 0, skipped: 1 };
  return { passed: not === undefined ? 1 : 0, failed: not === undefined ? 0 : 1, skipped: 0 };
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  const total = (of: (one: TestCounts) => number) => counts.reduce((all, one) => all + of(one), 0);
  return {
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed),
    skipped: total(({ skipped }) => skipped),
  };
}
