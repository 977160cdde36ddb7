import { expect, test } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { Paging, portionOf } from '../../src/web-server/ui.tsx';

const ALL = Array.from({ length: 95 }, (_, at) => at);
const asked = (page: string) => portionOf(ALL, { query: () => page }, { name: 'page', size: 40 });

test('an address asks for a part; what is no part is the first or the last one', () => {
  const parts = ['', '1', '2', '3', '4', '999999999', '0', '-1', '1e9', '<script>'].map((page) => {
    const { page: place, items } = asked(page);
    return [place, items[0], items.length];
  });
  const [first, last] = [
    [1, 0, 40],
    [3, 80, 15],
  ];
  expect(parts).toEqual([first, first, [2, 40, 40], last, last, first, first, first, first, first]);
});

test('it leads back and on, and is not there for one part', async () => {
  const html = async (page: string) =>
    String(
      await Paging({ portion: asked(page), name: 'page', path: '/people', request: { texts: texts('es') } }),
    );
  const links = (text: string) =>
    [...text.matchAll(/rel="(\w+)" href="([^"]*)"/g)].map(([, rel, to]) => `${rel} ${to}`);
  const one = portionOf([1], { query: () => '' }, { name: 'page', size: 40 });
  expect({
    first: links(await html('1')),
    middle: links(await html('2')),
    last: links(await html('3')),
    said: (await html('2')).includes('<span>2 de 3</span>'),
    one: Paging({ portion: one, name: 'page', path: '/people', request: { texts: texts('es') } }),
  }).toEqual({
    first: ['next /people?page=2'],
    middle: ['prev /people?page=1', 'next /people?page=3'],
    last: ['prev /people?page=2'],
    said: true,
    one: null,
  });
});
