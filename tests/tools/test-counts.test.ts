import { expect, test } from 'vitest';
import { testCounts } from '../../src/tools/test-counts.ts';

const outputs = {
  'vitest, failures': [
    'npm test',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 5 passed | 1 skipped (8)\n   Start at  10:00:00\n',
    { passed: 5, failed: 2 },
  ],
  'vitest, all passed': [
    'npx vitest run',
    ' Test Files  3 passed (3)\n      Tests  12 passed (12)\n',
    { passed: 12, failed: 0 },
  ],
  'vitest, none passed': ['npm t', '      Tests  2 failed (2)\n', { passed: 0, failed: 2 }],
  'two vitest workspaces': [
    'npm test --workspaces',
    '      Tests  12 passed (12)\n\n      Tests  1 failed | 3 passed (4)\n',
    { passed: 15, failed: 1 },
  ],
  jest: [
    'yarn jest',
    'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 2 skipped, 4 passed, 7 total\nSnapshots:   0 total\n',
    { passed: 4, failed: 1 },
  ],
  mocha: [
    'npm test',
    '\n  4 passing (12ms)\n  1 pending\n  2 failing\n\n  1) adds',
    { passed: 4, failed: 2 },
  ],
  'mocha, all passed': ['npx mocha', '\n  4 passing (1s)\n', { passed: 4, failed: 0 }],
  'node --test, TAP': [
    'node --test',
    '# tests 5\n# suites 1\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 0\n',
    { passed: 3, failed: 2 },
  ],
  'node --test, spec': [
    'node --test',
    '\u2139 tests 2\n\u2139 suites 0\n\u2139 pass 2\n\u2139 fail 0\n\u2139 cancelled 0\n',
    { passed: 2, failed: 0 },
  ],
  pytest: [
    'pytest',
    '=========== 1 failed, 4 passed, 1 skipped, 2 errors in 0.12s ===========\n',
    { passed: 4, failed: 3 },
  ],
  'pytest, long': [
    'python -m pytest',
    '===== 4 passed, 1 warning in 61.20s (0:01:01) =====\n',
    { passed: 4, failed: 0 },
  ],
  'pytest -q': ['pytest -q', '....\n4 passed in 0.02s\n', { passed: 4, failed: 0 }],
  'unittest, failures': [
    'python -m unittest',
    'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n',
    { passed: 2, failed: 2 },
  ],
  'unittest, all passed': ['python3 run.py', '...\nRan 1 test in 0.000s\n\nOK\n', { passed: 1, failed: 0 }],
  'go test -v': [
    'go test -v ./...',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n=== RUN   TestB/x\n    --- FAIL: TestB/x (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\n',
    { passed: 1, failed: 1 },
  ],
  'go test without -v': ['go test ./...', 'ok  \texample.com/a\t0.003s\n', undefined],
  cargo: [
    'cargo test',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n',
    { passed: 4, failed: 2 },
  ],
  maven: [
    'mvn -q verify',
    '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\n',
    { passed: 2, failed: 2 },
  ],
  'JUnit console': [
    'java -jar junit.jar',
    '[         4 tests successful      ]\n[         1 tests failed          ]\n',
    { passed: 4, failed: 1 },
  ],
  'Windows line endings': ['npm test', '      Tests  1 passed (1)\r\n', { passed: 1, failed: 0 }],
  'a report that is only shown': ['cat report.txt', '      Tests  12 passed (12)\n', undefined],
  'words like those of mocha in another program': ['node deploy.js', '  4 passing (12ms)\n', undefined],
  'words like those of pytest in another program': ['node deploy.js', '4 passed in 0.02s\n', undefined],
  'a build': ['npm run build', 'built in 1.2s\n', undefined],
  nothing: ['npm test', '', undefined],
} as const;

test.each(Object.entries(outputs))('%s', (_name, [command, output, counts]) => {
  expect(testCounts(command, output)).toEqual(counts);
});
