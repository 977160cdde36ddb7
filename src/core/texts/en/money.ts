/** The question at the money cap, and what the card says of money. */
export const moneyTexts = {
  question: (task: string, spent: string, cap: string) => `${task}\nSpent so far: ${spent} of ${cap}.`,
  choices: '1 +$1 · 2 finish what you have · 3 stop',
  typed: (code: string) => `(or /approve ${code}, /approve ${code} finish, /reject ${code})`,
  poll: { once: '+$1', finish: 'Finish what you have', no: 'Stop' },
  choose: 'Please choose one of the three:',
  given: {
    once: '✅ One more dollar. Going on.',
    finish: '✅ I close with what there is, without further tools.',
    no: '🛑 I stop here.',
  },
  late: {
    once: (code: string) => `${code} was already answered: one more dollar.`,
    finish: (code: string) => `${code} was already answered: finish what there is.`,
    no: (code: string) => `${code} was already answered: stop.`,
    withdrawn: (code: string) => `${code} is no longer needed: its task went on otherwise, or was cancelled.`,
  },
  nearCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: more than 80 %`,
  atCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: all of it`,
  estimate: (from: string, to: string) => `similar tasks here: ${from} to ${to}`,
  estimateUnknown: 'similar tasks here: unknown yet',
  dayReached: (cap: string, wait: string) =>
    `💰 Your limit of ${cap} for today is spent. I begin nothing new before 00:00 UTC (in ${wait}). An owner raises it: AGENT_DAILY_COST_USD in .env, or daily_cost_usd in agent.yaml, and a restart.`,
};
