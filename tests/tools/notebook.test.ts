import { describe, expect, test } from 'vitest';
import { toolBench } from '../support/tools-context.ts';

const PICTURE = 'iVBORw0KGgo'.repeat(20_000);

/** As Jupyter writes it: one space for each level, keys sorted, a line break at the end. */
const NOTEBOOK = `${JSON.stringify(
  {
    cells: [
      { cell_type: 'markdown', id: 'a1', metadata: {}, source: ['# Sales\n', 'By "month" \\ region: {[,]}'] },
      {
        cell_type: 'code',
        execution_count: 1,
        id: 'b2',
        metadata: { big: 1.5 },
        outputs: [
          { name: 'stdout', output_type: 'stream', text: ['one\n', 'two\n'] },
          {
            data: { 'image/png': PICTURE, 'text/plain': ['<Figure>'] },
            metadata: {},
            output_type: 'display_data',
          },
        ],
        source: ['import pandas as pd\n', 'total = 1\n', 'print(total)'],
      },
      {
        cell_type: 'code',
        execution_count: null,
        id: 'c3',
        metadata: {},
        outputs: [{ ename: 'ValueError', evalue: 'no\nnumber', output_type: 'error', traceback: ['x'] }],
        source: 'total = 2',
      },
      { cell_type: 'code', execution_count: null, id: 'd4', metadata: {}, outputs: [], source: [] },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  },
  null,
  1,
).replace('"big": 1.5', '"big": 12345678901234567890.0')}\n`;

const bench = (text = NOTEBOOK) => toolBench({ files: { 'sales.ipynb': text } });
const PATCH = { path: 'sales.ipynb' };

test('read_source_file shows the cells with their numbers and what running them gave', async () => {
  const { text, data } = await bench().call('read_source_file', PATCH);
  expect(data).toMatchObject({ total: 15, next: null });
  expect(text).toMatchInlineSnapshot(`
    "sales.ipynb: lines 1-15 of 15. A notebook: apply_patch takes the text of one cell; read_lines shows the file itself.
    [cell 1: markdown]
    # Sales
    By "month" \\ region: {[,]}
    [cell 2: code]
    import pandas as pd
    total = 1
    print(total)
    > one
    > two
    > <Figure>
    > (image/png)
    [cell 3: code]
    total = 2
    > ValueError: no number
    [cell 4: code]"
  `);
});

test('a long output is cut, and the lines of a notebook are read in parts', async () => {
  const long = NOTEBOOK.replace('"one\\n"', JSON.stringify('line\n'.repeat(30)));
  const { text } = await bench(long).call('read_source_file', { ...PATCH, offset: 8, limit: 11 });
  expect(text).toContain('sales.ipynb: lines 8-18 of 22. Next: offset 19. A notebook:');
  expect(text).toMatch(/> line\n> \(23 more lines of output\)$/);
});

