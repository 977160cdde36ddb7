import { expect, test } from 'vitest';
import { raw } from '../../src/web-server/hono.ts';
import { renderPage } from '../../src/web-server/render-page.ts';

const REQUEST = {} as never;
const rendered = (html: string, redact: (text: string) => string) =>
  renderPage(
    { show: async () => ({ title: 'x', regions: [{ name: 'a', body: raw(html) }] }) },
    REQUEST,
    redact,
  );

test('a large page is looked through in pieces that end before a tag, and is whole again', async () => {
  const row = `<tr><td>${'x'.repeat(90)} a secret</td></tr>`;
  const pieces: string[] = [];
  const page = await rendered(row.repeat(5000), (text) => {
    pieces.push(text);
    return text.replaceAll('a secret', '[secret]');
  });
  expect({
    html: page?.regions[0]?.html === row.replace('a secret', '[secret]').repeat(5000),
    pieces: pieces.length > 4,
    longest: Math.max(...pieces.map(({ length }) => length)) <= 100_200,
    ends: pieces.slice(1).every((text) => text.startsWith('<')),
  }).toEqual({ html: true, pieces: true, longest: true, ends: true });
});

test('a large text without a tag stays in one piece: nothing in it may be cut in two', async () => {
  const pieces: string[] = [];
  await rendered('y'.repeat(250_000), (text) => {
    pieces.push(text);
    return text;
  });
  expect(pieces.map(({ length }) => length)).toEqual([250_000]);
});
