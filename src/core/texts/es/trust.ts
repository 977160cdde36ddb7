import type { trustTexts as english } from '../en/trust.ts';

export const trustTexts: typeof english = {
  notInGroup: 'Eso queda entre tú y yo. Escríbelo en nuestro chat.',
  specialistTakenBack: (agent) => `Permiso quitado: ahora ${agent} solo puede leer.`,
  title: (name, path) => `🔑 /${name} quiere hacer esto sin preguntar (${path}):`,
  anyCommand: 'cualquier comando',
  beginning: (line) => `comandos que empiezan con ${line}`,
  edits: { change: 'cambios en archivos', write: 'archivos nuevos' },
};
