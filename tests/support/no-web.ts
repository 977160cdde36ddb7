import type { WebReader } from '../../src/web/web-reader.ts';

const notHere = () => {
  throw new Error('no page is read in this test');
};

/** Reaching for the web fails the test. */
export const NO_WEB: WebReader = { addressOf: notHere, read: notHere };
