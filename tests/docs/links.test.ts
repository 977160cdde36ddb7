import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsIn, DOCUMENTS, linksIn, ROOT, read } from './markdown.ts';

test.each(DOCUMENTS)('every link of %s leads somewhere', (document) => {
  const broken = linksIn(read(document)).filter((link) => !leadsSomewhere(link, document));
  expect(broken).toEqual([]);
});

test('every document is linked from another one', () => {
  const linked = new Set(
    DOCUMENTS.flatMap((document) =>
      linksIn(read(document)).map((link) => path.join(path.dirname(document), link.split('#', 1)[0] ?? '')),
    ),
  );
  expect(DOCUMENTS.filter((document) => document !== 'README.md' && !linked.has(document))).toEqual([]);
});

test('the first page fits into 8 kB, and its first screen has the two commands', () => {
  const readme = read('README.md');
  const [firstScreen = ''] = readme.split('<p>', 1);
  expect({
    isShort: Buffer.byteLength(readme) <= 8000,
    commands: ['npm ci && npm run demo', 'npm ci && npm test'].filter((line) => firstScreen.includes(line)),
  }).toEqual({ isShort: true, commands: ['npm ci && npm run demo', 'npm ci && npm test'] });
});

function leadsSomewhere(link: string, from: string): boolean {
  // What lies elsewhere is not asked: tests have no network.
  if (/^https?:\/\//.test(link)) return true;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.join(path.dirname(from), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  return statSync(path.join(ROOT, target)).isFile() && anchorsIn(read(target)).includes(anchor);
}
