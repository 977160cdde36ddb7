import type { english } from './en.ts';

export const spanish: typeof english = {
  buildDone: (command, task) => `🏁 Terminó: ${command} (${task}). ¿Sigo desde ahí?`,
  buildFailed: (command, exitCode, task) =>
    `🏁 Falló con código ${exitCode}: ${command} (${task}). ¿Lo miro?`,
  testsRed: (command, task) => `🧪 ${command} falla desde que se fusionó esto: ${task}. ¿Lo arreglo?`,
  behind: (branch, commits, base) =>
    `🌿 ${branch} va ${commits === 1 ? 'un commit' : `${commits} commits`} por detrás de ${base}. ¿Los traigo?`,
  howToAnswer: (code) => `Sí o no (más tarde: ${code} sí)`,
  declined: '👌 De acuerdo, lo dejo como está.',
  answered: 'Eso ya se respondió, o se resolvió solo.',
};
