import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { smallPng } from './small-png.ts';
import { FONT_FAMILY } from './theme.ts';

/** A picture that was already laid out; it crosses the border to a worker. */
export interface SvgOrder {
  readonly svg: string;
  /** Folder of the drawing program and the fonts, which the build made. */
  readonly folder: string;
}

const FONTS = ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'];

export function fontsIn(folder: string): Uint8Array[] {
  return FONTS.map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

/** Before the first picture of a thread. */
export async function openDrawing(folder: string): Promise<void> {
  await initWasm(readFileSync(join(folder, 'resvg.wasm')));
}

/** Blocks while it draws: call it in a thread of its own. */
export async function drawSvg({ svg, folder }: SvgOrder): Promise<Uint8Array> {
  await openDrawing(folder);
  return pngOf(svg, fontsIn(folder));
}

export function pngOf(svg: string, fontBuffers: Uint8Array[]): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FONT_FAMILY } });
  const image = drawing.render();
  const png = smallPng({ width: image.width, height: image.height, bytes: image.pixels });
  image.free();
  drawing.free();
  return png;
}
