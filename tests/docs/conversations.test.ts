/**
 * Conversations in full, and how a phone shows them. `npm run docs` makes pages and pictures anew from the golden files
 * of `tests/conversations`.
 * @module-tag full
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDrawing, pngOf } from '../../src/pictures/draw-diff.ts';
import { isUpdating } from '../support/golden.ts';
import { bubblesOf, SHOWN_CHATS, type ShownChat, transcriptOf } from './golden-chats.ts';
import { markdownOf } from './page.ts';
import { signSvg } from './phone/emoji.ts';
import { openFonts } from './phone/font.ts';
import { screensOf } from './phone/screens.ts';
import { shownBy } from './png.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PICTURES = path.join(ROOT, 'docs/pictures');
/** A page with pictures has to open quickly on a phone. */
const MAX_BYTES = 60_000;

const fonts = openFonts();
const bytes = Object.values(fonts).map((font) => font.bytes);

beforeAll(async () => {
  await openDrawing(path.join(ROOT, 'dist/pictures'));
});

describe.each(SHOWN_CHATS)('docs/conversations/$name.md', (chat) => {
  const screens = screensOf(bubblesOf(chat), fonts);

  test('shows the golden conversation', async () => {
    const { title, intro } = chat;
    const page = markdownOf([
      `# ${title}`,
      intro,
      screens.map((_, index) => pictureTag(chat, index, screens.length)),
      'A pencil marks what was edited in place: a card as it is at its end, and what a question said once it was answered.',
      'The same as text. `(👀 → ⏳ → ✅)` are the reactions on a message, one replacing the other; `(edited)` is a message that was edited in place, `(later: …)` what a question says once it is answered.',
      ['````text', transcriptOf(chat).trimEnd(), '````'],
      `A test holds this conversation (${'`tests/conversations`'}): the program, git, policy, the WhatsApp client and its encryption are real, and the model's words are scripted. Figures that differ from run to run are filled in.`,
    ]);
    await expect(page).toMatchFileSnapshot(`../../docs/conversations/${chat.name}.md`);
  });

  test('its pictures show it screen by screen', () => {
    const drawn = screens.map((svg) => pngOf(svg, bytes));
    if (isUpdating()) writePictures(chat, drawn);
    const files = readdirSync(PICTURES).filter((file) => isOf(chat, file));
    expect(files).toEqual(drawn.map((_, index) => nameOf(chat, index)));
    const kept = files.map((file) => readFileSync(path.join(PICTURES, file)));
    expect({
      isSame: drawn.map((png, index) => shownBy(png).equals(shownBy(kept[index] ?? Buffer.alloc(0)))),
      isSmall: kept.map((file) => file.length <= MAX_BYTES),
    }).toEqual({ isSame: drawn.map(() => true), isSmall: drawn.map(() => true) });
  });

  test('every sign in it can be drawn', () => {
    const signs = transcriptOf(chat).match(/\p{Extended_Pictographic}\uFE0F?/gu) ?? [];
    const missing = [...new Set(signs)].filter((sign) => signSvg(sign) === undefined && !isLetter(sign));
    expect(missing).toEqual([]);
  });
});

/** What stands in the text alone, or is drawn by the font. */
function isLetter(sign: string): boolean {
  return fonts.plain.advance(sign.codePointAt(0) ?? 0) !== undefined;
}

function pictureTag(chat: ShownChat, index: number, count: number): string {
  return `<img src="../pictures/${nameOf(chat, index)}" width="360" alt="${chat.title}, screen ${index + 1} of ${count}">`;
}

function nameOf({ name }: ShownChat, index: number): string {
  return `${name}-${index + 1}.png`;
}

function isOf({ name }: ShownChat, file: string): boolean {
  return new RegExp(`^${name}-\\d+\\.png$`).test(file);
}

/** One that shows the same stays as it is, whatever machine compressed it. */
function writePictures(chat: ShownChat, drawn: readonly Uint8Array[]): void {
  for (const file of readdirSync(PICTURES).filter((one) => isOf(chat, one)))
    if (Number(file.match(/-(\d+)\.png$/)?.[1]) > drawn.length) rmSync(path.join(PICTURES, file));
  for (const [index, png] of drawn.entries()) {
    const file = path.join(PICTURES, nameOf(chat, index));
    if (!existsSync(file) || !shownBy(readFileSync(file)).equals(shownBy(png))) writeFileSync(file, png);
  }
}
