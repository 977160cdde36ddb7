import { renderUnicodeCompact } from 'uqr';
import { isRoomFor, type TerminalSize } from '../../core/terminal-output.ts';

/** White modules around the code; a phone needs them to find it. */
const BORDER = 2;
/** Usual length of WhatsApp's codes, in characters. */
const EXPECTED_LENGTH = 240;

export interface QrPicture {
  readonly text: string;
  /** Room to see it whole, with one line of text above it and the cursor below. */
  readonly needs: { readonly columns: number; readonly rows: number };
}

export function qrPicture(content: string): QrPicture {
  const text = renderUnicodeCompact(content, { border: BORDER });
  const lines = text.split('\n');
  return { text, needs: { columns: lines[0]?.length ?? 0, rows: lines.length + 2 } };
}

/** True when a code to link a phone fits there. */
export function isRoomForQr(terminal: TerminalSize): boolean {
  return isRoomFor(qrPicture('x'.repeat(EXPECTED_LENGTH)).needs, terminal);
}
