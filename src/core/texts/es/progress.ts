import type { progressTexts as English } from '../en/progress.ts';

export const progressTexts: typeof English = {
  round: (round) => `Ronda ${round}`,
  steps: (done, all) => `${done}/${all} pasos hechos`,
  costUnknown: 'costo desconocido',
  thinking: 'pensando',
  waitingForModel: (time) => `espero al modelo, pruebo otra vez en ${time}`,
  waiting: 'espero tu respuesta más abajo',
  modelRetry: {
    busy: (seconds) => `el modelo está ocupado, pruebo otra vez en ${seconds} s`,
    silent: (seconds) => `el modelo dejó de responder, pruebo otra vez en ${seconds} s`,
    unreachable: (seconds) => `sin conexión con el modelo, pruebo otra vez en ${seconds} s`,
  },
  makingCopy: 'copiando el proyecto',
};
