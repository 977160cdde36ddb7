/** The verdict of `wasap policy check` on one command. */
export const policyTexts = {
  command: (command: string) => `Command: ${command}`,
  verdict: {
    allow: '✅ Runs without a question',
    ask: '❓ You are asked first',
    deny: '🚫 Never runs',
  },
  configured: 'It is configured, and everything it names lies inside the project.',
  why: (reason: string) => `Why: ${reason}`,
  wouldRun: (command: string) => `Would run: ${command}`,
  rule: (rule: string) => `Rule: ${rule}`,
};
