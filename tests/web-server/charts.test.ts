import { expect, test } from 'vitest';
import { Bars, Share } from '../../src/web-server/charts.tsx';

const bars = (...values: readonly number[]) =>
  Bars({
    id: 'days',
    title: 'By day',
    description: 'Three days.',
    bars: values.map((value, index) => ({ label: `day ${index}`, value })),
  });
const heightsIn = (html: string) => [...html.matchAll(/height="([\d.]+)"/g)].map(([, height]) => height);

test('the highest bar fills the picture, what is more than nothing is seen, and nothing is not', async () => {
  expect(heightsIn(String(await bars(0, 1, 500, 1000)))).toEqual(['0', '1.5', '50', '100']);
});

test('without any figure there is no bar', async () => {
  expect(heightsIn(String(await bars(0, 0)))).toEqual(['0', '0']);
});

test('it has a name and a sentence for those who do not see it', async () => {
  expect(String(await bars(1))).toMatch(
    /<svg[^>]* role="img" aria-labelledby="days-title days-description"><title id="days-title">By day<\/title><desc id="days-description">Three days\.<\/desc>/,
  );
});

test('names are text', async () => {
  const html = String(
    await Bars({
      id: 'x',
      title: '<b>',
      description: '"><script>',
      bars: [{ label: '</title><script>', value: 1 }],
    }),
  );
  expect(html).not.toMatch(/<script|<b>/);
});

test.each([
  [0, '0'],
  [0.333333, '33.33'],
  [1, '100'],
  [2, '100'],
  [-1, '0'],
])('a share of %d is %s wide', async (share, width) => {
  expect(String(await Share({ share }))).toContain(`<rect width="${width}" height="10"`);
});
