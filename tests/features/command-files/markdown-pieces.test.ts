import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CommandPiece, piecesOf } from '../../../src/features/command-files/files/markdown-pieces.ts';

/** What is expanded of a text, as it is written. */
function expanded(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) =>
    piece.kind === 'file' || piece.kind === 'command' ? [sourceOf(piece)] : [],
  );
}

function sourceOf(piece: CommandPiece): string {
  if (piece.kind === 'file') return `@${piece.path}`;
  return piece.kind === 'command' ? `!\`${piece.line}\`` : piece.text;
}

describe('what is a file', () => {
  test.each([
    ['@docs/a.md', ['@docs/a.md']],
    ['@.claude/docs/a.md', ['@.claude/docs/a.md']],
    ['@README.md', ['@README.md']],
    ['@./a.md', ['@./a.md']],
    ['@../a.md', ['@../a.md']],
    ['@.gitignore', ['@.gitignore']],
    ['@src/', ['@src/']],
    ['@docs\\a.md', ['@docs\\a.md']],
    ['@docs/diseño.md', ['@docs/diseño.md']],
    ['@$1', ['@$1']],
    ['See @docs/a.md.', ['@docs/a.md']],
    ['See @docs/a.md, @b.md; (@c.md) and "@d.md"', ['@docs/a.md', '@b.md', '@c.md', '@d.md']],
    ['«@docs/a.md», “@b.md” ‘@c.md’ „@d.md“', ['@docs/a.md', '@b.md', '@c.md', '@d.md']],
    ['Mira @docs/a.md… —@b.md—', ['@docs/a.md', '@b.md']],
    ['@src/app.ts:10', ['@src/app.ts']],
    ['@docs/a.md#part', ['@docs/a.md']],
    ['**@docs/a.md**', ['@docs/a.md']],
    ['- @docs/a.md', ['@docs/a.md']],
    ['👍@docs/a.md', ['@docs/a.md']],
    ['@octokit/rest', ['@octokit/rest']],
    ['@ana', []],
    ['@Component', []],
    ['@', []],
    ['@...', []],
    ['@1.5', []],
    ['ana@example.com', []],
    ['ana.b+c@example.com', []],
    ['<ana@example.com>', []],
    ['user@host:src/a.ts', []],
    ['https://example.com/@ana/post.md', []],
    ['@octokit/rest@22.0.1', []],
    ['npm i lodash@4.17.21', []],
    ['@ana@example.social', []],
    ['\\@docs/a.md', []],
    ['ñ@docs/a.md', []],
    ['`@docs/a.md`', []],
    ['``a ` @docs/a.md``', []],
  ])('%s: %j', (text, files) => {
    expect(expanded(text)).toEqual(files);
  });
});

describe('what is a command', () => {
  test.each([
    ['!`git status`', ['!`git status`']],
    ['Status: !`git status` now', ['!`git status`']],
    ['- a: !`ls`\n- b: !`pwd`', ['!`ls`', '!`pwd`']],
    ['(!`ls`)', ['!`ls`']],
    ['!` ls `', ['!` ls `']],
    ['wow!`ls`', []],
    ['!!`ls`', []],
    ['\\!`ls`', []],
    ['!``ls``', []],
    ['`` !`ls` ``', []],
    ['! `ls`', []],
    ['!`ls', []],
    ['!`ls\npwd`', []],
    ['!``', []],
    ['!` `', []],
    ['`a` !`ls` `b`', ['!`ls`']],
    ['!`ls`!`pwd`!`date`', ['!`ls`', '!`pwd`', '!`date`']],
    ['!`ls`!!`pwd`', ['!`ls`']],
    ['`a`!`ls`', []],
    ['wow!`a`!`ls`', []],
    ['a ` b\n\n!`ls` c', ['!`ls`']],
    ['!\\`ls`', []],
  ])('%s: %j', (text, commands) => {
    expect(expanded(text)).toEqual(commands);
  });
});

