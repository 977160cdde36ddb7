import { expect, test } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { ButtonForm, Prose, When, withoutEmoji } from '../../src/web-server/ui.tsx';

test.each([
  ['plain words', '<div class="prose"><p>plain words</p></div>'],
  ['run `npm test` **now**', '<div class="prose"><p>run <code>npm test</code> now</p></div>'],
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

test('an attribute cannot be left', async () => {
  const html = String(await ButtonForm({ action: '/', label: '"><script>', buttons: [] }));
  expect(html).toBe(
    '<form method="post" action="/" class="buttons" aria-label="&quot;&gt;&lt;script&gt;"><input type="hidden" name="wish" value=""/></form>',
  );
});

test.each([
  [20_000, '&lt; 1 min'],
  [12 * 60_000, '12 min'],
  [5 * 3_600_000, '5 h'],
  [50 * 3_600_000, '2 d'],
])('%i ms ago: %s', async (ms, shown) => {
  expect(String(await When({ atMs: 0, request: { nowMs: ms, texts: texts('en') } }))).toContain(
    `>${shown} ago</time>`,
  );
});

test.each([
  ['✅ done', 'done'],
  ['⏸ paused', 'paused'],
  ['⚠️ not done', 'not done'],
  ['+$1', '+$1'],
])('%s without its emoji', (text, rest) => {
  expect(withoutEmoji(text)).toBe(rest);
});
