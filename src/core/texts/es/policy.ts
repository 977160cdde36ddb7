import type { policyTexts as English } from '../en/policy.ts';

export const policyTexts: typeof English = {
  command: (command) => `Comando: ${command}`,
  verdict: {
    allow: '✅ Corre sin preguntar',
    ask: '❓ Te pregunta antes',
    deny: '🚫 No corre nunca',
  },
  configured: 'Tu lista lo permite y no nombra nada fuera del proyecto.',
  why: (reason) => `Por qué: ${reason}`,
  wouldRun: (command) => `Se ejecutaría: ${command}`,
  rule: (rule) => `Regla: ${rule}`,
};
