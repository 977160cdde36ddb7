import { plainText } from '../processes/output.ts';
import { mostSummaries, readTestCommand } from './command-kinds.ts';
import { readReports, sumCounts, type TestCounts } from './test-reports.ts';

/** Signs that a run was aborted, so that its counts are incomplete. */
const BROKEN_OFF = /^(?:panic: |fatal error: all goroutines|Segmentation fault|Aborted \(core dumped\))/m;

/**
 * How many tests passed, failed and were skipped, from the test runner's own output. Undefined when there is no such
 * output, when it may come from elsewhere, or when the numbers do not add up: a number that may be wrong is worse
 * than none.
 */
export function testCounts(command: string, output: string): TestCounts | undefined {
  if (!readTestCommand(command).outputTells) return undefined;
  const text = plainText(output.replaceAll('\r\n', '\n'));
  if (BROKEN_OFF.test(text) || hasOddCrate(text)) return undefined;
  const summed = readSummaries(command, text);
  if (summed === 'doubtful') return undefined;
  const reported = readReports(text, summed !== undefined);
  if (reported === 'doubtful') return undefined;
  if (summed === undefined || reported === undefined) return summed ?? reported ?? noneIn(text);
  // Both describe the same tests; if they differ one of them is not from this run.
  return summed.passed === reported.passed && summed.failed === reported.failed ? summed : undefined;
}

/**
 * A crate whose tests crashed the process has a beginning and no result; a test's own output may look like either.
 */
function hasOddCrate(text: string): boolean {
  const results = text.match(/^test result: /gm)?.length ?? 0;
  const begun = text.match(/^running \d+ tests?$/gm)?.length ?? 0;
  return results > 0 && begun > 0 && begun !== results;
}

