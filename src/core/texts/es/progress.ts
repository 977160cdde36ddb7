import type { progressTexts as English } from '../en/progress.ts';

export const progressTexts: typeof English = {
  round: (round) => `Ronda ${round}`,
  steps: (done, all) => `${done}/${all} pasos hechos`,
  costUnknown: 'costo desconocido',
  thinking: 'pensando',
  waitingForModel: (time) => `espero al modelo, próximo intento en ${time}`,
  waiting: 'espero tu respuesta más abajo',
  modelRetry: {
    busy: (seconds) => `el modelo está ocupado, reintento en ${seconds} s`,
    silent: (seconds) => `el modelo dejó de responder, reintento en ${seconds} s`,
    unreachable: (seconds) => `no hay conexión con el modelo, reintento en ${seconds} s`,
  },
  makingCopy: 'haciendo una copia del proyecto',
};
