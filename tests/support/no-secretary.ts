import { DEFAULT_PREFERENCES } from '../../src/features/secretary/secretary-file.ts';
import type { SecretaryPorts } from '../../src/features/secretary/secretary-worker.ts';

/** For tests in which nobody is looked for. */
export const NO_SECRETARY: SecretaryPorts = {
  route: async () => Promise.reject(new Error('nobody is looked for in this test')),
  preferences: async () => DEFAULT_PREFERENCES,
  workflows: async () => ({
    brainstorm: { kind: 'command', name: 'brainstorm' },
    implement: { kind: 'chat', name: 'agent' },
    'create-plan': { kind: 'chat', name: 'plan' },
  }),
  agents: async () => [],
  knowsModel: () => false,
  costOf: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
};
