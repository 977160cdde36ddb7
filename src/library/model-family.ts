/** One word, as agent files name models: `sonnet`. */
const FAMILY = /^[a-z]+$/i;

/**
 * The model that an agent file means: `sonnet` is the one that has this word in its id, when it is the only one.
 * @param ids of the models that the configuration describes
 * @returns `name` itself when it is an id, no such word, or the word of none or of several
 */
export function modelMeant(name: string, ids: readonly string[]): string {
  if (ids.includes(name) || !FAMILY.test(name)) return name;
  const word = name.toLowerCase();
  const [one, ...others] = ids.filter((id) =>
    id
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(word),
  );
  return one === undefined || others.length > 0 ? name : one;
}
