import type { healthTexts as English } from '../en/health.ts';

export const healthTexts: typeof English = {
  runs: (folder, link) => `En marcha en ${folder}; ${link}.`,
  runsAlone: (folder) => `En marcha en ${folder}; no usa WhatsApp.`,
  nobody: (folder) => `Ningún programa responde en ${folder}. Arráncalo con wasap start.`,
  silent: (folder, seconds) =>
    `El programa en ${folder} no respondió en ${seconds} s. Si sigue así, reinícialo: lo que está guardado continúa.`,
  other: (why) => `El programa en marcha no dio una respuesta que yo entienda: ${why}`,
  link: {
    connected: '  vínculo: conectado',
    connecting: '  vínculo: conectando, o vuelve solo',
    pairing: '  vínculo: espera un teléfono (wasap pair)',
    logged_out: '  vínculo: quitado en el teléfono (wasap pair)',
    given_up: '  vínculo: abandonado (wasap doctor dice por qué)',
    stopped: '  vínculo: detenido',
  },
};
