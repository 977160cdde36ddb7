/** The verdict of `wasap policy check` on one command. */
export const policyTexts = {
  command: (command: string) => `Command: ${command}`,
  verdict: {
    allow: '✅ Runs without asking',
    ask: '❓ Asks you first',
    deny: '🚫 Never runs',
  },
  configured: 'Your list allows it. It names nothing outside the project.',
  why: (reason: string) => `Why: ${reason}`,
  wouldRun: (command: string) => `Would run: ${command}`,
  rule: (rule: string) => `Rule: ${rule}`,
};
