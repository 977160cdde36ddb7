/** The commands that answer a question by its code. */
export const english = {
  commands: {
    approve: {
      usage: '/approve <code> [session | always]',
      summary: 'allow what I ask for',
      first: '❓ Risky steps ask first: say yes or no',
      more: '/approve k7x session - for this task\n/approve k7x always - for good, where the question offers it\nThe code is below the question. With only one open, just "yes" or "1" works too.',
    },
    reject: {
      usage: '/reject <code> [why]',
      summary: 'say no, and why',
      more: 'The code is below the question. Your reason helps me find another way.',
    },
  },
};
