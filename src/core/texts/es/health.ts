import type { healthTexts as English } from '../en/health.ts';

export const healthTexts: typeof English = {
  runs: (folder, link) => `En marcha en ${folder}; ${link}.`,
  runsAlone: (folder) => `En marcha en ${folder}; no usa WhatsApp.`,
  nobody: (folder) => `No hay nada en marcha en ${folder}. Arráncalo: wasap start`,
  silent: (folder, seconds) => `Sin respuesta de ${folder} en ${seconds} s. Reinícialo: todo sigue.`,
  other: (why) => `No entiendo la respuesta del programa en marcha: ${why}`,
  link: {
    connected: '  vínculo: conectado',
    connecting: '  vínculo: conectando',
    pairing: '  vínculo: espera un teléfono (wasap pair)',
    logged_out: '  vínculo: quitado en el teléfono (wasap pair)',
    given_up: '  vínculo: ya no lo intento (wasap doctor dice por qué)',
    stopped: '  vínculo: detenido',
  },
};
