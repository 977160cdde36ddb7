/**
 * Reads the test runner's own JSON reports; a later one replaces what an earlier one says about the same files.
 *
 *   node .ci/report.mjs failed <report>...                   the files in which something failed, one a line
 *   node .ci/report.mjs count <failed steps> <report>...     "N passed, N failed", as one line
 *
 * A report that is missing or unreadable says nothing: without one nothing has passed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [what, ...rest] = process.argv.slice(2);
const extra = what === 'count' ? Number(rest.shift()) : 0;

const files = new Map(
  rest
    .flatMap((report) => read(report))
    .map(({ name, status, assertionResults }) => [name, { status, tests: assertionResults }]),
);
const failed = [...files].filter(([, { status }]) => status === 'failed');

process.stdout.write(what === 'failed' ? names() : `${counts()}\n`);

function names() {
  return failed.map(([name]) => `${path.relative(process.cwd(), name)}\n`).join('');
}

function counts() {
  const tests = [...files.values()].flatMap((file) => file.tests);
  const of = (status) => tests.filter((test) => test.status === status).length;
  // A file that could not even be loaded has no test that failed.
  const broken = failed.filter(([, file]) => !file.tests.some((test) => test.status === 'failed'));
  return `${of('passed')} passed, ${of('failed') + broken.length + extra} failed`;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
