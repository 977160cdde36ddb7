import { expect, test } from 'vitest';
import { reportReasons } from '../../src/cli/eval/judge.ts';

const FILE = Array.from({ length: 40 }, (_, at) => `line ${at + 1};`).join('\n');
const TASK = {
  files: { 'src/a.js': FILE, 'b.js': FILE },
  planted: [{ file: 'src/a.js', text: 'line 10;', what: 'wrong', around: 1 }],
  clean: [{ file: 'src/a.js', text: 'line 30;', what: 'right', around: 0 }],
};
const MISSED = 'its report does not name src/a.js:10 (wrong)';
const BLAMED = 'its report names what is not wrong: src/a.js:30 (right)';

test.each([
  ['the line', 'Where: src/a.js:10', []],
  ['a line beside it', '`src/a.js:11`', []],
  ['a line too far away', 'src/a.js:12', [MISSED]],
  ['lines around it', 'src/a.js:3-10, and more', []],
  ['lines in the way of GitHub', './src/a.js:L8-L9', []],
  ['with a slash in front', '/src/a.js:10', []],
  ['half the file', 'src/a.js:1-20', [MISSED]],
  ['a range that runs backwards', 'src/a.js:12-8', [MISSED]],
  ['another file of that ending', 'other/src/a.js:10 lib.js:10 b.js:10', [MISSED]],
  ['only the file', 'src/a.js is wrong on line 10', [MISSED]],
  ['what is clean', 'src/a.js:10 src/a.js:30', [BLAMED]],
  ['what is clean, in words alone', 'src/a.js:10; line 30 of src/a.js is right', []],
  ['nothing', '', [MISSED]],
])('a report that names %s', (_what, report, reasons) => {
  expect(reportReasons(TASK, report)).toEqual(reasons);
});
