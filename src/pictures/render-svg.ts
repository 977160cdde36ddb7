import { drawInThread } from './in-thread.ts';

const LIMIT_MS = 20_000;

/**
 * Draws a PNG of the program's own layout, in a thread of its own. The same picture gives the same bytes.
 * @param folder of the drawing program and the fonts: `dist/pictures`
 * @throws Failure `timeout`, `unavailable` when it cannot be drawn
 */
export async function renderSvg(svg: string, folder: string): Promise<Uint8Array> {
  return await drawInThread({ svg, folder }, LIMIT_MS);
}
