import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { createDocumentReader } from '../../src/files/documents/document-reader.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { lockedPdf, pdfBomb, pdfBytes } from '../support/pdf-files.ts';
import { toolBench } from '../support/tools-context.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/documents');
const TWO = pdfBytes([['Invoice (draft)', 'Total: 40'], ['Página dos']]);

test('the text of its pages, whatever the name of the file', async () => {
  const bench = toolBench({ files: { 'docs/invoice.bin': TWO } });
  expect(await bench.call('read_document', { path: 'docs/invoice.bin' })).toEqual({
    text: 'docs/invoice.bin: pages 1-2 of 2.\n\n[page 1]\nInvoice (draft)\nTotal: 40\n\n[page 2]\nPágina dos',
    data: { path: 'docs/invoice.bin', total: 2, pages: ['Invoice (draft)\nTotal: 40', 'Página dos'] },
  });
  expect(bench.ledger.lastSeen('docs/invoice.bin')).toBe(sha256(TWO));
});

test('twenty pages at a time, and where to go on', { tags: 'full' }, async () => {
  const pages = Array.from({ length: 45 }, (_, n) => [`of page ${n + 1}`]);
  const bench = toolBench({ files: { 'a.pdf': pdfBytes(pages) } });
  const first = await bench.call('read_document', { path: 'a.pdf' });
  const last = await bench.call('read_document', { path: 'a.pdf', page: 41 });
  expect([first.text.split('\n')[0], last.text.split('\n')[0]]).toEqual([
    'a.pdf: pages 1-20 of 45. Next: page 21.',
    'a.pdf: pages 41-45 of 45.',
  ]);
  expect(last.text.endsWith('[page 45]\nof page 45')).toBe(true);
});

test('fewer pages when they are long, and a page without text is named as one', {
  tags: 'full',
}, async () => {
  const long = Array.from({ length: 49 }, () => 'x'.repeat(80));
  const pages = [[], ...Array.from({ length: 19 }, () => long)];
  const bench = toolBench({ files: { 'a.pdf': pdfBytes(pages) } });
  const { text } = await bench.call('read_document', { path: 'a.pdf' });
  const [head, , first, none] = text.split('\n');
  expect([head, first, none]).toEqual([
    'a.pdf: pages 1-14 of 20. Next: page 15.',
    '[page 1]',
    '(no text; perhaps a picture of a page)',
  ]);
});

test.each([
  ['a text', { path: 'text.pdf' }, 'invalid', /text\.pdf is no PDF\. Text is read with read_source_file/],
  ['an empty file', { path: 'empty.pdf' }, 'invalid', /is no PDF/],
  ['one that is cut off', { path: 'cut.pdf' }, 'invalid', /cut\.pdf: It cannot be read as a PDF/],
  ['one with a password', { path: 'locked.pdf' }, 'invalid', /locked\.pdf: It is locked by a password/],
  ['a page behind its end', { path: 'a.pdf', page: 3 }, 'invalid', /a\.pdf has 2 pages; there is no page 3/],
  ['one with too many bytes', { path: 'large.pdf' }, 'invalid', /at most 20971520/],
  ['a folder', { path: 'src' }, 'invalid', /src is a folder/],
  ['nothing', { path: 'gone.pdf' }, 'not-found', /does not exist/],
  ['what is outside', { path: '../outside.pdf' }, 'denied', /outside the workspace/],
  ['a link that leads outside', { path: 'link.pdf' }, 'denied', /outside the workspace/],
  ['what is in .git', { path: '.git/a.pdf' }, 'denied', /\.git/],
])('%s is refused', async (_what, input, kind, message) => {
  const bench = toolBench({
    files: {
      'a.pdf': TWO,
      'text.pdf': 'hello',
      'empty.pdf': '',
      'cut.pdf': Buffer.from('%PDF-1.4\n1 0 obj\n<<'),
      'locked.pdf': lockedPdf(),
      'large.pdf': TWO,
      '../outside.pdf': TWO,
      '.git/a.pdf': TWO,
    },
  });
  mkdirSync(path.join(bench.root, 'src'));
  symlinkSync('../outside.pdf', path.join(bench.root, 'link.pdf'));
  truncateSync(path.join(bench.root, 'large.pdf'), 20 * 1024 * 1024 + 1);
  await expect(bench.call('read_document', input)).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message),
  });
});

describe('what a document may take', () => {
  const ask = { first: 1, mostPages: 20, mostLength: 50_000 };
  const never = new AbortController().signal;

  eachInFull([
    ['time', { limitMs: 1 }, TWO, 'Reading it takes longer than 0.001 s.'],
    ['memory', { mostGrowth: 64 * 1024 * 1024 }, pdfBomb(512), 'Reading it takes too much memory.'],
  ])('%s ends it, and the next one is read', async (_what, limits, bytes, message) => {
    const reader = createDocumentReader({ folder: FOLDER, ...limits });
    await expect(reader.pagesOf({ ...ask, bytes }, never)).rejects.toMatchObject({
      kind: 'timeout',
      message,
    });
    const next = createDocumentReader({ folder: FOLDER });
    expect((await next.pagesOf({ ...ask, bytes: TWO }, never)).total).toBe(2);
  });

  test('a stop ends it', async () => {
    const stop = new AbortController();
    const reader = createDocumentReader({ folder: FOLDER });
    const reading = reader.pagesOf({ ...ask, bytes: TWO }, stop.signal);
    stop.abort('cancel');
    await expect(reading).rejects.toMatchObject({ message: expect.stringMatching(/stopped/) });
  });

  test('several wait for each other', { tags: 'full' }, async () => {
    const reader = createDocumentReader({ folder: FOLDER });
    const all = await Promise.all(
      [1, 2].map((first) => reader.pagesOf({ ...ask, first, bytes: TWO }, never)),
    );
    expect(all.map(({ texts }) => texts.length)).toEqual([2, 1]);
  });
});
