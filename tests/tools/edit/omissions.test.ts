import { expect, test } from 'vitest';
import { isOmission } from '../../../src/tools/edit/omissions.ts';

test.each([
  ['a.py', '# rest unchanged'],
  ['a.ts', '// the rest is unchanged'],
  ['a.ts', '// (rest stays the same)'],
  ['a.ts', '// everything else unchanged'],
  ['a.ts', '// lines 10-20 unchanged'],
  ['a.ts', '// function body unchanged'],
  ['a.ts', '// implementation remains the same.'],
  ['a.ts', '// all other methods remain the same'],
  ['a.ts', '// your existing code here'],
  ['a.ts', '// more code here'],
  ['a.ts', '// keep the rest of the code'],
  ['a.ts', '// leave existing code as is'],
  ['a.ts', '// same as original'],
  ['a.ts', '// <existing code>'],
  ['a.ts', '// (previous code)'],
  ['a.html', '<!-- rest of the page -->'],
  ['a.ts', '// -- snip --'],
  ['a.ts', '// truncated for brevity'],
  ['a.ts', '// shortened for clarity'],
  ['a.ts', '// implementation omitted'],
  ['a.ts', '// no changes needed here'],
  ['a.ts', '// no change here'],
  ['a.ts', '// the code continues below'],
  ['a.ts', '// lines 1 to 9 are identical'],
  ['a.ts', '// code above is untouched'],
  ['a.ts', '// the body goes as before'],
  ['a.ts', '// remainder of the class'],
  ['a.ts', '// more code remains as is'],
  ['a.ts', '// other methods omitted'],
  ['a.ts', '// \u2026'],
  ['a.py', '# resto del archivo'],
  ['a.ts', '...existing code...'],
  ['a.ts', '... (rest of file unchanged)'],
  ['a.ts', '<rest of the file>'],
  ['a.py', 'pass  # rest unchanged'],
  ['a.py', '...  # rest of the implementation'],
  ['a.py', '# el resto no cambia'],
  ['a.py', '# c\u00f3digo existente'],
  ['CMakeLists.txt', '# ... existing targets ...'],
])('in %s, %j stands for code', (path, line) => {
  expect(isOmission(path, line)).toBe(true);
});

test.each([
  ['a.ts', '// unchanged files are skipped'],
  ['a.ts', '// leave the rest to the browser'],
  ['a.ts', '// keep the existing file when it is newer'],
  ['a.ts', '// the same as in Python'],
  ['a.ts', '// code for the error'],
  ['a.ts', '// everything else is an error'],
  ['a.ts', '...existing,'],
  ['a.ts', '* unchanged.'],
  ['a.ts', '* by this method, and this object will remain unchanged.'],
  ['a.py', '# the rest of the line is the value'],
  ['a.py', 'pass  # rest of the args is ignored'],
  ['a.py', '...'],
  ['a.md', '# Existing code'],
])('in %s, %j does not', (path, line) => {
  expect(isOmission(path, line)).toBe(false);
});
