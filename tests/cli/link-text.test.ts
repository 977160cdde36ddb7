import { expect, test } from 'vitest';
import type { LinkState } from '../../src/channels/whatsapp/link-state.ts';
import { createLinkNews } from '../../src/cli/pairing/link-text.ts';
import { texts } from '../../src/core/texts/texts.ts';

const { link } = texts('en');
const connecting: LinkState = { at: 'connecting', sinceMs: 0, synced: false };
const open: LinkState = { at: 'open', sinceMs: 0 };
const outdated = (looked: boolean): LinkState => ({ at: 'outdated', untilMs: 0, why: '405', looked });

test('that the version is refused is told once, when no newer one is known, and again after a link', () => {
  const linesOf = createLinkNews({ locale: 'en', terminal: {} });
  const refused = [connecting, outdated(false), outdated(true)];
  const told = [...refused, ...refused, connecting, open, ...refused].flatMap((state) => linesOf(state));
  expect(told).toEqual([link.outdated('405'), link.open, link.outdated('405')]);
});

const pairing = (show: string): LinkState => ({ at: 'pairing', by: 'qr', show, sinceMs: 0 });
const CONTENT = `2@${'Ab9+/'.repeat(45)},1`;

test.each([
  ['nothing is known of the terminal', {}, true],
  ['its size was never set', { columns: 0, rows: 0 }, true],
  ['it is large', { columns: 120, rows: 50 }, true],
  ['it is as usual', { columns: 80, rows: 24 }, false],
  ['it is narrow', { columns: 40, rows: 60 }, false],
])(
  'where %s (%j), a QR code is shown whole: %s, else the code to type is offered once',
  (_, terminal, isShown) => {
    const linesOf = createLinkNews({ locale: 'en', terminal });
    const told = [linesOf(pairing(CONTENT)), linesOf(pairing(`${CONTENT}2`))];
    if (isShown) {
      expect(told.map(([first, picture]) => [first, (picture ?? '').split('\n').length > 25])).toEqual([
        [link.scan, true],
        [link.scan, true],
      ]);
      return;
    }
    expect(told).toEqual([
      [expect.stringMatching(/too small.*\d+ columns by \d+ lines.*wasap pair --phone/s)],
      [],
    ]);
  },
);
