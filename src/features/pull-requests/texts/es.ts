import type { english } from './en.ts';

export const spanish: typeof english = {
  title: (number) => `Pull request #${number}`,
  states: { merged: '🎉 Fusionado.', closed: '🚪 Cerrado sin fusionar.' },
  noChecks: 'Todavía sin checks.',
  checksPassed: (count) => (count === 1 ? 'pasó 1 check' : `pasaron ${count} checks`),
  checksPending: (pending, all) => `siguen corriendo ${pending} de ${all} checks`,
  checksFailed: (failed, all) =>
    failed === 1 ? `falló 1 de ${all} checks` : `fallaron ${failed} de ${all} checks`,
  approvedBy: (author) => `Lo aprobó ${author}`,
  changesBy: (author) => `${author} pide cambios`,
  conflicts: (base) => `⚠️ Tiene conflictos con ${base}`,
  asksChecks: (number, names) => `Fallaron checks del pull request #${number}: ${names}`,
  asksReview: (number, author) => `${author} pide cambios en el pull request #${number}:`,
  asksComments: (number, author) => `${author} dejó comentarios en el pull request #${number}. ¿Los atiendo?`,
  asksConflict: (number) => `El pull request #${number} ahora tiene conflictos con su base.`,
  asksBehind: (number, commits, base) =>
    `Pull request #${number}: ${commits === 1 ? 'falta 1 commit' : `faltan ${commits} commits`} de ${base}. ¿Lo actualizo?`,
  asksUndone: (number) => `Lo del pull request #${number} se deshizo aquí. ¿Lo cierro?`,
  poll: (number) => `Pull request #${number}: ¿qué hago?`,
  choices: {
    fix: 'arreglar',
    log: 'ver registro',
    address: 'atender',
    update: 'actualizar',
    close: 'cerrar',
    ignore: 'ignorar',
  },
  orTyped: (words) => `(un número, o: ${words})`,
  fixing: (number) => `🔧 Trabajo en el pull request #${number}`,
  ignored: (number) => `👌 No toco el pull request #${number} hasta que cambie.`,
  closing: (number) => `🚪 Cierro el pull request #${number}.`,
  log: (number) => `📜 Final del registro, pull request #${number}:`,
  noLog: 'GitHub no tiene registro de eso.',
  answered: 'Eso ya estaba respondido.',
  withdrawn: 'Eso ya se resolvió solo.',
  notOffered: 'Esa no es una de las opciones.',
  denied: (number) =>
    `🔑 GitHub rechaza GITHUB_TOKEN en el pull request #${number}.\nAhora no puedo seguirlo. El token venció, fue revocado o no puede leer checks, estados y pull requests. Pon otro y reiníciame.`,
  gone: (number) =>
    `Dejé de seguir el pull request #${number}.\nGitHub dice que no existe, o este token no puede verlo.`,
  taskOrPull: (number) =>
    `Hay una tarea #${number} y un pull request #${number}.\nPara el pull request, pon el número al final: arreglar #${number}\nPara la tarea: /continuar #${number} <qué>`,
  tooMany: (number, most) => `No sigo el pull request #${number}: ya sigo ${most}.\nEse es el máximo.`,
  moved: {
    withoutTask: (number, url) =>
      `Dejé de seguir el pull request #${number}.\nSu tarea está en la otra máquina. Míralo en GitHub: ${url}`,
    notFollowed: (number, repository) =>
      `Aquí no puedo seguir el pull request #${number}.\nEsta máquina no tiene acceso a ${repository}. Para cambiarlo, pon GITHUB_TOKEN y GITHUB_REPO en esa máquina.`,
  },
};
