/** Words between white space; several between quotes, straight or as phones write them, are one. */
const WORD = /"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|(\S+)/gu;

/** Splits the text after a command's name into the words of `$1` to `$9`. */
export function argumentWords(typed: string): readonly string[] {
  return [...typed.matchAll(WORD)].map(
    ([whole, ...inner]) => inner.find((one) => one !== undefined) ?? whole,
  );
}
