import { type Locale, texts } from '../core/texts/texts.ts';
import { glyphsOf } from './cells.ts';
import { changedFiles } from './changed-files.ts';
import { fontsIn, openDrawing, pngOf } from './draw-svg.ts';
import { cutIntoPages } from './pages.ts';
import { svgOf } from './svg.ts';
import { createHighlight } from './syntax.ts';

/** Input of a drawing; it is sent to a worker thread. */
export interface DrawingOrder {
  readonly diff: string;
  readonly locale: Locale;
  readonly mostPages: number;
  /** Folder of the drawing program and the fonts, which the build made. */
  readonly folder: string;
}

export interface DiffPicture {
  readonly png: Uint8Array;
  /** The file that it shows. */
  readonly path: string;
  /** Number of this picture among those of the file; from 1. */
  readonly page: number;
  readonly pages: number;
}

/** Blocks while it draws, a tenth of a second and more for each picture: call it in a thread of its own. */
export async function drawDiff(order: DrawingOrder): Promise<readonly DiffPicture[]> {
  const { diff, locale, mostPages, folder } = order;
  const fonts = fontsIn(folder);
  const known = fonts.map(glyphsOf);
  const pen = {
    hasGlyph: (codePoint: number) => known.every((has) => has(codePoint)),
    highlight: createHighlight(),
    words: texts(locale).pictures,
  };
  const pages = cutIntoPages(changedFiles(diff), mostPages, pen);
  if (pages.length > 0) await openDrawing(folder);
  return pages.map((page) => ({
    png: pngOf(svgOf(page), fonts),
    path: page.path,
    page: page.number,
    pages: page.count,
  }));
}
