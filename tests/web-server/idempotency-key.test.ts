import { expect, test } from 'vitest';
import type { WebForm } from '../../src/contracts/web-page.ts';
import { idempotencyKey, withIdempotencyKeys } from '../../src/web-server/render-page.ts';
import { IdempotencyKeyField } from '../../src/web-server/ui.tsx';

const ANA = { visitor: { sender: '34600111222', role: 'owner', isAtMachine: false } } as const;
const BEA = { visitor: { ...ANA.visitor, sender: '34600333444' } } as const;
const FORM: WebForm = { idempotencyKey: 'first', command: 'run' };

test.each([
  ['the same form, sent twice', true, idempotencyKey(ANA, FORM, 'cron', '7', 'run')],
  ['another button of it', false, idempotencyKey(ANA, FORM, 'cron', '7', 'pause')],
  [
    'the same button of a form made anew',
    false,
    idempotencyKey(ANA, { ...FORM, idempotencyKey: 'next' }, 'cron', '7', 'run'),
  ],
  ['the form of somebody else', false, idempotencyKey(BEA, FORM, 'cron', '7', 'run')],
  ['words that only look the same together', false, idempotencyKey(ANA, FORM, 'cron', '7\nrun')],
])('%s: one request is %s', (_what, isOne, key) => {
  expect(key === idempotencyKey(ANA, FORM, 'cron', '7', 'run')).toBe(isOne);
});

test('a form without a key of its own is one request, whenever it is sent', () => {
  expect(idempotencyKey(ANA, {}, 'run')).toBe(idempotencyKey(ANA, { idempotencyKey: '' }, 'run'));
});

test("each form of a page gets another key, and nobody's words get one", async () => {
  const field = String(await IdempotencyKeyField());
  const words = 'name=&quot;idempotencyKey&quot; value=&quot;&quot;';
  const html = withIdempotencyKeys(`<form>${field}</form><p>${words}</p><form>${field}</form>`);
  const keys = [...html.matchAll(/name="idempotencyKey" value="([\w-]{12})"/g)].map(([, key]) => key);
  expect([new Set(keys).size, html.includes(words)]).toEqual([2, true]);
});
