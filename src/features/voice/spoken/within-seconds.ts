/** How fast a clear voice reads technical words, in either language. */
const WORDS_PER_MINUTE = 150;
/** A longer word takes as long as several. In UTF-16 code units. */
const WORD_LENGTH = 12;

/**
 * The sentences from the beginning that are spoken within this time, by an estimate. Only a first sentence that is
 * longer is cut inside, at a word.
 */
export function withinSeconds(text: string, seconds: number): string {
  const room = Math.floor((seconds * WORDS_PER_MINUTE) / 60);
  const [first = '', ...others] = text.split(/(?<=[.!?…])\s+/u);
  let said = firstWords(first, room);
  for (const sentence of others) {
    const longer = `${said} ${sentence}`.trim();
    if (countSpokenWords(longer) > room) break;
    said = longer;
  }
  return said;
}

function firstWords(sentence: string, room: number): string {
  if (countSpokenWords(sentence) <= room) return sentence;
  const words = sentence.split(' ');
  let end = words.length - 1;
  while (end > 0 && countSpokenWords(words.slice(0, end).join(' ')) > room) end -= 1;
  return end === 0 ? '' : `${words.slice(0, end).join(' ')}.`;
}

/** Each digit of a number is about a word. */
function countSpokenWords(text: string): number {
  return text
    .split(/\s+/)
    .map((word) => Math.ceil(word.length / WORD_LENGTH) + (word.match(/\d/g)?.length ?? 0))
    .reduce((sum, words) => sum + words, 0);
}
