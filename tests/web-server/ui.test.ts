import { expect, test } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { ButtonForm, When, withoutEmoji } from '../../src/web-server/ui.tsx';

test('an attribute cannot be left', async () => {
  const html = String(await ButtonForm({ action: '/', label: '"><script>', buttons: [] }));
  expect(html).toBe(
    '<form method="post" action="/" class="buttons" aria-label="&quot;&gt;&lt;script&gt;"><input type="hidden" name="idempotencyKey" value=""/></form>',
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
