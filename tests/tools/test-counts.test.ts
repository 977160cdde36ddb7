import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { showsFailures, testCounts } from '../../src/tools/test-counts.ts';
import { eachInFull } from '../support/each-in-full.ts';

const outputs = {
  'vitest, failures': [
    'npm test',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 5 passed | 1 skipped (8)\n   Start at  10:00:00\n',
    { passed: 5, failed: 2, skipped: 1 },
  ],
  'vitest, all passed': [
    'npx vitest run',
    ' Test Files  3 passed (3)\n      Tests  12 passed (12)\n',
    { passed: 12, failed: 0, skipped: 0 },
  ],
  'vitest, none passed': ['npm t', '      Tests  2 failed (2)\n', { passed: 0, failed: 2, skipped: 0 }],
  'vitest, tests that are meant to fail': [
    'npx vitest run',
    '      Tests  1 failed | 1 passed | 1 expected fail | 1 skipped | 1 todo (5)\n',
    { passed: 2, failed: 1, skipped: 2 },
  ],
  'vitest that found no file and was told that this is all right': [
    'npx vitest run --passWithNoTests',
    '\nNo test files found, exiting with code 0\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'jest that found no test and was told that this is all right': [
    'npm test',
    '\n> jest --passWithNoTests\n\nNo tests found, exiting with code 0\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'rspec with a masked exit code': [
    'bundle exec rspec || true',
    'Finished in 0.01 seconds\n5 examples, 1 failure, 2 pending\n',
    { passed: 2, failed: 1, skipped: 2 },
  ],
  'rspec, one example': ['rspec', '1 example, 0 failures\n', { passed: 1, failed: 0, skipped: 0 }],
  minitest: [
    'rake test',
    '5 runs, 7 assertions, 1 failures, 1 errors, 1 skips\n',
    { passed: 2, failed: 2, skipped: 1 },
  ],
  'phpunit, all well': [
    'vendor/bin/phpunit',
    'OK (5 tests, 7 assertions)\n',
    { passed: 5, failed: 0, skipped: 0 },
  ],
  'phpunit with failures': [
    'vendor/bin/phpunit',
    'FAILURES!\nTests: 5, Assertions: 7, Failures: 1, Skipped: 1.\n',
    { passed: 3, failed: 1, skipped: 1 },
  ],
  'go, packages without tests': [
    'go test ./...',
    '?   \tx/a\t[no test files]\n?   \tx/b\t[no test files]\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'go, no test by that name': [
    'go test -run Nope ./...',
    'testing: warning: no tests to run\nPASS\nok  \tx/a\t0.002s [no tests to run]\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'go, one package without tests': [
    'go test ./...',
    '?   \tx/a\t[no test files]\nok  \tx/b\t0.002s\n',
    undefined,
  ],
  'go, one package that cannot be built': [
    'go test ./...',
    '?   \tx/a\t[no test files]\nFAIL\tx/b [build failed]\nFAIL\n',
    undefined,
  ],
  'pytest with subtests': [
    'pytest',
    '=========== 1 failed, 2 passed, 3 subtests passed in 0.12s ===========\n',
    { passed: 2, failed: 1, skipped: 0 },
  ],
  'two vitest workspaces': [
    'npm test --workspaces',
    '      Tests  12 passed (12)\n\n      Tests  1 failed | 3 passed (4)\n',
    { passed: 15, failed: 1, skipped: 0 },
  ],
  jest: [
    'yarn jest',
    'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 2 skipped, 4 passed, 7 total\nSnapshots:   0 total\n',
    { passed: 4, failed: 1, skipped: 2 },
  ],
  mocha: [
    'npm test',
    '\n  4 passing (12ms)\n  1 pending\n  2 failing\n\n  1) adds',
    { passed: 4, failed: 2, skipped: 1 },
  ],
  'mocha, all passed': ['npx mocha', '\n  4 passing (1s)\n', { passed: 4, failed: 0, skipped: 0 }],
  'node --test, TAP': [
    'node --test',
    '# tests 6\n# suites 1\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 0\n# todo 1\n# duration_ms 5.1\n',
    { passed: 3, failed: 2, skipped: 1 },
  ],
  'node --test, spec': [
    'node --test',
    '\u2139 tests 2\n\u2139 suites 0\n\u2139 pass 2\n\u2139 fail 0\n\u2139 cancelled 0\n',
    { passed: 2, failed: 0, skipped: 0 },
  ],
  pytest: [
    'pytest',
    '=========== 1 failed, 4 passed, 1 skipped, 2 errors in 0.12s ===========\n',
    { passed: 4, failed: 3, skipped: 1 },
  ],
  'pytest, long': [
    'python -m pytest',
    '===== 4 passed, 1 warning in 61.20s (0:01:01) =====\n',
    { passed: 4, failed: 0, skipped: 0 },
  ],
  'pytest -q': ['pytest -q', '....\n4 passed in 0.02s\n', { passed: 4, failed: 0, skipped: 0 }],
  'unittest, failures': [
    'python -m unittest',
    'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n',
    { passed: 2, failed: 2, skipped: 1 },
  ],
  'unittest, all passed': [
    'python3 run.py',
    '...\nRan 1 test in 0.000s\n\nOK\n',
    { passed: 1, failed: 0, skipped: 0 },
  ],
  'go test -v': [
    'go test -v ./...',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n=== RUN   TestB/x\n    --- FAIL: TestB/x (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\n',
    { passed: 1, failed: 1, skipped: 0 },
  ],
  'go test without -v': ['go test ./...', 'ok  \texample.com/a\t0.003s\n', undefined],
  cargo: [
    'cargo test',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n',
    { passed: 4, failed: 2, skipped: 1 },
  ],
  maven: [
    'mvn -q verify',
    '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\n',
    { passed: 2, failed: 2, skipped: 1 },
  ],
  'JUnit console': [
    'java -jar junit.jar',
    '[         4 tests successful      ]\n[         1 tests failed          ]\n',
    { passed: 4, failed: 1, skipped: 0 },
  ],
  'Windows line endings': ['npm test', '      Tests  1 passed (1)\r\n', { passed: 1, failed: 0, skipped: 0 }],
  'a report that is only shown': ['cat report.txt', '      Tests  12 passed (12)\n', undefined],
  'words like those of mocha in another program': ['node deploy.js', '  4 passing (12ms)\n', undefined],
  'words like those of pytest in another program': ['node deploy.js', '4 passed in 0.02s\n', undefined],
  'a build': ['npm run build', 'built in 1.2s\n', undefined],
  nothing: ['npm test', '', undefined],
  'vitest, in colours': [
    'npx vitest run',
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m\u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m\u001b[33m1 skipped\u001b[39m\u001b[2m | \u001b[22m\u001b[90m1 todo\u001b[39m\u001b[90m (4)\u001b[39m\n',
    { passed: 1, failed: 1, skipped: 2 },
  ],
  'vitest, a file that cannot be loaded': [
    'npx vitest run',
    '\n Test Files  1 failed (1)\n      Tests  no tests\n   Start at  23:16:29\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'vitest, nothing but skipped': [
    'npx vitest run -t zzz',
    '      Tests  4 skipped (4)\n',
    { passed: 0, failed: 0, skipped: 4 },
  ],
  'vitest, a total that does not add up': [
    'npx vitest run',
    '      Tests  3 passed | 1 odd (5)\n',
    undefined,
  ],
  'vitest --reporter=json': [
    'npx vitest run --reporter=json',
    '{"numTotalTestSuites":1,"numTotalTests":4,"numPassedTests":1,"numFailedTests":1,"numPendingTests":1,"numTodoTests":1,"success":false}\n',
    { passed: 1, failed: 1, skipped: 2 },
  ],
  'vitest --reporter=tap, whose lines stand for files': [
    'npx vitest run --reporter=tap',
    'TAP version 13\n1..1\nnot ok 1 - a.test.js # time=7.06ms {\n    1..2\n    ok 1 - a # time=1.15ms\n    not ok 2 - b # time=4.43ms\n}\n',
    undefined,
  ],
  'jest, a total that does not add up': ['npx jest', 'Tests:       1 failed, 3 passed, 9 total\n', undefined],
  'jest --json beside its summary': [
    'npx jest --json',
    'Tests:       1 failed, 3 passed, 4 total\n{"numPassedTests":3,"numFailedTests":1,"numPendingTests":0,"numTodoTests":0}\n',
    { passed: 3, failed: 1, skipped: 0 },
  ],
  'a report that differs from the summary': [
    'npx jest --json',
    'Tests:       1 failed, 3 passed, 4 total\n{"numPassedTests":9,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0}\n',
    undefined,
  ],
  'node --test without a test': [
    'node --test',
    'TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'TAP of any program': [
    'npm test',
    'TAP version 13\nok 1 - a\nnot ok 2 - b\n  ---\n  at: x\n  ...\nok 3 # SKIP no network\nnot ok 4 - c # TODO\n1..4\n',
    { passed: 1, failed: 1, skipped: 2 },
  ],
  'TAP that ends before its plan': ['npm test', 'TAP version 13\n1..4\nok 1 - a\nok 2 - b\n', undefined],
  'TAP that was given up': ['npm test', '1..1\nok 1\nBail out! no database\n', undefined],
  'pytest, in colours': [
    'pytest',
    '\u001b[32m====== \u001b[32m\u001b[1m1 passed\u001b[0m\u001b[32m in 0.93s\u001b[0m\u001b[32m ======\u001b[0m\n',
    { passed: 1, failed: 0, skipped: 0 },
  ],
  'pytest, every kind of end': [
    'pytest',
    '==== 1 failed, 1 passed, 1 skipped, 1 xfailed, 1 xpassed, 1 error in 1.11s =====\n',
    { passed: 2, failed: 2, skipped: 2 },
  ],
  'pytest, a file that cannot be imported': [
    'pytest',
    '===== 1 error in 0.99s =====\n',
    { passed: 0, failed: 1, skipped: 0 },
  ],
  'pytest, nothing chosen': [
    'pytest -q -k zzz',
    '\n1 deselected in 0.60s\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'pytest, no tests': ['pytest', '===== no tests ran in 0.01s =====\n', { passed: 0, failed: 0, skipped: 0 }],
  'pytest -qq, which counts nothing': ['pytest -qq', 'FAILED test_a.py::test_b - assert 1 == 2\n', undefined],
  'pytest, tests that are only collected': [
    'pytest -q --collect-only',
    '7 tests collected, 1 error in 0.77s\n',
    undefined,
  ],
  'unittest without a test': [
    'python -m unittest',
    'Ran 0 tests in 0.000s\n\nNO TESTS RAN\n',
    { passed: 0, failed: 0, skipped: 0 },
  ],
  'go test -v, a test that panics': [
    'go test -v ./...',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\npanic: boom\nFAIL\texample.com/a\t0.003s\n',
    undefined,
  ],
  'go test -v, cut off before its end': [
    'go test -v',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n',
    undefined,
  ],
  'go test -json': [
    'go test -json ./...',
    [
      { Action: 'start', Package: 'm/a' },
      { Action: 'run', Package: 'm/a', Test: 'TestA' },
      { Action: 'output', Package: 'm/a', Test: 'TestA', Output: '=== RUN   TestA\n' },
      { Action: 'pass', Package: 'm/a', Test: 'TestA/x', Elapsed: 0 },
      { Action: 'pass', Package: 'm/a', Test: 'TestA', Elapsed: 0 },
      { Action: 'fail', Package: 'm/a', Test: 'TestB', Elapsed: 0 },
      { Action: 'skip', Package: 'm/a', Test: 'TestC', Elapsed: 0 },
      { Action: 'fail', Package: 'm/a', Elapsed: 0.1 },
    ]
      .map((event) => JSON.stringify(event))
      .join('\n'),
    { passed: 1, failed: 1, skipped: 1 },
  ],
  'go test -json, a package without an end': [
    'go test -json',
    '{"Action":"start","Package":"m/a"}\n{"Action":"pass","Package":"m/a","Test":"TestA"}\n',
    undefined,
  ],
  'cargo, a crate that went down': [
    'cargo test',
    'running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured;\n\nrunning 3 tests\ntest a ... ok\n',
    undefined,
  ],
  dotnet: [
    'dotnet test',
    'Failed!  - Failed:     1, Passed:     4, Skipped:     1, Total:     6, Duration: 12 ms - Shop.dll\n',
    { passed: 4, failed: 1, skipped: 1 },
  ],
  'JUnit XML': [
    'npx vitest run --reporter=junit',
    '<?xml version="1.0"?>\n<testsuites name="t">\n<testsuite name="a" tests="4">\n<testcase name="a" time="0">\n</testcase>\n<testcase name="b"><failure message="x">expected <testcase name="no"/></failure></testcase>\n<testcase name="s"><skipped/></testcase>\n<testcase name="e"><error/></testcase>\n<system-out><![CDATA[<testcase name="printed"/>]]></system-out>\n</testsuite>\n</testsuites>\n',
    { passed: 1, failed: 2, skipped: 1 },
  ],
  'JUnit XML that is cut off': [
    'npx vitest run --reporter=junit',
    '<testsuites>\n<testsuite name="a">\n<testcase name="a"/>\n',
    undefined,
  ],
  'two runs in one line': [
    'npx vitest run && pytest',
    '      Tests  12 passed (12)\n===== 1 failed, 4 passed in 0.12s =====\n',
    { passed: 16, failed: 1, skipped: 0 },
  ],
  'a run beside an old report': ['npm test; cat old.txt', '      Tests  12 passed (12)\n', undefined],
  'a run of which only the end is shown': ['npm test | tail -3', '      Tests  12 passed (12)\n', undefined],
  'words put into its mouth': [
    'npm test || echo "Tests  12 passed (12)"',
    '      Tests  12 passed (12)\n',
    undefined,
  ],
  'a run that says when it is over': [
    'npm test; echo "exit: $?"',
    '      Tests  12 passed (12)\n',
    { passed: 12, failed: 0, skipped: 0 },
  ],
  'go test -v, a test that prints no line break': [
    'go test -v ./...',
    '=== RUN   TestA\nhello--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tx/a\t0.01s\n',
    undefined,
  ],
  'go test -v, a test that ends the program': [
    'go test -v ./...',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\nFAIL\tx/a\t0.01s\nFAIL\n',
    undefined,
  ],
  'go test -v, tests at the same time': [
    'go test -v',
    '=== RUN   TestA\n=== PAUSE TestA\n=== RUN   TestB\n=== PAUSE TestB\n=== CONT  TestA\n=== RUN   TestA/x\n=== CONT  TestB\n--- PASS: TestB (0.00s)\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/x (0.00s)\nPASS\nok  \tx\t0.1s\n',
    { passed: 2, failed: 0, skipped: 0 },
  ],
  'go test -json, a test without an end': [
    'go test -json',
    '{"Action":"run","Package":"m","Test":"TestA"}\n{"Action":"pass","Package":"m","Test":"TestA"}\n{"Action":"run","Package":"m","Test":"TestB"}\n{"Action":"fail","Package":"m"}\n',
    undefined,
  ],
  'go, which counts nothing, beside vitest': [
    'make test',
    'ok  \tx/a\t0.01s\nFAIL\tx/b\t0.01s\n      Tests  12 passed (12)\n',
    undefined,
  ],
  'Playwright beside vitest': [
    'npm test',
    '      Tests  12 passed (12)\n\nRunning 4 tests using 2 workers\n  1 failed\n    [chromium] > a\n  3 passed (4.2s)\n',
    undefined,
  ],
  'cargo, a test that prints a result': [
    'cargo test',
    'running 2 tests\n\n---- b stdout ----\ntest result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n',
    undefined,
  ],
  'pytest, a failing test that had printed a summary': [
    'pytest',
    '---- Captured stdout call ----\n===== 3 passed in 0.01s =====\n=== short test summary info ===\nFAILED t.py::a\n===== 1 failed, 2 passed in 0.12s =====\n',
    undefined,
  ],
  'vitest, a test that prints a summary': [
    'cd packages/a && CI=1 npx vitest run',
    'stdout | a.test.ts > x\n      Tests  3 passed (3)\n\n      Tests  2 passed (2)\n',
    undefined,
  ],
  'names of tests that look like a summary': [
    'npx vitest run',
    ' \u2713 a.test.ts > Tests  5 passed (5)\n   \u2713 Tests  5 failed (5)\n      Tests  2 passed (2)\n',
    { passed: 2, failed: 0, skipped: 0 },
  ],
  'a line like that of pytest about something else': [
    'python build.py',
    '=== 5 files in 0.10s ===\n',
    undefined,
  ],
  'unittest, parts of one test that failed': [
    'python -m unittest',
    `${['(i=0)', '(i=1)'].map((part) => `${'='.repeat(70)}\nFAIL: test_a (t.T.test_a) ${part}\n${'-'.repeat(70)}\nx\n`).join('')}Ran 5 tests in 0.001s\n\nFAILED (failures=2)\n`,
    undefined,
  ],
  'unittest, a class that could not be prepared': [
    'python -m unittest',
    `${'='.repeat(70)}\nERROR: setUpClass (t.T)\n${'-'.repeat(70)}\nx\n\nRan 3 tests in 0.001s\n\nFAILED (errors=1)\n`,
    undefined,
  ],
  'unittest, two tests that failed': [
    'python -m unittest',
    `${['test_a', 'test_b'].map((name) => `${'='.repeat(70)}\nFAIL: ${name} (t.T.${name})\n${'-'.repeat(70)}\nx\n`).join('')}Ran 5 tests in 0.001s\n\nFAILED (failures=2)\n`,
    { passed: 3, failed: 2, skipped: 0 },
  ],
  'maven, a module with a flaky test': [
    'mvn verify',
    '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n',
    { passed: 8, failed: 0, skipped: 0 },
  ],
  'TAP, a name with an escaped sign': [
    'npx bats test',
    '1..2\nok 1 - a \\#todo b\nok 2 - c\n',
    { passed: 2, failed: 0, skipped: 0 },
  ],
  'JUnit XML, names with >': [
    'node --test --test-reporter=junit',
    '<testsuites>\n<testcase name="a > b"/>\n<testsuite name="s /> t">\n<testcase name="c /> d"/>\n<testcase name="e" failure="1 > 2">\n<failure message="1 > 2"></failure>\n</testcase>\n</testsuite>\n</testsuites>\n',
    { passed: 2, failed: 1, skipped: 0 },
  ],
} as const;

test.each(Object.entries(outputs))('%s', (_name, [command, output, counts]) => {
  expect(testCounts(command, output)).toEqual(counts);
});

describe('what node --test prints on this machine is counted', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-counts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    path.join(folder, 'a.test.mjs'),
    `import { describe, test } from 'node:test';
    test('a', () => {}); test('b', () => { throw new Error('no'); }); test('s', { skip: true }, () => {});
    test('t', { todo: true }, () => {});
    describe('g', () => { test('in', () => {}); test('slow', { timeout: 20 }, () => new Promise(() => setTimeout(() => {}, 60))); });`,
  );

  eachInFull(['spec', 'tap', 'junit'])('%s', (reporter) => {
    // Node tells a test of its own that it is one, and then reports otherwise.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, 'a.test.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, FORCE_COLOR: '1' },
    });
    expect(testCounts('node --test', stdout)).toEqual({ passed: 2, failed: 2, skipped: 2 });
  });
});

describe('failures that a masked exit code hides', () => {
  test.each([
    ['go', '--- FAIL: TestLogin (0.00s)\n    a_test.go:7: no\nFAIL\nFAIL\texample.com/a\t0.003s\nFAIL\n'],
    ['go, the last lines', 'FAIL\texample.com/a\t0.003s\nok  \texample.com/b\t0.002s\n'],
    ['rspec', '5 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/a_spec.rb:3 # adds\n'],
    ['rspec, outside of examples', '0 examples, 0 failures, 1 error occurred outside of examples\n'],
    ['cargo', 'test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured\n'],
    ['pytest', '==== 1 failed, 4 passed in 0.12s ====\n'],
    ['jest', 'Tests:       1 failed, 4 passed, 5 total\n'],
    ['vitest', '      Tests  1 failed | 4 passed (5)\n'],
    ['mocha', '  4 passing (12ms)\n  1 failing\n'],
    ['unittest', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1)\n'],
    ['phpunit', 'FAILURES!\nTests: 5, Assertions: 7, Failures: 1.\n'],
    ['node', '# tests 5\n# pass 4\n# fail 1\n'],
  ])('of %s', (_, output) => {
    expect(showsFailures(output)).toBe(true);
  });

  test.each([
    ['go', 'ok  \texample.com/a\t0.003s\nPASS\n'],
    ['rspec', '5 examples, 0 failures\n'],
    ['pytest', '==== 5 passed in 0.12s ====\n'],
    ['jest', 'Tests:       5 passed, 5 total\n'],
    ['words about failing', 'it does not FAIL\nfailed login is refused\n'],
    ['node', '# tests 5\n# pass 5\n# fail 0\n'],
  ])('none of %s', (_, output) => {
    expect(showsFailures(output)).toBe(false);
  });
});
