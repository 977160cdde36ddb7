/** Enough for the files of one project. */
const MAX_KEPT = 20_000;

/**
 * The same answers, worked out once per text. Only for what depends on the text alone.
 * @param mostKept so many answers are kept; then it starts anew
 */
export function remembered<Answer>(
  workOut: (text: string) => Answer,
  mostKept = MAX_KEPT,
): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.answer;
    if (known.size >= mostKept) known.clear();
    const answer = workOut(text);
    known.set(text, { answer });
    return answer;
  };
}
