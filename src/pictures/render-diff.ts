import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../core/failure.ts';
import type { Locale } from '../core/texts/texts.ts';
import { changedFiles, type DiffTotals, totalsOf } from './changed-files.ts';
import type { DiffPicture, DrawingOrder, SvgOrder } from './draw-diff.ts';

export interface RenderOptions {
  readonly locale: Locale;
  /** Folder of the drawing program and the fonts: `dist/pictures`. */
  readonly folder: string;
  readonly mostPages?: number;
  readonly limitMs?: number;
}

interface RenderedDiff {
  readonly pictures: readonly DiffPicture[];
  readonly totals: DiffTotals;
  /** Files of which no picture was made, because there are too many. */
  readonly notShown: readonly string[];
}

const MAX_PAGES = 6;
const LIMIT_MS = 20_000;

/**
 * Pictures of a unified diff for a phone: PNGs 1080 pixels wide and at most 1920 high, one or more for each file. The
 * same diff gives the same bytes. Drawn in a thread of its own, which ends with it.
 * @throws Failure `timeout` when it takes longer than `limitMs`, `unavailable` when it cannot be drawn: show the text
 */
export async function renderDiff(diff: string, options: RenderOptions): Promise<RenderedDiff> {
  const { locale, folder, mostPages = MAX_PAGES, limitMs = LIMIT_MS } = options;
  const files = changedFiles(diff);
  const notShown = files.slice(mostPages).map(({ path }) => path);
  const pictures = files.length === 0 ? [] : await drawInThread({ diff, locale, folder, mostPages }, limitMs);
  return { pictures, totals: totalsOf(files), notShown };
}

const MAX_MEMORY_MB = 512;

/** Input of a thread: a diff to lay out and draw, or a finished layout to draw. */
export type DrawOrder = DrawingOrder | SvgOrder;

/**
 * Draws in a thread that ends with it.
 * @param limitMs how long it may take
 * @throws Failure `timeout` when it takes longer, `unavailable` when it cannot be drawn: show the text
 */
function drawInThread(order: DrawingOrder, limitMs: number): Promise<readonly DiffPicture[]>;
function drawInThread(order: SvgOrder, limitMs: number): Promise<Uint8Array>;
function drawInThread(order: DrawOrder, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(order.folder, 'worker.cjs'), {
      workerData: order,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => {
      reject(new Failure('timeout', `Nothing was drawn within ${limitMs} ms.`));
      void worker.terminate();
    }, limitMs);
    worker.once('message', resolve);
    worker.once('error', (error) =>
      reject(new Failure('unavailable', `It cannot be drawn: ${messageOf(error)}.`, { cause: error })),
    );
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Failure('unavailable', `It cannot be drawn: the drawing ended with ${code}.`));
    });
  });
}

/**
 * Draws a PNG of the program's own layout, in a thread of its own. The same picture gives the same bytes.
 * @param folder of the drawing program and the fonts: `dist/pictures`
 * @throws Failure `timeout`, `unavailable` when it cannot be drawn
 */
export async function renderSvg(svg: string, folder: string): Promise<Uint8Array> {
  return await drawInThread({ svg, folder }, LIMIT_MS);
}
