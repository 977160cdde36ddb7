import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { findProgram } from '../../src/processes/command-environment.ts';

/** As wide as a small phone, and as a desk. */
export const WIDTHS = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } } as const;

/** A real Chromium for the tests of a file; each context is a person who has never been here. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    const executablePath = findProgram('chromium', process.env.PATH ?? '');
    // Without it these tests are left out.
    if (executablePath === undefined) return;
    // Chromium has no sandbox of its own for root.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath, args: [...args, '--disable-dev-shm-usage'] });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return async (options = {}) => {
    if (browser === undefined) throw new Error('there is no chromium here');
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another colour scheme can make wrong. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe has against the page: rule and place of each finding. */
export async function accessibilityFaults(
  page: Page,
  runOnly: typeof COLOURS | typeof STANDARDS = STANDARDS,
): Promise<readonly string[]> {
  await page.evaluate(`'axe' in window || (() => {${axe.source}\n})()`);
  // What is right is not gathered: that takes as long as looking.
  const options = { runOnly, resultTypes: ['violations'] };
  return await page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' at ' + target + ': ' + failureSummary)))`);
}

/**
 * What is wrong with the page as it stands there, at each width and in both colour schemes. It is not loaded anew for
 * each: what differs is the style.
 * @param schemes the dark one may be left out where the same page was looked at in another language
 */
export async function faultsAnywhere(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    const wide = await overflow(page);
    if (wide > 0) faults.push(`${name}: ${wide} pixels too wide`);
    for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`);
    if (!schemes.includes('dark')) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const fault of await accessibilityFaults(page, COLOURS)) faults.push(`${name}, dark: ${fault}`);
  }
  return faults;
}

/** How far the page is wider than its window, in pixels. */
export async function overflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
}
