export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

interface Recogniser {
  /** Matches one summary; several in one output (workspaces, crates) are added up. */
  readonly pattern: RegExp;
  /** True for a summary that other programs could print too: then the command must look like a test run. */
  readonly needsTestCommand: boolean;
  read(match: RegExpMatchArray): TestCounts;
}

const TEST_COMMAND =
  /(?:^|[\s/:_-])(?:tests?|specs?|py\.?test|unittest|mocha|jest|vitest|tox|nox|make|ci|check)(?=$|[\s:._-])/;
/** Programs that show text: a summary they print tells of another run. */
const READER = /^(?:\S*\/)?(?:cat|head|tail|less|more|grep|rg|find|sed|awk|echo|printf|git|diff)(?=\s|$)/;

const RECOGNISERS: readonly Recogniser[] = [
  {
    // vitest: "      Tests  1 failed | 4 passed | 2 skipped (7)"
    pattern: /^[ \t]*Tests {2}(\S.*)\(\d+\)[ \t]*$/gm,
    needsTestCommand: false,
    read: ([, list = '']) => ({ passed: countBefore(list, 'passed'), failed: countBefore(list, 'failed') }),
  },
  {
    // jest: "Tests:       1 failed, 2 skipped, 4 passed, 7 total"
    pattern: /^Tests: +(.*)\d+ total[ \t]*$/gm,
    needsTestCommand: false,
    read: ([, list = '']) => ({ passed: countBefore(list, 'passed'), failed: countBefore(list, 'failed') }),
  },
  {
    // node --test, as TAP ("# pass 4") or spec ("\u2139 pass 4")
    pattern:
      /^[#\u2139] tests \d+\n(?:[#\u2139] suites \d+\n)?[#\u2139] pass (\d+)\n[#\u2139] fail (\d+)(?:\n[#\u2139] cancelled (\d+))?/gm,
    needsTestCommand: false,
    read: ([, pass, fail, cancelled]) => ({ passed: whole(pass), failed: whole(fail) + whole(cancelled) }),
  },
  {
    // mocha: "  4 passing (12ms)" and, if so, "  1 pending" and "  1 failing"
    pattern: /^[ \t]+(\d+) passing \([\d.]+\w+\)(?:\n[ \t]+\d+ pending)?(?:\n[ \t]+(\d+) failing)?/gm,
    needsTestCommand: true,
    read: ([, passing, failing]) => ({ passed: whole(passing), failed: whole(failing) }),
  },
  {
    // pytest: "===== 1 failed, 4 passed, 1 error in 0.12s ====="
    pattern: /^=+ ((?:\d+ \w+(?:, )?)+) in [\d.]+s(?: \([\d:]+\))? =+$/gm,
    needsTestCommand: false,
    read: readPytest,
  },
  {
    // pytest -q: "1 failed, 4 passed in 0.12s"
    pattern:
      /^((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?)(?:, )?)+) in [\d.]+s(?: \([\d:]+\))?$/gm,
    needsTestCommand: true,
    read: readPytest,
  },
  {
    // unittest: "Ran 5 tests in 0.001s", a blank line, "OK" or "FAILED (failures=1, errors=1, skipped=1)"
    pattern: /^Ran (\d+) tests? in [\d.]+s\n\n(?:OK|FAILED)(?: \((.*)\))?$/gm,
    needsTestCommand: false,
    read: ([, ran, list = '']) => {
      const failed =
        countAfter(list, 'failures') + countAfter(list, 'errors') + countAfter(list, 'unexpected successes');
      return { passed: whole(ran) - failed - countAfter(list, 'skipped'), failed };
    },
  },
  {
    // cargo test: "test result: FAILED. 4 passed; 1 failed; 0 ignored; ..."
    pattern: /^test result: \w+\. (\d+) passed; (\d+) failed;/gm,
    needsTestCommand: false,
    read: ([, passed, failed]) => ({ passed: whole(passed), failed: whole(failed) }),
  },
  {
    // Maven surefire, the total only: lines of single classes go on with ", Time elapsed"
    pattern: /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)[ \t]*$/gm,
    needsTestCommand: false,
    read: ([, run, failures, errors, skipped]) => {
      const failed = whole(failures) + whole(errors);
      return { passed: whole(run) - failed - whole(skipped), failed };
    },
  },
  {
    // JUnit console: "[         4 tests successful      ]" and "[         1 tests failed          ]"
    pattern: /^\[ +(\d+) tests successful +\]\n\[ +(\d+) tests failed +\]/gm,
    needsTestCommand: false,
    read: ([, passed, failed]) => ({ passed: whole(passed), failed: whole(failed) }),
  },
  {
    // go test -v, from its first test on; without -v it does not say how many passed
    pattern: /^=== RUN {3}[\s\S]*/gm,
    needsTestCommand: false,
    read: ([text]) => ({ passed: countLines(text, '--- PASS: '), failed: countLines(text, '--- FAIL: ') }),
  },
];

/**
 * How many tests passed and failed, from the summary that the test runner printed; undefined when there is none or
 * when it may come from somewhere else than a test run.
 */
export function testCounts(command: string, output: string): TestCounts | undefined {
  if (READER.test(command)) return undefined;
  const text = output.replaceAll('\r\n', '\n');
  const isTestCommand = TEST_COMMAND.test(command);
  const counts = RECOGNISERS.filter(({ needsTestCommand }) => isTestCommand || !needsTestCommand).flatMap(
    ({ pattern, read }) => [...text.matchAll(pattern)].map(read),
  );
  if (counts.length === 0) return undefined;
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function readPytest([, list = '']: RegExpMatchArray): TestCounts {
  return {
    passed: countBefore(list, 'passed'),
    failed: countBefore(list, 'failed') + countBefore(list, 'error'),
  };
}

/** 4 in "1 failed, 4 passed" for `passed`. */
function countBefore(list: string, word: string): number {
  return whole(new RegExp(`(\\d+) ${word}`).exec(list)?.[1]);
}

/** 1 in "failures=1, skipped=2" for `failures`. */
function countAfter(list: string, word: string): number {
  return whole(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(list)?.[1]);
}

/** Lines that begin so; those of subtests are indented and not counted. */
function countLines(text: string, start: string): number {
  return text.split('\n').filter((line) => line.startsWith(start)).length;
}

function whole(digits: string | undefined): number {
  return Number(digits ?? 0);
}
