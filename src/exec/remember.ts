/** Enough for the files of one project; then it starts anew. */
const MAX_KEPT = 20_000;

/** The same answers, worked out once per text. Only for what depends on the text alone. */
export function remembered(judge: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_KEPT) known.clear();
    const answer = judge(text);
    known.set(text, answer);
    return answer;
  };
}
