import type { english } from './en.ts';

export const spanish: typeof english = {
  buildDone: (command, task) => `🏁 Terminó: ${command}\nTarea: ${task}. ¿Sigo desde ahí?`,
  buildFailed: (command, exitCode, task) =>
    `🏁 Falló (código de salida ${exitCode}): ${command}\nTarea: ${task}. ¿Lo reviso?`,
  testsRed: (command, task) => `🧪 ${command} falla desde que fusioné esto: ${task}\n¿Lo arreglo?`,
  behind: (branch, commits, base) =>
    `🌿 A ${branch} le faltan ${commits === 1 ? '1 commit' : `${commits} commits`} de ${base}.\n¿Los traigo?`,
  howToAnswer: (code) => `Sí o no (más tarde: ${code} sí)`,
  named: (code) => `${code} sí · ${code} no`,
  declined: '👌 Bien, lo dejo como está.',
  answered: 'Esa pregunta ya tuvo respuesta, o se resolvió sola.',
};
