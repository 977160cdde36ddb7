import { expect, test } from 'vitest';
import { cleanFileName, inertName, numberedName } from '../../src/core/paths.ts';
import { isProtectedPath } from '../../src/policy/file-classes.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['Informe año 2026 (2).pdf', 'Informe_año_2026_(2).pdf'],
  ['データ.csv', 'データ.csv'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/absolute/name.txt', 'name.txt'],
  ['folder/', 'file'],
  ['.gitignore', 'gitignore'],
  ['...', 'file'],
  ['', 'file'],
  ['-rf', 'rf'],
  ['--help.txt', 'help.txt'],
  ['a\0b.txt', 'ab.txt'],
  ['line\nbreak\r.txt', 'linebreak.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['zero\u200bwidth.txt', 'zerowidth.txt'],
  ['half \ud800.txt', 'half_.txt'],
  ['a;rm -rf $(x)`y`|"z".sh', 'a_rm_-rf_(x)_y_z_.sh'],
  ['what?*<>:.txt', 'what_.txt'],
  ['GIT~1', 'GIT_1'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['Lpt1.tar.gz', '_Lpt1.tar.gz'],
  ['console.txt', 'console.txt'],
  ['name. . .', 'name'],
  ['.env', 'env'],
])('%j becomes %j', (given, clean) => {
  expect(cleanFileName(given)).toBe(clean);
});

test.each([
  ['a long name', `${'x'.repeat(400)}.pdf`, '.pdf'],
  ['long words of several bytes', `${'ñ'.repeat(400)}.pdf`, '.pdf'],
  ['an extension that is none', `a.${'x'.repeat(400)}`, 'x'],
])('%s is cut to what every file system takes, its extension kept', (_what, given, ending) => {
  const clean = cleanFileName(given);
  expect(Buffer.byteLength(clean)).toBeGreaterThan(190);
  expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200);
  expect(clean.endsWith(ending)).toBe(true);
});

test.each([
  ['report.pdf', 'report-2.pdf'],
  ['report', 'report-2'],
  ['a.tar.gz', 'a.tar-2.gz'],
])('the second %s is %s', (name, numbered) => {
  expect(numberedName(name, 2)).toBe(numbered);
});

test.each([
  ['login.test.ts', 'login.test.ts.txt'],
  ['test.MJS', 'test.MJS.txt'],
  ['test_all.py', 'test_all.py.txt'],
  ['package.json', 'package.json.txt'],
  ['Makefile', 'Makefile.txt'],
  ['report.pdf', 'report.pdf'],
  ['data.json', 'data.json'],
  ['fix.patch', 'fix.patch'],
])('%s lies in the project as %s', (name, inert) => {
  expect(inertName(name, isProtectedPath)).toBe(inert);
});
