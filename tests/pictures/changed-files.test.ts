import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFiles, type DiffFile } from '../../src/pictures/changed-files.ts';

const TEN = Array.from({ length: 10 }, (_, line) => `line ${line}`);

/** What git tells of a commit that does something of each kind. */
function diffOfGit(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'changed-files-'));
  const at = (name: string): string => path.join(folder, name);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    });
  try {
    git('init', '-q');
    for (const name of ['edited', 'moved', 'gone', 'mode', 'quóted\t"x"'])
      writeFileSync(at(name), `function f() {\n${TEN.join('\n')}\n`);
    writeFileSync(at('moved'), 'a\nb\nc\n');
    writeFileSync(at('binary'), Buffer.from([0, 1, 2]));
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    writeFileSync(at('edited'), `function f() {\n${TEN.join('\n').replace('line 7', '-- other')}`);
    renameSync(at('moved'), at('moved to'));
    rmSync(at('gone'));
    chmodSync(at('mode'), 0o755);
    writeFileSync(at('quóted\t"x"'), '');
    writeFileSync(at('binary'), Buffer.from([0, 3]));
    writeFileSync(at('empty'), '');
    writeFileSync(at('new'), '++ a\n');
    git('add', '-A');
    return git('diff', '--cached', '-M', '--no-ext-diff');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function short({ path: name, oldPath, change, mode, isBinary, added, removed, remarks }: DiffFile) {
  return [
    name,
    change,
    `+${added} -${removed}`,
    oldPath,
    mode?.to,
    isBinary ? 'binary' : undefined,
    ...remarks,
  ];
}

test('a file is known by what git says of it', () => {
  const files = changedFiles(diffOfGit());
  const rest = [undefined, undefined, undefined];
  expect(files.map(short)).toEqual([
    ['binary', 'edited', '+0 -0', undefined, undefined, 'binary'],
    ['edited', 'edited', '+2 -2', ...rest],
    ['empty', 'made', '+0 -0', ...rest],
    ['gone', 'deleted', '+0 -11', ...rest],
    ['mode', 'edited', '+0 -0', undefined, '100755', undefined],
    ['moved to', 'renamed', '+0 -0', 'moved', undefined, undefined],
    ['new', 'made', '+1 -0', ...rest],
    ['quóted\t"x"', 'edited', '+0 -11', ...rest],
  ]);
  expect(files[1]?.hunks).toEqual([
    {
      oldStart: 6,
      newStart: 6,
      section: 'line 3',
      lines: [
        { kind: 'context', text: 'line 4', newLine: 6 },
        { kind: 'context', text: 'line 5', newLine: 7 },
        { kind: 'context', text: 'line 6', newLine: 8 },
        { kind: 'removed', text: 'line 7', oldLine: 9 },
        { kind: 'added', text: '-- other', newLine: 9 },
        { kind: 'context', text: 'line 8', newLine: 10 },
        { kind: 'removed', text: 'line 9', oldLine: 11 },
        { kind: 'added', text: 'line 9', newLine: 11 },
        { kind: 'no-newline' },
      ],
    },
  ]);
});

const NONE = [undefined, undefined, undefined];

test.each<[string, string, unknown[][]]>([
  ['nothing', '', []],
  ['no diff', 'hello\n', [['', 'edited', '+0 -0', ...NONE, 'hello']]],
  ['half a header', '--- a\nhello\n', [['', 'edited', '+0 -0', ...NONE, 'hello']]],
  [
    'two files without headers of git',
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+c\n',
    [
      ['x', 'edited', '+1 -1', ...NONE],
      ['y', 'made', '+1 -0', ...NONE],
    ],
  ],
  [
    'a file whose contents are hidden',
    'diff --git a/.env b/.env\n[hidden]\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
    [
      ['.env', 'edited', '+0 -0', ...NONE, '[hidden]'],
      ['x', 'edited', '+1 -1', ...NONE],
    ],
  ],
  [
    'a patch of a binary file',
    'diff --git a/x b/x\nindex 12..34 100644\nGIT binary patch\nliteral 3\nKcmZ\n\nliteral 0\nHcm\n\n',
    [['x', 'edited', '+0 -0', undefined, undefined, 'binary']],
  ],
  [
    'the header of a hunk that is none',
    'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ x @@\n+a\n',
    [['x', 'edited', '+0 -0', ...NONE, '@@ x @@', '+a']],
  ],
])('%s', (_, diff, files) => {
  expect(changedFiles(diff).map(short)).toEqual(files);
});

test('no line is lost where something was taken out of a diff', () => {
  const signs = fc.array(fc.constantFrom('+', '-', ' '), { minLength: 1, maxLength: 8 });
  const cut = fc.record({
    from: fc.nat(40),
    count: fc.nat(6),
    mark: fc.constantFrom('[secret]', '+[secret]'),
  });
  fc.assert(
    fc.property(fc.array(signs, { minLength: 1, maxLength: 4 }), cut, (hunks, { from, count, mark }) => {
      const lines = hunks.flatMap((hunk, at) => [
        `@@ -${at * 20 + 1},${hunk.filter((sign) => sign !== '+').length} +${at * 20 + 1},${hunk.filter((sign) => sign !== '-').length} @@ s${at}`,
        ...hunk.map((sign, line) => `${sign}text ${at} ${line}`),
      ]);
      lines.splice(1 + (from % lines.length), count, mark);
      const [file, ...others] = changedFiles(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${lines.join('\n')}\n`);
      const told = file?.hunks.flatMap((hunk) =>
        hunk.lines.map((line) => (line.kind === 'no-newline' ? '' : line.text)),
      );
      expect(others).toEqual([]);
      expect([...(told ?? []), ...(file?.remarks ?? [])].sort()).toEqual(
        lines
          .filter((line) => !line.startsWith('@@'))
          .map((line) => line.replace(/^[ +-]/, ''))
          .sort(),
      );
    }),
  );
});