describe('apply_patch', () => {
  test('changes the source of one cell and no other byte', async () => {
    const { call, read } = bench();
    const { text } = await call('apply_patch', {
      ...PATCH,
      search: 'total = 1\nprint(total)',
      replace: 'total = 40 + 2\nprint(f"{total} €")\n\ntotal',
    });
    expect(text).toBe('Edited sales.ipynb (+4 -2). Cell 2.');
    expect(read('sales.ipynb')).toBe(
      NOTEBOOK.replace(
        '    "total = 1\\n",\n    "print(total)"\n',
        '    "total = 40 + 2\\n",\n    "print(f\\"{total} €\\")\\n",\n    "\\n",\n    "total"\n',
      ),
    );
  });

  test.each([
    [
      'a source that is one string',
      'total = 2',
      'total = 3',
      '"source": "total = 2"',
      '"source": "total = 3"',
    ],
    [
      'signs that JSON escapes',
      'By "month" \\ region: {[,]}',
      'By \\"day\\": {',
      '"By \\"month\\" \\\\ region: {[,]}"',
      '"By \\\\\\"day\\\\\\": {"',
    ],
  ])('%s', async (_what, search, replace, old, young) => {
    const { call, read } = bench();
    await call('apply_patch', { ...PATCH, search, replace });
    expect(read('sales.ipynb')).toBe(NOTEBOOK.replace(old, () => young));
  });

  test('a passage in several cells is one of them only when all are meant', async () => {
    const { call, read } = bench();
    const edit = { ...PATCH, search: 'total = ', replace: 'sum = ' };
    await expect(call('apply_patch', edit)).rejects.toMatchObject({
      message: expect.stringContaining('in the cells 2, 3 of sales.ipynb'),
    });
    expect(read('sales.ipynb')).toBe(NOTEBOOK);
    expect((await call('apply_patch', { ...edit, occurrence: 'all' })).text).toContain(
      'Cell 2, 3. 2 places.',
    );
    expect(read('sales.ipynb')).toBe(NOTEBOOK.replaceAll('total = ', 'sum = '));
  });

  test('a cell is removed, or added, in the file itself', async () => {
    const { call, read } = bench();
    const [, last = ''] =
      /("id": "d4",\n {3}"metadata": {},\n {3}"outputs": \[\],\n {3}"source": \[\]\n {2}})/.exec(NOTEBOOK) ??
      [];
    const added = `${last},\n  {"cell_type": "markdown", "metadata": {}, "source": ["The end"]}`;
    await call('apply_patch', { ...PATCH, search: last, replace: added });
    expect((await call('read_source_file', PATCH)).text).toMatch(/\[cell 5: markdown\]\nThe end$/);
    expect(read('sales.ipynb').replace(added, last)).toBe(NOTEBOOK);
  });

  test.each([
    ['an output', '"two\\n"', '"three\\n"', /would change outputs of cell 2/],
    ['the picture of an output', '"<Figure>"', '"<None>"', /would change outputs of cell 2/],
    ['the JSON around a cell', '"cell_type": "markdown",', '"cell_type": ', /would not be a notebook/],
    ['the list of cells', '"nbformat": 4,', '"nbformat": "four",', /would not be a notebook/],
    ['what is nowhere', 'nothing of the kind', 'x', /nothing of the kind|not found|search text/i],
    ['nothing', '', 'x', /search text is empty/],
  ])('%s stays as it is', async (_what, search, replace, message) => {
    const { call, read } = bench();
    await expect(call('apply_patch', { ...PATCH, search, replace })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    });
    expect(read('sales.ipynb')).toBe(NOTEBOOK);
  });

  test('a file that is called a notebook and is none is text', async () => {
    const { call, read } = bench('{ "cells": [');
    expect((await call('read_source_file', PATCH)).text).toBe('sales.ipynb: lines 1-1 of 1.\n{ "cells": [');
    await call('apply_patch', { ...PATCH, search: '"cells": [', replace: '"cells": [] }' });
    expect(read('sales.ipynb')).toBe('{ "cells": [] }');
  });
});

test('write_source_file writes a notebook and nothing else under such a name', async () => {
  const { call, read } = toolBench();
  const text = JSON.stringify({ cells: [], nbformat: 4, nbformat_minor: 5, metadata: {} });
  await expect(call('write_source_file', { path: 'a.ipynb', content: '# a\n' })).rejects.toMatchObject({
    message: expect.stringContaining('a.ipynb would not be a notebook'),
  });
  await call('write_source_file', { path: 'a.ipynb', content: text });
  expect(read('a.ipynb')).toBe(text);
});

test('write_source_file keeps outputs or drops them, but makes none', async () => {
  const { call } = bench();
  await call('read_source_file', PATCH);
  const content = NOTEBOOK.replace('"two\\n"', '"three\\n"');
  await expect(call('write_source_file', { ...PATCH, content })).rejects.toMatchObject({
    message: expect.stringContaining('outputs of cell 2'),
  });
  const cleared = JSON.stringify({
    ...JSON.parse(NOTEBOOK),
    cells: JSON.parse(NOTEBOOK).cells.map((cell: object) => ({ ...cell, outputs: [] })),
  });
  expect((await call('write_source_file', { ...PATCH, content: cleared })).text).toMatch(/^Edited/);
});
