/** Words between white space; several between quotes, straight or as phones write them, are one. */
const WORD = /"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|(\S+)/gu;

/** What a person typed behind the name of a command, as `$1` to `$9` take it. */
export function argumentWords(typed: string): readonly string[] {
  return [...typed.matchAll(WORD)].map(
    ([whole, ...inner]) => inner.find((one) => one !== undefined) ?? whole,
  );
}
