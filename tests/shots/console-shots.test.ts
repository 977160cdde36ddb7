/**
 * Pictures of the console in docs/pictures, of a real program on one fixed morning. `npm run shots` makes them anew;
 * without it this only sees that there is something to be shown on each, and that each is there and small.
 * @module-tag full
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { imageFormatOf } from '../../src/core/media-format.ts';
import { openDrawing, pngOf } from '../../src/pictures/draw-diff.ts';
import { useBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { isUpdating } from '../support/golden.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { SCREENS, SHOTS, type Shot } from './shots.ts';
import { STORY, TASKS } from './story.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAX_BYTES = 60_000;
/** One whose price is known. */
const PRICED = 'claude-sonnet-5-5';
const MORNING_MS = Date.UTC(2026, 10, 20, 9, 30);
const IN_BROWSER = { tags: 'chromium', timeout: 120_000 };

const context = useBrowser();
let scene: Scene;
let address: string;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  await openDrawing(path.join(ROOT, 'dist/pictures'));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  scene = await makeScene({ script: STORY });
  const program = scene.start({ env: { WEB_PORT: String(port), AGENT_MODEL: PRICED, ...clockOf(scene) } });
  program.say(TASKS.fixed);
  await program.heard(/⏱️/);
  program.say(TASKS.read);
  await program.heard(/⏱️/);
  program.say(TASKS.waiting);
  await program.heard(/\/approve ...,/);
  await vi.waitUntil(() => program.errors.includes(address), { timeout: 20_000 });
}, 60_000);
afterAll(() => scene.close());

/** Every program of the scene lives on that morning, so that no picture tells when it was made. */
function clockOf({ folder }: Scene): Readonly<Record<string, string>> {
  const file = path.join(folder, 'clock.cjs');
  writeFileSync(
    file,
    `const Real = Date;
     const late = () => Real.now() + ${MORNING_MS - Date.now()};
     globalThis.Date = class Date extends Real {
       constructor(...when) { when.length === 0 ? super(late()) : super(...when); }
       static now() { return late(); }
     };`,
  );
  return { NODE_OPTIONS: `--require=${file}`, TZ: 'UTC' };
}

test.each(SHOTS)('$name', IN_BROWSER, async (shot) => {
  const page = await signedIn(shot);
  ids ??= await taskIds(page);
  const to = shot.path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name);
  const answer = await page.goto(`${address}${to}`);
  const file = path.join(ROOT, 'docs/pictures', `${shot.name}.png`);
  if (isUpdating()) writeFileSync(file, smaller(await page.screenshot({ animations: 'disabled' }), shot));
  const kept = readFileSync(file);
  expect({
    status: answer?.status(),
    size: imageFormatOf(kept),
    isSmall: kept.length <= MAX_BYTES,
    isInTheGuide: GUIDE.includes(`../pictures/${shot.name}.png`),
  }).toEqual({
    status: 200,
    size: expect.objectContaining(SCREENS[shot.screen]),
    isSmall: true,
    isInTheGuide: true,
  });
});

const GUIDE = readFileSync(path.join(ROOT, 'docs/guide/browser.md'), 'utf8');

async function signedIn({ screen, colours }: Shot): Promise<Page> {
  const browser = await context({ viewport: SCREENS[screen], colorScheme: colours });
  const command = scene.start({ args: ['web', 'link'], env: clockOf(scene) });
  await command.exit;
  const page = await browser.newPage();
  await page.goto(command.output.trim());
  await page.waitForURL(`${address}/`);
  return page;
}

/** By the words of their lines on the first page. */
async function taskIds(page: Page): Promise<Readonly<Record<string, string>>> {
  const idOf = async (words: string): Promise<string> => {
    const link = page.locator('a[href^="/tasks/"]', { hasText: words });
    return ((await link.first().getAttribute('href')) ?? '').replace('/tasks/', '');
  };
  return { done: await idOf('login tests'), waiting: await idOf('publish') };
}

/** With the 256 colours that it has most of, as the other pictures. */
function smaller(png: Uint8Array, { screen }: Shot): Uint8Array {
  const size = `width="${SCREENS[screen].width}" height="${SCREENS[screen].height}"`;
  const data = Buffer.from(png).toString('base64');
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="data:image/png;base64,${data}"/></svg>`,
    [],
  );
}