/** Lines that runners print for failed tests, and hardly anything else prints. */
const FAILURES: readonly RegExp[] = [
  /^--- FAIL: |^FAIL\t\S+|^FAIL$/m,
  /^\d+ examples?, (?:[1-9]\d* failures?|0 failures.*, [1-9]\d* errors? occurred)|^rspec \.\/\S+:\d+ # /m,
  /^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|\d+ failures, [1-9]\d* errors)/m,
  /^(?:FAILURES|ERRORS)!$|^Tests: \d+, Assertions: \d+.*, (?:Errors|Failures): [1-9]/m,
  /^test result: FAILED\./m,
  /^=+ .*\b[1-9]\d* (?:failed|errors?)\b.* =+$|^[1-9]\d* failed\b.* in [\d.]+s/m,
  /^Tests: +(?:.*, )?[1-9]\d* failed\b|^[ \t]*Tests {2}[1-9]\d* failed\b/m,
  /^[ \t]+[1-9]\d* failing$/m,
  /^FAILED \((?:failures|errors)=/m,
  /^Failed! +- Failed: +[1-9]/m,
  /^(?:\[\w+\] )?Tests run: \d+, (?:Failures: [1-9]|Failures: \d+, Errors: [1-9])/m,
  /^[#\u2139] fail [1-9]/m,
];

/**
 * True when the output of a test command shows failures: for a line whose exit code is another program's, such as `go
 * test ./... | tail`, and without counts.
 */
export function showsFailures(output: string): boolean {
  const text = plainText(output.replaceAll('\r\n', '\n'));
  return FAILURES.some((pattern) => pattern.test(text));
}

/** Looser than `runsTests`: it only decides whether common words count as a summary. */
const TEST_COMMAND =
  /(?:^|[\s/:_-])(?:tests?|specs?|py\.?test|unittest|mocha|jest|vitest|tox|nox|make|ci|check)(?=$|[\s:._-])/;

/** Runs that do not print how many tests they had (go without -v), or not in a known form (Playwright). */
const UNCOUNTED = /^(?:ok|FAIL)[ \t]+\S+\t(?:[\d.]+s|\(cached\))|^ {2}\d+ passed \([\d.]+(?:ms|s|m|h)\)$/m;

function readSummaries(command: string, text: string): TestCounts | 'doubtful' | undefined {
  const isTestCommand = TEST_COMMAND.test(command);
  const found = SUMMARIES.filter(
    ({ needsTestCommand }) => isTestCommand || needsTestCommand !== true,
  ).flatMap(({ pattern, read }) => [...text.matchAll(pattern)].map((match) => read(match)));
  const certain = found.filter((counts) => counts !== undefined);
  // More than there were runs: a test printed one that is not from its own run.
  if (certain.length < found.length || found.length > mostSummaries(command)) return 'doubtful';
  if (certain.length === 0) return undefined;
  return UNCOUNTED.test(text) && !/^=== RUN/m.test(text) ? 'doubtful' : sumCounts(certain);
}

interface TestSummary {
  /** Matches one summary; several in one output (workspaces, crates) are added up. */
  readonly pattern: RegExp;
  /** True for a summary that other programs could print too: then the command must look like a test run. */
  readonly needsTestCommand?: true;
  /** Undefined when the numbers do not add up: then the whole output is ignored. */
  read(match: RegExpMatchArray): TestCounts | undefined;
}

const SUMMARIES: readonly TestSummary[] = [
  {
    // vitest: "      Tests  1 failed | 4 passed | 1 expected fail | 2 skipped | 1 todo (9)"
    pattern: /^[ \t]*Tests {2}(\S.*)\((\d+)\)[ \t]*$/gm,
    read: ([, list = '', total]) => countsInList(list, total),
  },
  {
    // vitest, when no file could be loaded
    pattern: /^[ \t]*Test Files {2}.*\n[ \t]*Tests {2}no tests[ \t]*$/gm,
    read: () => ({ passed: 0, failed: 0, skipped: 0 }),
  },
  {
    // jest: "Tests:       1 failed, 2 skipped, 1 todo, 4 passed, 8 total"
    pattern: /^Tests: +(.*?)(\d+) total[ \t]*$/gm,
    read: ([, list = '', total]) => countsInList(list, total),
  },
  {
    // node --test, as TAP ("# pass 4") or spec ("\u2139 pass 4")
    pattern:
      /^[#\u2139] tests (\d+)\n(?:[#\u2139] suites \d+\n)?[#\u2139] pass (\d+)\n[#\u2139] fail (\d+)(?:\n[#\u2139] cancelled (\d+))?(?:\n[#\u2139] skipped (\d+))?(?:\n[#\u2139] todo (\d+))?/gm,
    read: ([, tests, pass, fail, cancelled, skipped, todo]) =>
      countsIfTotalFits(
        {
          passed: toCount(pass),
          failed: toCount(fail) + toCount(cancelled),
          skipped: toCount(skipped) + toCount(todo),
        },
        tests,
      ),
  },
  {
    // tape: "# tests 3", "# pass  2", "# fail  1"
    pattern: /^# tests (\d+)\n# pass {2}(\d+)(?:\n# fail {2}(\d+))?$/gm,
    read: ([, tests, pass, fail]) =>
      countsIfTotalFits({ passed: toCount(pass), failed: toCount(fail), skipped: 0 }, tests),
  },
  {
    // mocha: "  4 passing (12ms)" and, if so, "  1 pending" and "  1 failing"
    pattern: /^[ \t]+(\d+) passing \([\d.]+\w+\)(?:\n[ \t]+(\d+) pending)?(?:\n[ \t]+(\d+) failing)?/gm,
    needsTestCommand: true,
    read: ([, passing, pending, failing]) => ({
      passed: toCount(passing),
      failed: toCount(failing),
      skipped: toCount(pending),
    }),
  },
  {
    // pytest: "===== 1 failed, 4 passed, 1 error in 0.12s =====" and "== no tests ran in 0.01s =="
    pattern:
      /^=+ (?=.*\b(?:passed|failed|skipped|deselected|xfailed|xpassed|errors?|no tests ran)\b)((?:\d+ (?:subtests )?\w+(?:, )?)+|no tests ran) in [\d.]+s(?: \([\d:]+\))? =+$/gm,
    read: readPytest,
  },
  {
    // pytest -q: "1 failed, 4 passed in 0.12s"
    pattern:
      /^((?:\d+ (?:subtests )?(?:failed|passed|skipped|deselected|xfailed|xpassed|rerun|warnings?|errors?)(?:, )?)+|no tests ran) in [\d.]+s(?: \([\d:]+\))?$/gm,
    needsTestCommand: true,
    read: readPytest,
  },
  {
    // unittest: "Ran 5 tests in 0.001s", a blank line, "OK" or "FAILED (failures=1, errors=1, skipped=1)"
    pattern: /^Ran (\d+) tests? in [\d.]+s\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm,
    read: ({ input = '', 1: ran, 2: list = '' }) => {
      if (failsBeside(input)) return undefined;
      const failed =
        countAfter(list, 'failures') + countAfter(list, 'errors') + countAfter(list, 'unexpected successes');
      const skipped = countAfter(list, 'skipped');
      return notBelowZero({ passed: toCount(ran) - failed - skipped, failed, skipped });
    },
  },
  {
    // cargo test: "test result: FAILED. 4 passed; 1 failed; 2 ignored; ..."
    pattern: /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
    read: ([, passed, failed, ignored]) => ({
      passed: toCount(passed),
      failed: toCount(failed),
      skipped: toCount(ignored),
    }),
  },
  {
    // Maven surefire, the total only: lines of single classes go on with ", Time elapsed"
    pattern:
      /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?[ \t]*$/gm,
    read: ([, run, failures, errors, skips]) => {
      const failed = toCount(failures) + toCount(errors);
      const skipped = toCount(skips);
      return notBelowZero({ passed: toCount(run) - failed - skipped, failed, skipped });
    },
  },
  {
    // dotnet test: "Failed!  - Failed:     1, Passed:     4, Skipped:     1, Total:     6, Duration: ..."
    pattern: /^(?:Passed|Failed)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +(\d+)/gm,
    read: ([, failed, passed, skipped, total]) =>
      countsIfTotalFits(
        { passed: toCount(passed), failed: toCount(failed), skipped: toCount(skipped) },
        total,
      ),
  },
  {
    // JUnit console: "[         4 tests successful      ]" and "[         1 tests failed          ]"
    pattern:
      /^(?:\[ +(\d+) tests skipped +\]\n(?:\[.*\]\n)*?)?\[ +(\d+) tests successful +\]\n\[ +(\d+) tests failed +\]/gm,
    read: ([, skipped, passed, failed]) => ({
      passed: toCount(passed),
      failed: toCount(failed),
      skipped: toCount(skipped),
    }),
  },
  {
    // rspec: "5 examples, 1 failure, 2 pending, 1 error occurred outside of examples"
    pattern:
      /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/gm,
    read: ([, examples, failures, pending, errors]) =>
      notBelowZero({
        passed: toCount(examples) - toCount(failures) - toCount(pending),
        failed: toCount(failures) + toCount(errors),
        skipped: toCount(pending),
      }),
  },
  {
    // minitest: "5 runs, 7 assertions, 1 failures, 0 errors, 1 skips"
    pattern: /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips$/gm,
    read: ([, runs, failures, errors, skips]) => {
      const failed = toCount(failures) + toCount(errors);
      return notBelowZero({
        passed: toCount(runs) - failed - toCount(skips),
        failed,
        skipped: toCount(skips),
      });
    },
  },
  {
    // phpunit: "OK (5 tests, 7 assertions)", or "Tests: 5, Assertions: 7, Failures: 1, Skipped: 1."
    pattern:
      /^(?:OK \((\d+) tests?, \d+ assertions?\)|Tests: (\d+), Assertions: \d+((?:, [\w ]+: \d+)*)\.)$/gm,
    read: ([, ok, all, list = '']) => {
      const of = (name: string): number => toCount(new RegExp(`, ${name}: (\\d+)`).exec(list)?.[1]);
      const failed = of('Errors') + of('Failures');
      const skipped = of('Skipped') + of('Incomplete');
      return notBelowZero({ passed: toCount(ok ?? all) - failed - skipped, failed, skipped });
    },
  },
  {
    // go test -v, from its first test on; without -v it does not print how many passed
    pattern: /^=== RUN {3}[\s\S]*/gm,
    read: ([text]) => {
      const counts = {
        passed: countLines(text, /^--- PASS: /gm),
        failed: countLines(text, /^--- FAIL: /gm),
        skipped: countLines(text, /^--- SKIP: /gm),
      };
      // A test that prints no line break, or ends the whole program, has no line for its end.
      const begun = countLines(text, /^=== RUN {3}(?!Benchmark)[^\s/]+$/gm);
      return /^(?:PASS|FAIL|ok)\b/m.test(text) ? countsIfTotalFits(counts, `${begun}`) : undefined;
    },
  },
];

/** jest and vitest, with an option that accepts that. */
const NONE_FOUND = /^No tests? (?:files? )?found, exiting with code 0$/m;
const GO_NONE = /^(?:\?[ \t]+\S+[ \t]+\[no test files\]|ok[ \t]+\S+[ \t].*\[no tests to run\])$/;
const GO_RESULT = /^(?:\?|ok|FAIL)[ \t]/;

/** Runs that succeed without a single test, and print that: their exit code must not count as a proof. */
function noneIn(text: string): TestCounts | undefined {
  const packages = text.split('\n').filter((line) => GO_RESULT.test(line));
  const isNone =
    packages.length === 0 ? NONE_FOUND.test(text) : packages.every((line) => GO_NONE.test(line.trimEnd()));
  return isNone ? { passed: 0, failed: 0, skipped: 0 } : undefined;
}

function readPytest([, list = '']: RegExpMatchArray): TestCounts {
  return {
    passed: countBefore(list, 'passed') + countBefore(list, 'xpassed'),
    failed: countBefore(list, 'failed') + countBefore(list, 'error'),
    skipped: countBefore(list, 'skipped') + countBefore(list, 'xfailed'),
  };
}

/** "1 failed | 4 passed | 1 expected fail | 2 skipped", which has to add up to the given total. */
function countsInList(list: string, total: string | undefined): TestCounts | undefined {
  const counts = {
    passed: countBefore(list, 'passed') + countBefore(list, 'expected fail'),
    failed: countBefore(list, 'failed'),
    skipped: countBefore(list, 'skipped') + countBefore(list, 'todo'),
  };
  return countsIfTotalFits(counts, total);
}

function countsIfTotalFits(counts: TestCounts, total: string | undefined): TestCounts | undefined {
  return counts.passed + counts.failed + counts.skipped === toCount(total) ? counts : undefined;
}

function notBelowZero(counts: TestCounts): TestCounts | undefined {
  return counts.passed < 0 ? undefined : counts;
}

/** 4 in "1 failed, 4 passed" for `passed`. */
function countBefore(list: string, word: string): number {
  return toCount(new RegExp(`(\\d+) ${word}`).exec(list)?.[1]);
}

/** 1 in "failures=1, skipped=2" for `failures`. */
function countAfter(list: string, word: string): number {
  return toCount(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(list)?.[1]);
}

/** Indented lines, of subtests, are not counted. */
function countLines(text: string, line: RegExp): number {
  return text.match(line)?.length ?? 0;
}

/** Failures of unittest that are not one test each: a part of one, one that failed twice, the setup of a class. */
function failsBeside(text: string): boolean {
  const headings = [...text.matchAll(/^={70}\n((?:FAIL|ERROR): .*)$/gm)].map(([, heading = '']) => heading);
  const tests = headings.map(
    (heading) => /^\w+: ((?!(?:setUp|tearDown)(?:Class|Module) )\S+ \([^\s()]+\))$/.exec(heading)?.[1],
  );
  return tests.includes(undefined) || new Set(tests).size < tests.length;
}

function toCount(digits: string | undefined): number {
  return Number(digits ?? 0);
}
