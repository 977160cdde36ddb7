import type { policyTexts as English } from '../en/policy.ts';

export const policyTexts: typeof English = {
  command: (command) => `Comando: ${command}`,
  verdict: {
    allow: '✅ Se ejecuta sin preguntar',
    ask: '❓ Primero se te pregunta',
    deny: '🚫 No se ejecuta nunca',
  },
  configured: 'Está configurado y todo lo que nombra está dentro del proyecto.',
  why: (reason) => `Por qué: ${reason}`,
  wouldRun: (command) => `Se ejecutaría: ${command}`,
  rule: (rule) => `Regla: ${rule}`,
};
