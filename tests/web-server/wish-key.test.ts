import { expect, test } from 'vitest';
import type { WebForm } from '../../src/contracts/web-page.ts';
import { WishField } from '../../src/web-server/ui.tsx';
import { wishKey, withNewWishes } from '../../src/web-server/wish-key.ts';

const ANA = { visitor: { sender: '34600111222', role: 'owner', isAtMachine: false } } as const;
const BEA = { visitor: { ...ANA.visitor, sender: '34600333444' } } as const;
const FORM: WebForm = { wish: 'first', command: 'run' };

test.each([
  ['the same form, sent twice', true, wishKey(ANA, FORM, 'cron', '7', 'run')],
  ['another button of it', false, wishKey(ANA, FORM, 'cron', '7', 'pause')],
  ['the same button of a form made anew', false, wishKey(ANA, { ...FORM, wish: 'next' }, 'cron', '7', 'run')],
  ['the form of somebody else', false, wishKey(BEA, FORM, 'cron', '7', 'run')],
  ['words that only look the same together', false, wishKey(ANA, FORM, 'cron', '7\nrun')],
])('%s: one wish is %s', (_what, isOne, key) => {
  expect(key === wishKey(ANA, FORM, 'cron', '7', 'run')).toBe(isOne);
});

test('a form without a wish of its own is one wish, whenever it is sent', () => {
  expect(wishKey(ANA, {}, 'run')).toBe(wishKey(ANA, { wish: '' }, 'run'));
});

test("each form of a page gets another wish, and nobody's words get one", async () => {
  const field = String(await WishField());
  const words = 'name=&quot;wish&quot; value=&quot;&quot;';
  const html = withNewWishes(`<form>${field}</form><p>${words}</p><form>${field}</form>`);
  const wishes = [...html.matchAll(/name="wish" value="([\w-]{12})"/g)].map(([, wish]) => wish);
  expect([new Set(wishes).size, html.includes(words)]).toEqual([2, true]);
});
