import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../../src');
const STYLES = path.join(SRC, 'web-server/client');

/** Named for what they are, and styled by where they stand. */
const UNSTYLED: readonly string[] = ['button-plain', 'node-command', 'node-mark', 'reacted', 'refused'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => /\.tsx$/.test(file) || /^(?:web-server\/client|features\/sessions\/pages)\/.*\.ts$/.test(file),
  )
  .map((file) => readFileSync(path.join(SRC, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
const sources = files.join('\n');
const styles = readdirSync(STYLES)
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(path.join(STYLES, file), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** In selectors alone, not in numbers such as `.5rem`. */
const styled = new Set(
  [...styles.matchAll(/([^{}]*)\{/g)].flatMap(([, selector = '']) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
  ),
);

/**
 * The words of all texts in quotes, and below what stands before a value that is put in: `badge-` of `badge-${tone}`.
 */
const quoted = files.flatMap((source) =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, one = '', other = '', template = '']) => one + other + template,
  ),
);
const words = new Set(quoted.flatMap((text) => text.split(/[^\w$-]+/)));
const beginnings = [...sources.matchAll(/([a-z]+-)\$\{/g)].map(([, start = '']) => start);

test('every class of the styles is one that a page can have', () => {
  const isUsed = (name: string): boolean =>
    words.has(name) || beginnings.some((start) => name.startsWith(start));
  // States of a step, which are written down as properties of an object.
  const states = ['in_progress', 'skipped', 'failed', 'done'];
  expect([...styled].filter((name) => !isUsed(name) && !states.includes(name))).toEqual([]);
});

test('every class that a page names is in the styles', () => {
  const named = [...sources.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  const missing = new Set(named.filter((name) => !styled.has(name)));
  expect([...missing].toSorted()).toEqual(UNSTYLED);
});

test('no selector is written twice in one place', () => {
  const flat = styles.replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  const selectors = [...flat.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) =>
    selector.trim().replace(/\s+/g, ' '),
  );
  const twice = selectors.filter(
    (one, at) => selectors.indexOf(one) !== at && !one.startsWith('@') && !/^\d/.test(one),
  );
  expect(twice).toEqual([]);
});
