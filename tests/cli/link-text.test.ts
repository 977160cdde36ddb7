import { expect, test } from 'vitest';
import { texts } from '../../src/base/texts/texts.ts';
import type { LinkState } from '../../src/channels/whatsapp/link-state.ts';
import { createLinkNews } from '../../src/cli/link-text.ts';

const { link } = texts('en');
const connecting: LinkState = { at: 'connecting', sinceMs: 0, synced: false };
const open: LinkState = { at: 'open', sinceMs: 0 };
const outdated = (looked: boolean): LinkState => ({ at: 'outdated', untilMs: 0, why: '405', looked });

test('that the version is refused is told once, when no newer one is known, and again after a link', () => {
  const linesOf = createLinkNews('en');
  const refused = [connecting, outdated(false), outdated(true)];
  const told = [...refused, ...refused, connecting, open, ...refused].flatMap((state) => linesOf(state));
  expect(told).toEqual([link.outdated('405'), link.open, link.outdated('405')]);
});
