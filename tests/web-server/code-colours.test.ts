import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const CSS = readFileSync(path.resolve(import.meta.dirname, '../../src/web-server/client/shell.css'), 'utf8');

/** Both values of each colour of the console: light, dark. */
const COLOURS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

/** As WCAG 2 measures light. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const CODE = [...COLOURS.keys()].filter((name) => name.startsWith('code-'));
const BEHIND = ['surface', 'good-soft', 'bad-soft', 'raised'];

test('there are colours for code', () => {
  expect(CODE).toHaveLength(7);
});

test.each(CODE.flatMap((name) => BEHIND.map((behind) => [name, behind] as const)))(
  '%s can be read on %s, in light and in dark',
  (name, behind) => {
    const [code, ground] = [COLOURS.get(name), COLOURS.get(behind)];
    const found = [0, 1].map((scheme) => contrast(code?.[scheme] ?? '', ground?.[scheme] ?? ''));
    expect(Math.min(...found)).toBeGreaterThanOrEqual(4.5);
  },
);
