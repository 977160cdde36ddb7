/**
 * Reads the test runner's own JSON reports. Those of one folder are of one run: a later one replaces what an earlier
 * one says about the same files.
 *
 *   node .ci/report.mjs files <report>...                    the files in which something failed, one a line
 *   node .ci/report.mjs tests <report>...                    the tests that failed, one a line
 *   node .ci/report.mjs count <failed steps> <report>...     "N passed, N failed", as one line
 *
 * A report that is missing or unreadable says nothing: without one nothing has passed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [what, ...rest] = process.argv.slice(2);
const failedSteps = what === 'count' ? Number(rest.shift()) : 0;

const files = new Map(
  rest.flatMap((report) => read(report).map((file) => [`${path.dirname(report)}:${file.name}`, file])),
);
const failed = [...files.values()].filter(({ status }) => status === 'failed');

const answers = { files: fileNames, tests: testNames, count: counts };
process.stdout.write(answers[what]());

function fileNames() {
  return failed.map(({ name }) => `${shortName(name)}\n`).join('');
}

function testNames() {
  return failed
    .flatMap((file) => {
      const tests = file.assertionResults.filter(hasFailed);
      const what = tests.length === 0 ? ['could not be loaded'] : tests.map(({ fullName }) => fullName);
      return what.map((name) => `--- failed: ${shortName(file.name)}: ${name}\n`);
    })
    .join('');
}

function counts() {
  const tests = [...files.values()].flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file that could not even be loaded has no test that failed.
  const broken = failed.filter(({ assertionResults }) => !assertionResults.some(hasFailed));
  return `${passed} passed, ${tests.filter(hasFailed).length + broken.length + failedSteps} failed\n`;
}

function hasFailed({ status }) {
  return status === 'failed';
}

function shortName(file) {
  return path.relative(process.cwd(), file);
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