describe('what is code', () => {
  const inside = '!`ls` @docs/a.md';
  test.each([
    ['a fence', `\`\`\`\n${inside}\n\`\`\``, 0],
    ['a fence with a language', `\`\`\`sh\n${inside}\n\`\`\``, 0],
    ['a fence of tildes', `~~~\n${inside}\n~~~`, 0],
    ['a fence without an end', `\`\`\`\n${inside}`, 0],
    ['a fence in a list', `- \`\`\`\n  ${inside}\n  \`\`\``, 0],
    ['a fence in a quotation', `> \`\`\`\n> ${inside}\n> \`\`\``, 0],
    ['a longer fence around a shorter one', `\`\`\`\`\n\`\`\`\n${inside}\n\`\`\`\n${inside}\n\`\`\`\``, 0],
    ['a fence that shows a list with one', `\`\`\`\n- \`\`\`\n${inside}\n\`\`\``, 0],
    ['a fence that shows one further in', `\`\`\`\n        \`\`\`\n${inside}\n\`\`\``, 0],
    ['tildes do not end backticks', `\`\`\`\n~~~\n${inside}\n\`\`\``, 0],
    ['a fence with a word behind it does not end one', `\`\`\`\n\`\`\`sh\n${inside}\n\`\`\``, 0],
    ['behind a fence', `\`\`\`\nx\n\`\`\`\n${inside}`, 2],
    ['between fences', `\`\`\`\n\`\`\`\n${inside}\n\`\`\`\n\`\`\``, 2],
    ['three backticks within a line are a span', `\`\`\`x\`\`\` ${inside}`, 2],
    ['a span over two lines', `\`a\n@docs/a.md\``, 0],
    ['backticks in two paragraphs are no span', `a \` b\n\n@docs/a.md \``, 1],
  ])('%s', (_, text, count) => {
    expect(expanded(text)).toHaveLength(count);
  });
});

test.each([
  ['@a/b', true],
  ['  @a/b\t', true],
  ['x\n @a/b \ny', true],
  ['- @a/b', false],
  ['@a/b.', false],
  ['@a/b @c/d', false],
])('%j stands alone: %s', (text, isAlone) => {
  expect(piecesOf(text).find(({ kind }) => kind === 'file')).toEqual({ kind: 'file', path: 'a/b', isAlone });
});

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom('`', '``', '```', '````', '~~~', '!', '@', '\\', '\n', '\n\n', ' ', '    ', '> ', '- '),
      fc.constantFrom('!`ls`', '@docs/a.md', '@a/b', 'word', '$1', '```\n', '\n```\n', '.', 'ñ', '😀'),
      fc.string(),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('the sources of the pieces are the text', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(piecesOf(text).map(sourceOf).join('')).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('whatever stands in a fence, nothing in it is expanded', () => {
  const body = fc.array(fc.constantFrom('!`ls`', '@a/b.md', '``', '`', 'x', '- ', '> ', '\n', ' '), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(body, (parts) => {
      const text = parts.join('');
      fc.pre(!/```/.test(text));
      expect(expanded(`\`\`\`\n${text}\n\`\`\`\n`)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a command is a span of one backtick behind a ! that is no part of a word', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      for (const piece of piecesOf(text)) {
        if (piece.kind !== 'command') continue;
        // Backticks in a row are text within a span of one.
        expect(piece.line).toMatch(/^(?:[^`\n]|``+)*$/);
        expect(piece.line.trim()).not.toBe('');
        expect(text).toContain(`!\`${piece.line}\``);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['backticks of every length', Array.from({ length: 600 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
  ['lone backticks', '` '.repeat(1) + '`` '.repeat(60_000)],
  ['files on one line', '@a/b '.repeat(50_000)],
  ['commands on one line', '!`a` '.repeat(50_000)],
  ['at signs', '@'.repeat(200_000)],
  ['dots', `@${'.'.repeat(200_000)}`],
  ['a long path', `@${'a/'.repeat(100_000)}`],
  ['backslashes', '\\'.repeat(100_000) + '`'.repeat(100)],
  ['fences', '```\n'.repeat(50_000)],
  ['list markers', '- '.repeat(100_000)],
  ['white space', `${' '.repeat(200_000)}\n${'\t'.repeat(50_000)}\n`],
  ['blank lines', '\n'.repeat(200_000)],
])('%s are read in one go', (_, text) => {
  expect(piecesOf(text).map(sourceOf).join('')).toHaveLength(text.length);
});
