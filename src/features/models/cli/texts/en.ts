/** `wasap models`. */
export const modelsTexts = {
  columns: {
    name: 'model',
    price: 'in / out per 1M',
    window: 'window',
    effort: 'effort',
    use: 'use',
  },
  noPrice: 'unknown',
  use: { usual: 'usual', helper: 'summaries, routing', fallback: 'fallback' },
  answers: (name: string, took: string) => `✅ ${name} answers (${took}).`,
  /** What to do stands on a line of its own, because a model's name and its reason fill one. */
  not: {
    'no-key': (name: string) => `❌ ${name}: there's no key yet.\n   Run: wasap setup`,
    key: (name: string, why: string) => `❌ ${name}: the key was refused (${why}).\n   Run: wasap setup`,
    request: (name: string, why: string) =>
      `❌ ${name} refused the request (${why}).\n   Check its id in agent.yaml.`,
    busy: (name: string, why: string) => `❌ ${name} is overloaded (${why}).\n   Try again later.`,
    unreachable: (name: string, why: string) =>
      `❌ ${name} can't be reached (${why}).\n   Check ANTHROPIC_BASE_URL.`,
  },
  unknown: (name: string, names: string) => `No model is called ${name}. There are:\n${names}`,
  allAnswer: 'Every model answers.',
  failed: (count: number) => (count === 1 ? "1 model doesn't answer." : `${count} models don't answer.`),
};
