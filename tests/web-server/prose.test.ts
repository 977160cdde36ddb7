import { expect, test } from 'vitest';
import { Prose } from '../../src/web-server/prose.tsx';

test.each([
  ['plain words', '<div class="prose"><p>plain words</p></div>'],
  ['run `npm test` **now**', '<div class="prose"><p>run <code>npm test</code> <b>now</b></p></div>'],
  ['<script>x</script>', '<div class="prose"><p>&lt;script&gt;x&lt;/script&gt;</p></div>'],
  ['`<img onerror=x>`', '<div class="prose"><p><code>&lt;img onerror=x&gt;</code></p></div>'],
])('%j is shown as it is', async (text, html) => {
  expect(String(await Prose({ text }))).toBe(html);
});

test('a block of code is one, whatever is in it', async () => {
  const html = String(await Prose({ text: 'see:\n```sh\n</code><b>\n```\nok' }));
  expect(html).toBe(
    '<div class="prose"><p>see:</p><pre tabindex="0"><code>&lt;/code&gt;&lt;b&gt;</code></pre><p>ok</p></div>',
  );
});

test.each([
  ['# Result', '<b>Result</b>'],
  ['**run `npm test`** first', '<b>run <code>npm test</code></b> first'],
  ['(**a**), **b c**.', '(<b>a</b>), <b>b c</b>.'],
  ['#1 runs', '#1 runs'],
  ['src/**/*.ts and test/**', 'src/**/*.ts and test/**'],
  ['2**3**2', '2**3**2'],
  ['`a ** b` and `c ** d`', '<code>a ** b</code> and <code>c ** d</code>'],
  ['a | b', 'a | b'],
])('%j', async (text, html) => {
  expect(String(await Prose({ text }))).toBe(`<div class="prose"><p>${html}</p></div>`);
});

test('a table is one, with what stands around it', async () => {
  const text = 'Costs:\n| file | **lines** |\n|---|--:|\n| `a\\|b` | 3 |\n| <b> | |\n\nThat is all.';
  expect(String(await Prose({ text }))).toBe(
    [
      '<div class="prose"><p>Costs:</p><div class="table" tabindex="0"><table class="figures">',
      '<thead><tr><th scope="col">file</th><th scope="col"><b>lines</b></th></tr></thead>',
      '<tbody><tr><td><code>a|b</code></td><td>3</td></tr><tr><td>&lt;b&gt;</td><td></td></tr></tbody>',
      '</table></div><p>That is all.</p></div>',
    ].join(''),
  );
});
