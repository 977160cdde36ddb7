import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFailure } from '../../src/core/failure.ts';
import { imageFormatOf } from '../../src/core/media-format.ts';
import { type RenderOptions, renderDiff } from '../../src/pictures/render-diff.ts';

const OPTIONS: RenderOptions = {
  locale: 'en',
  folder: path.resolve(import.meta.dirname, '../../dist/pictures'),
};

function edited(name: string, lines: readonly string[]): string {
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  const kept = lines.length - added - removed;
  return [
    `diff --git a/${name} b/${name}`,
    `--- a/${name}`,
    `+++ b/${name}`,
    `@@ -1,${removed + kept} +1,${added + kept} @@ function login(email) {`,
    ...lines,
    '',
  ].join('\n');
}

const SMALL = edited('src/login.ts', ['-const a = 1;', '+const a = 2; // Ñandú', ' return a;']);

test('each file has a picture of its own, as wide as a phone wants it, and the totals count all of them', async () => {
  const { pictures, totals, notShown } = await renderDiff(SMALL + edited('a b.py', ['+x = 1']), OPTIONS);
  expect({
    pictures: pictures.map(({ png, ...picture }) => ({ ...picture, ...imageFormatOf(Buffer.from(png)) })),
    totals,
    notShown,
  }).toEqual({
    pictures: [
      {
        path: 'src/login.ts',
        page: 1,
        pages: 1,
        mediaType: 'image/png',
        width: 1080,
        height: expect.any(Number),
      },
      { path: 'a b.py', page: 1, pages: 1, mediaType: 'image/png', width: 1080, height: expect.any(Number) },
    ],
    totals: { files: 2, added: 2, removed: 1 },
    notShown: [],
  });
});

test('the same diff gives the same bytes', { tags: 'full' }, async () => {
  const [first, second] = [await renderDiff(SMALL, OPTIONS), await renderDiff(SMALL, OPTIONS)];
  expect(Buffer.from(first.pictures[0]?.png ?? [])).toEqual(Buffer.from(second.pictures[0]?.png ?? []));
});

test('a long file has several pages, none higher than 1920, and no more than are wanted', {
  tags: 'full',
}, async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `+line ${n};`);
  const { pictures } = await renderDiff(edited('long.ts', lines), { ...OPTIONS, mostPages: 3 });
  const heights = pictures.map(({ png }) => imageFormatOf(Buffer.from(png))?.height ?? 0);
  expect([
    pictures.map(({ page, pages }) => [page, pages]),
    heights.every((height) => height <= 1920),
  ]).toEqual([
    [
      [1, 3],
      [2, 3],
      [3, 3],
    ],
    true,
  ]);
});

test('files beyond the limit are named', { tags: 'full' }, async () => {
  const diff = ['a', 'b', 'c'].map((name) => edited(`${name}.ts`, ['+x'])).join('');
  const { pictures, notShown } = await renderDiff(diff, { ...OPTIONS, mostPages: 2 });
  expect([pictures.map((picture) => picture.path), notShown]).toEqual([['a.ts', 'b.ts'], ['c.ts']]);
});

describe('nothing that stands in a diff breaks it', () => {
  test.each([
    ['one line of a megabyte', edited('min.js', [`+${'x();'.repeat(250_000)}`])],
    [
      'other scripts, emoji, tabs, control and bidi characters',
      edited('x.md', ['+日本語 🚀 \t\u0007\u202e⟪']),
    ],
    ['a binary file', 'diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n'],
    ['a rename', 'diff --git a/a.ts b/b.ts\nsimilarity index 100%\nrename from a.ts\nrename to b.ts\n'],
    ['no line end at the end', edited('x.ts', ['-a', '\\ No newline at end of file', '+b'])],
    ['carriage returns', edited('x.ts', ['-a\r', '+b\r'])],
    ['what is no diff at all', 'hello\n<svg onload="x">\n'],
    ['markup', edited('<b>&amp;.html', ['+<script>alert("&")</script>'])],
  ])('%s', { tags: 'full' }, async (_, diff) => {
    const { pictures } = await renderDiff(diff, OPTIONS);
    expect(imageFormatOf(Buffer.from(pictures[0]?.png ?? []))).toMatchObject({ width: 1080 });
  });
});

test('nothing is drawn for nothing', async () => {
  expect(await renderDiff('', OPTIONS)).toEqual({
    pictures: [],
    totals: { files: 0, added: 0, removed: 0 },
    notShown: [],
  });
});

test.each([
  ['it takes too long', { limitMs: 1 }, 'timeout'],
  ['the fonts are missing', { folder: '/nowhere' }, 'unavailable'],
])('when %s it says so, and the text has to do', async (_, change, kind) => {
  const failed = await renderDiff(SMALL, { ...OPTIONS, ...change }).catch((error: unknown) => error);
  expect([isFailure(failed), isFailure(failed) && failed.kind]).toEqual([true, kind]);
});
