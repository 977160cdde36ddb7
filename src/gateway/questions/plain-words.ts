/** Lower case, without accents, skin tones and punctuation: `¡Sí!` is `si`. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{Mark}\p{Emoji_Modifier}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Emoji_Presentation}]+/gu, ' ')
    .trim();
}

/** Words before or after what is said that add nothing to it. */
const BEFORE = wordList(
  'please pls plz ok okay hey oye che bueno vale ya por favor porfa wait espera agent agente',
);

const AFTER = wordList(
  'please pls plz now ya por favor porfa thanks gracias man bro che agent agente 🛑 ✋ 🙏',
);

/** The words without those that only are polite, before and after them. */
export function withoutCourtesy(said: readonly string[]): readonly string[] {
  let from = 0;
  let to = said.length;
  while (to - from > 1 && BEFORE.includes(said[from] ?? '')) from += 1;
  while (to - from > 1 && AFTER.includes(said[to - 1] ?? '')) to -= 1;
  return said.slice(from, to);
}

/** Matches one of these sentences, each a regular expression in the words of `plainWords`, and nothing besides. */
export function sentencePattern(...sentences: readonly string[]): RegExp {
  return new RegExp(`^(?:${sentences.join('|')})$`, 'u');
}

/** Splits a list that is easier to read as one text. */
export function wordList(list: string): readonly string[] {
  return list.split(' ');
}
