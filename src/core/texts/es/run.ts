import type { runTexts as english } from '../en/run.ts';

export const runTexts: typeof english = {
  started: (goOn) => `En marcha. Si se interrumpe, sigue con: ${goOn}`,
  answered: (permission, question) => `Respondido sí de antemano (${permission}): ${question}`,
  asked: (question, goOn) =>
    `Necesita un sí que no se dio de antemano: ${question}\nNo se hizo nada más. Para permitirlo y seguir: ${goOn}`,
  notDone: (goOn) => `Sin terminar. Para seguir: ${goOn}`,
  interrupted: (goOn) => `Detenido. La tarea queda guardada. Para seguir: ${goOn}`,
  notBegun: 'No empezó ninguna tarea; las líneas de arriba dicen por qué.',
  blocked:
    'Una tarea de otro chat se interrumpió en este repositorio y está en medio. wasap start sigue con ella, y /cancel allí la termina.',
  noTask: 'Di qué hay que hacer: wasap run "arregla el login"',
  noRepository: (folder) =>
    `${folder} no está en un repositorio de git. Empieza en uno: fuera de él no se podrían ver ni deshacer los cambios.`,
  readOnly:
    'Está desactivado cambiar archivos. Con AGENT_WRITE_ENABLED=true la tarea puede cambiar este repositorio.',
  noSession: (id) => `No hay ninguna tarea ${id} empezada con wasap run. wasap sessions muestra todas.`,
  otherProject: (folder) => `Esa tarea trabaja en ${folder}. Sigue con ella allí.`,
  elsewhere: (id) => `${id} está en marcha en otro programa con la misma carpeta de datos.`,
  alreadyDone: (id) =>
    `${id} ha terminado. Para seguir con ella, di qué hay que hacer: wasap run --resume ${id} "..."`,
};
