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
  not: {
    'no-key': (name: string) => `❌ ${name}: there's no key yet. Run: wasap setup`,
    key: (name: string, why: string) => `❌ ${name}: the key was refused (${why}). Run: wasap setup`,
    request: (name: string, why: string) =>
      `❌ ${name} refused the request (${why}). Check its id in agent.yaml.`,
    busy: (name: string, why: string) => `❌ ${name} is overloaded (${why}). Try again later.`,
    unreachable: (name: string, why: string) =>
      `❌ ${name} can't be reached (${why}). Check ANTHROPIC_BASE_URL.`,
  },
  unknown: (name: string, names: string) => `No model is called ${name}. There are:\n${names}`,
  allAnswer: 'Every model answers.',
  failed: (count: number) => (count === 1 ? "1 model doesn't answer." : `${count} models don't answer.`),
};
