import type { Locale } from '../core/texts/texts.ts';
import { changedFiles, type DiffTotals, totalsOf } from './changed-files.ts';
import type { DiffPicture } from './draw-diff.ts';
import { drawInThread } from './in-thread.ts';

export interface RenderOptions {
  readonly locale: Locale;
  /** Folder of the drawing program and the fonts: `dist/pictures`. */
  readonly folder: string;
  readonly mostPages?: number;
  readonly limitMs?: number;
}

export interface RenderedDiff {
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
