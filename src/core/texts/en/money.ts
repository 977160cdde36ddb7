/** The question at the money cap, and what the card says of money. */
export const moneyTexts = {
  question: (task: string, spent: string, cap: string) => `${task}\nSpent so far: ${spent} of ${cap}.`,
  choices: '1 +$1 · 2 finish what you have · 3 stop',
  typed: (code: string) => `(or /approve ${code}, /approve ${code} finish, /reject ${code})`,
  poll: { once: '+$1', finish: 'Finish what you have', no: 'Stop' },
  choose: 'Please choose one of these three:',
  given: {
    once: '✅ $1 more. Continuing.',
    finish: "✅ I'll finish with what I have, without more tools.",
    no: '🛑 Stopping here.',
  },
  late: {
    once: 'Already answered: $1 more.',
    finish: 'Already answered: finish with what I have.',
    no: 'Already answered: stop.',
    withdrawn: 'This money question is closed.\nIts task continued or was cancelled.',
  },
  nearCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: more than 80 %`,
  atCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: all of it`,
  estimate: (from: string, to: string) => `similar tasks here: ${from} to ${to}`,
  estimateUnknown: 'similar tasks here: no data yet',
  dayReached: (cap: string, wait: string) =>
    `💰 You've spent your ${cap} for today.\nI can start new work after 00:00 UTC (in ${wait}).\nAn owner can raise the limit: AGENT_DAILY_COST_USD in .env, or daily_cost_usd in agent.yaml, then restart.`,
};
