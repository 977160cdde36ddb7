import type { Bubble } from '../../support/phone-chat.ts';
import { type DrawnBubble, drawBubble, type Fonts, PHONE_WIDTH } from './bubble-svg.ts';

/** Height of what one screen shows of a chat, below its title. */
const MAX_HEIGHT = 660;
const TITLE = 46;
const GAP = 8;
/** Pixels of the picture for each pixel of the phone. */
const SCALE = 2;

const PAGE = '#efeae3';
const TITLE_COLOUR = '#0b5a4d';

/** A chat as one scrolls through it: as many screens as it takes, cut between messages. */
export function screensOf(chat: readonly Bubble[], fonts: Fonts): readonly string[] {
  const screens: DrawnBubble[][] = [[]];
  for (const bubble of chat) {
    const drawn = drawBubble(bubble, fonts);
    const screen = screens.at(-1) ?? [];
    if (screen.length > 0 && heightOf([...screen, drawn]) > MAX_HEIGHT) screens.push([drawn]);
    else screen.push(drawn);
  }
  return screens.map((screen) => screenSvg(screen, fonts));
}

function heightOf(screen: readonly DrawnBubble[]): number {
  return screen.reduce((sum, { height }) => sum + height + GAP, GAP);
}

function screenSvg(screen: readonly DrawnBubble[], { bold }: Fonts): string {
  const height = TITLE + Math.ceil(heightOf(screen)) + 4;
  let y = TITLE + GAP;
  const bubbles = screen.map((bubble) => {
    const svg = bubble.svg(y);
    y += bubble.height + GAP;
    return svg;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PHONE_WIDTH * SCALE}" height="${height * SCALE}" viewBox="0 0 ${PHONE_WIDTH} ${height}">`,
    `<rect width="${PHONE_WIDTH}" height="${height}" fill="${PAGE}"/>`,
    `<rect width="${PHONE_WIDTH}" height="${TITLE}" fill="${TITLE_COLOUR}"/>`,
    `<circle cx="28" cy="${TITLE / 2}" r="15" fill="#ffffff"/>`,
    `<text ${bold.attributes} x="28" y="${TITLE / 2 + 5}" text-anchor="middle" font-size="14" fill="${TITLE_COLOUR}">W</text>`,
    `<text ${bold.attributes} x="52" y="${TITLE / 2 + 5}" font-size="15" fill="#ffffff">wasap</text>`,
    ...bubbles,
    '</svg>',
  ].join('\n');
}
