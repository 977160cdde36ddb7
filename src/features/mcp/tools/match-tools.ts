import type { ToolDefinition } from '../offers/definition.ts';

/**
 * The tools that words may mean, the likeliest first: a whole name counts most, then words in names, then in
 * descriptions.
 */
export function matchesFor(query: string, definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const words = wordsOf(query);
  return definitions
    .map((definition) => ({ definition, score: scoreOf(definition, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ definition }) => definition);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

function scoreOf({ name, tool, server, description }: ToolDefinition, words: readonly string[]): number {
  const [whole, own, of, about] = [name, tool, server, description].map((text) => text.toLowerCase());
  const scores = words.map((word) => {
    if (word === whole || word === own) return 100;
    if (own?.includes(word)) return 10;
    if (word === of) return 5;
    return about?.includes(word) ? 1 : 0;
  });
  return scores.reduce<number>((sum, one) => sum + one, 0);
}
