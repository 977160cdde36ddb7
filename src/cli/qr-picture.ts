import { renderUnicodeCompact } from 'uqr';
import { isRoomFor, type TerminalSize } from '../base/terminal-size.ts';

/** Modules of white around the code; a phone needs them to find it. */
const BORDER = 2;
/** WhatsApp's codes hold about so many characters. */
const USUAL_LENGTH = 240;

export interface QrPicture {
  readonly text: string;
  /** What it takes to see it whole, with one line of words above it and the cursor below. */
  readonly needs: { readonly columns: number; readonly rows: number };
}

export function qrPicture(content: string): QrPicture {
  const text = renderUnicodeCompact(content, { border: BORDER });
  const lines = text.split('\n');
  return { text, needs: { columns: lines[0]?.length ?? 0, rows: lines.length + 2 } };
}

/** Whether a code to link a phone can be shown whole there. */
export function isRoomForQr(terminal: TerminalSize): boolean {
  return isRoomFor(qrPicture('x'.repeat(USUAL_LENGTH)).needs, terminal);
}
