import type { Specialist } from '../../../contracts/specialists.ts';

/** So many are all shown to the model; of more, those whose descriptions share most words with the request. */
const MAX_WITHOUT_FILTER = 20;
const KEPT = 10;

/** Words that say nothing about what is wanted, as `wordsOf` writes them. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could do does for from had has have how i if in into is it its just ' +
    'me my need no not of on one or our please should so some that the their them then there these they this those ' +
    'to us want was we were what when where which who will with would you your ' +
    'al algo como con cual cuando de del el ella en era es esa ese eso esta este esto estan estos estas favor fue ha ' +
    'hay la las le lo los mas me mi mis muy necesito no nos o para pero por porfa que quiero se ser si sin su sus te ' +
    'tu un una unas uno unos y ya'
  ).split(' '),
);

/** The different words of a text, in small letters without accents, without those that say nothing. */
export function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)));
}

/**
 * The specialists for the model. Only counts words, which is coarse on purpose: the model judges the meaning of a
 * description. More than twenty are ranked by the words of `wanted` in their description, ties by reference.
 */
export function preFilter(agents: readonly Specialist[], wanted: string): readonly Specialist[] {
  if (agents.length <= MAX_WITHOUT_FILTER) return agents;
  const words = [...wordsOf(wanted)];
  return agents
    .map((agent) => {
      const held = wordsOf(agent.description);
      return { agent, count: words.filter((word) => held.has(word)).length };
    })
    .toSorted((a, b) => b.count - a.count || (a.agent.reference < b.agent.reference ? -1 : 1))
    .slice(0, KEPT)
    .map(({ agent }) => agent);
}
