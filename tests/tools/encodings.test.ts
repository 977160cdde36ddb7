import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeText, type TextEncoding } from '../../src/core/text-encoding.ts';
import { type Bench, toolBench } from '../support/tools-context.ts';

const BEFORE = 'nombre: Ni\u00f1o\r\nprecio: 5 euros y m\u00e1s\r\n';

function benchWith(text: string, encoding: TextEncoding): Bench {
  const bench = toolBench({ files: { 'datos.txt': '' } });
  writeFileSync(path.join(bench.root, 'datos.txt'), encodeText(text, encoding, 'datos.txt'));
  return bench;
}

function textOf(bench: Bench, encoding: TextEncoding): string {
  const bytes = readFileSync(path.join(bench.root, 'datos.txt'));
  return encoding === 'windows-1252' ? bytes.toString('latin1') : bytes.toString('utf16le');
}

describe.each<[TextEncoding, string]>([
  ['windows-1252', ''],
  ['utf-16le', '\ufeff'],
])('a file in %s', (encoding, mark) => {
  test('is read as text, and the model learns of its encoding', async () => {
    const bench = benchWith(mark + BEFORE, encoding);
    const { text } = await bench.call('read_source_file', { path: 'datos.txt' });
    expect(text).toBe(
      `datos.txt: lines 1-2 of 2. Encoding ${encoding}, which edits keep.\n${mark}nombre: Ni\u00f1o\nprecio: 5 euros y m\u00e1s`,
    );
  });

  test('keeps its encoding in an edit, and where it is written anew', async () => {
    const bench = benchWith(mark + BEFORE, encoding);
    await bench.call('apply_patch', { path: 'datos.txt', search: 'Ni\u00f1o', replace: 'A\u00f1o' });
    const edited = textOf(bench, encoding);
    await bench.call('write_source_file', { path: 'datos.txt', content: 'm\u00e1s\nfin\n' });
    expect({ edited, written: textOf(bench, encoding) }).toEqual({
      edited: mark + BEFORE.replace('Ni\u00f1o', 'A\u00f1o'),
      written: `${mark}m\u00e1s\r\nfin\r\n`,
    });
  });

  test('is found by a search for its words', async () => {
    const bench = benchWith(mark + BEFORE, encoding);
    const answers = [];
    for (const query of ['Ni\u00f1o', 'precio']) {
      answers.push((await bench.call('search_source_code', { pattern: query })).text);
    }
    expect(answers).toEqual([expect.stringContaining('Ni\u00f1o'), expect.stringContaining('m\u00e1s')]);
  });
});

test('an edit with a character that the encoding does not have is refused, and nothing changes', async () => {
  const bench = benchWith(BEFORE, 'windows-1252');
  const input = { path: 'datos.txt', search: 'Ni\u00f1o', replace: 'Ni\u00f1o \u2192 1' };
  await expect(bench.call('apply_patch', input)).rejects.toMatchObject({
    kind: 'invalid',
    message: /datos\.txt is in Windows-1252, which has no "\u2192"/,
  });
  expect(textOf(bench, 'windows-1252')).toBe(BEFORE);
});
