/** Fields of a tool that only one test knows: it is in no list. */
export const UNLISTED = {
  doing: { en: 'trying', es: 'probando' },
  subAgents: 'none',
  claudeCode: [],
  service: { leftOut: 'It is only in this test.' },
} as const;
