import type { trustTexts as english } from '../en/trust.ts';

export const trustTexts: typeof english = {
  title: (name, path) => `🔑 /${name} (${path}) quiere que no se pregunte por esto:`,
  anyCommand: 'cualquier comando',
  beginning: (line) => `comandos que empiecen por ${line}`,
  edits: { change: 'cambios en archivos', write: 'archivos nuevos' },
  reach:
    'Solo en tareas de dueños que empiecen con este comando, y solo comandos sencillos, de uno en uno, dentro del proyecto y ninguno del que me conste que no se puede deshacer. Por todo lo demás pregunto como siempre.',
  confirm: (name) =>
    `Lee antes el archivo: cualquier tarea que empiece con él podrá hacer esto, aunque los archivos que incluye digan entonces otra cosa. Para aceptarlo tal como está ahora: /confiar ${name} sí. Si cambia, vuelve a contar como nuevo.`,
  howToAccept: (typed: string) => `Eso se acepta con sus propias palabras: ${typed}`,
  already: (name) => `Ya lo aceptaste tal como está. Para retirarlo: /confiar ${name} quitar`,
  accepted: (name) => `✅ Aceptado: /${name}, tal como está ahora. Para retirarlo: /confiar ${name} quitar`,
  changed: (name) => `⚠️ /${name} ya no es el archivo que te mostré. Ahora dice esto:`,
  takenBack: (name) => `Retirado: con /${name} pregunto otra vez como siempre.`,
  notAccepted: (name) => `/${name} no estaba aceptado aquí. /confiar muestra los que sí.`,
  nothing: (name) => `/${name} no pide nada que necesite tu sí.`,
  yours: (name) => `/${name} está en tu propia carpeta: no necesita permiso.`,
  noFile: (name) => `Aquí no hay ningún archivo de comando /${name}. /help muestra los que hay.`,
  notInGroup: 'Eso queda entre tú y yo: escríbelo en nuestro chat.',
  none: (project) => `Ningún archivo de comando de ${project} puede hacer nada sin preguntar.`,
  listTitle: (project) => `🔑 Archivos de ${project} aceptados, cada uno tal como estaba:`,
  line: (name, path, age) => `• /${name} (${path}), hace ${age}`,
  specialist: (name, path, age) => `• especialista ${name} (${path}), hace ${age}`,
  howToTakeBack: 'Para retirar uno: /confiar <nombre> quitar',
  notUsed: (name) =>
    `🔑 /${name}: por lo que nombra su allowed-tools pregunto como siempre. Un dueño puede cambiarlo: /confiar ${name}`,
};
