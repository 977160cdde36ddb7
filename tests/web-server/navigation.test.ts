import { expect, test } from 'vitest';
import type { WebPage, WebVisitor } from '../../src/contracts/web-page.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { Navigation } from '../../src/web-server/shell.tsx';

const ANA: WebVisitor = { sender: '34600111222', role: 'owner', isAtMachine: false };
const BEA: WebVisitor = { sender: '34600333444', role: 'member', isAtMachine: false };

const page = (path: string, label: string | undefined, more: Partial<WebPage> = {}): WebPage => ({
  path,
  ...(label === undefined ? {} : { label: () => label }),
  load: () => Promise.reject(new Error('the navigation loads no page')),
  ...more,
});

const PAGES = [
  page('/', 'Now', { group: 'daily' }),
  page('/doctor', 'Doctor', { group: 'program', isFor: ({ role }) => role === 'owner' }),
  page('/jobs', 'Jobs'),
  page('/tasks', 'Tasks', { group: 'daily' }),
  page('/tasks/:id', undefined),
  page('/money', 'Money', { group: 'records' }),
];

const shown = async (path: string, visitor = ANA, pages: readonly WebPage[] = PAGES) =>
  String(await Navigation({ pages, visitor, texts: texts('en'), path }));

/** Its words in order; a group with what is in it, and a star at what is marked as the present place. */
const outline = (html: string): string =>
  html
    .replaceAll(/<(?:a|summary)[^>]*aria-current="[^"]*"[^>]*>/g, '*')
    .replaceAll(/<details[^>]*>/g, '( ')
    .replaceAll('</details>', ')')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.each([
  ['/', '*Now Tasks ( Work Jobs ) ( Records Money ) ( Program Doctor )'],
  ['/tasks', 'Now *Tasks ( Work Jobs ) ( Records Money ) ( Program Doctor )'],
  ['/tasks/20261120-00000001', 'Now *Tasks ( Work Jobs ) ( Records Money ) ( Program Doctor )'],
  ['/tasksheet', 'Now Tasks ( Work Jobs ) ( Records Money ) ( Program Doctor )'],
  ['/jobs/7', 'Now Tasks ( *Work *Jobs ) ( Records Money ) ( Program Doctor )'],
  ['/doctor', 'Now Tasks ( Work Jobs ) ( Records Money ) ( *Program *Doctor )'],
])('at %s: %s', async (path, expected) => {
  expect(outline(await shown(path))).toBe(expected);
});

test('who may not see a page has no entry, and no group that would be empty', async () => {
  expect(outline(await shown('/', BEA))).toBe('*Now Tasks ( Work Jobs ) ( Records Money )');
});

test('the page is marked for those who hear it, and its group as where it is', async () => {
  expect((await shown('/jobs')).match(/<(?:a|summary)[^>]*aria-current[^>]*>/g)).toEqual([
    '<summary aria-current="true">',
    '<a href="/jobs" aria-current="page">',
  ]);
});

test('a label is text', async () => {
  const html = await shown('/', ANA, [page('/x', '<script>alert(1)</script>')]);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});
