import type { english } from './en.ts';

export const spanish: typeof english = {
  title: (number) => `Pull request #${number}`,
  states: { merged: '🎉 Fusionado.', closed: '🚪 Cerrado sin fusionar.' },
  noChecks: 'Sin comprobaciones por ahora.',
  checksPassed: (count) => (count === 1 ? '1 comprobación pasó' : `${count} comprobaciones pasaron`),
  checksPending: (pending, all) => `${pending} de ${all} comprobaciones sin terminar`,
  checksFailed: (failed, all) =>
    failed === 1 ? `falló 1 de ${all} comprobaciones` : `fallaron ${failed} de ${all} comprobaciones`,
  approvedBy: (author) => `Aprobado por ${author}`,
  changesBy: (author) => `${author} pide cambios`,
  conflicts: (base) => `⚠️ Tiene conflictos con ${base}`,
  asksChecks: (number, names) => `Fallaron las comprobaciones del pull request #${number}: ${names}`,
  asksReview: (number, author) => `${author} pide cambios en el pull request #${number}:`,
  asksComments: (number, author) => `${author} dejó comentarios en el pull request #${number}. ¿Los atiendo?`,
  asksConflict: (number) =>
    `El pull request #${number} ya no se puede fusionar: tiene conflictos con su base.`,
  asksUndone: (number) => `Lo que lleva el pull request #${number} se deshizo aquí. ¿Lo cierro?`,
  poll: (number) => `Pull request #${number}: ¿qué hago?`,
  choices: { fix: 'arreglar', log: 'ver registro', address: 'atender', close: 'cerrar', ignore: 'ignorar' },
  orTyped: (words) => `(un número, o la palabra: ${words})`,
  fixing: (number) => `🔧 Me pongo con el pull request #${number}`,
  ignored: (number) => `👌 Dejo el pull request #${number} como está hasta que haya algo nuevo.`,
  closing: (number) => `🚪 Cierro el pull request #${number}.`,
  log: (number) => `📜 El final del registro, pull request #${number}:`,
  noLog: 'GitHub no dio ningún registro.',
  answered: 'Eso ya estaba respondido.',
  withdrawn: 'Eso ya se resolvió solo.',
  notOffered: 'Eso no se puede elegir aquí.',
  denied: (number) =>
    `🔑 GitHub rechaza GITHUB_TOKEN, así que no puedo seguir el pull request #${number}: caducó, fue revocado o no puede leer comprobaciones, estados y pull requests. Pon otro y reiníciame.`,
  gone: (number) =>
    `Dejo de seguir el pull request #${number}: GitHub dice que no existe, o que este token no puede verlo.`,
  taskOrPull: (number) =>
    `Hay una tarea #${number} y un pull request #${number}. Para el pull request escribe el número al final (arreglar #${number}); para la tarea: /agent-resume #${number} <qué>`,
  tooMany: (number, most) => `No sigo el pull request #${number}: ya sigo ${most}, que es el límite.`,
};
