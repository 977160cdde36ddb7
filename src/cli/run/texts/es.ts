import type { english } from './en.ts';

export const spanish: typeof english = {
  started: (goOn) => `En marcha. Si se interrumpe, sigue con: ${goOn}`,
  answered: (permission, question) => `Permitido de antemano (${permission}): ${question}`,
  asked: (question, goOn) =>
    `Me detuve. Necesito tu permiso: ${question}
Lo hecho hasta aquí queda. Para permitirlo y seguir: ${goOn}`,
  notDone: (goOn) => `Falta algo. Para seguir: ${goOn}`,
  interrupted: (goOn) => `Detenido. La tarea queda guardada. Para seguir: ${goOn}`,
  notBegun: 'No empezó ninguna tarea; las líneas de arriba dicen por qué.',
  blocked: `Otro chat dejó aquí una tarea a medias.
La tuya no empezó. Sigue con la otra en wasap start, o detenla ahí con /cancelar.`,
  noTask: 'Di qué hay que hacer: wasap run "arregla el login"',
  noRepository: (folder) =>
    `${folder} no está en un repositorio git. No empecé nada.
Sin uno, nadie podría ver ni deshacer los cambios. Crea uno aquí: git init`,
  readOnly: `Solo puedo leer, así que no empezó ninguna tarea.
Para permitir cambios en este repositorio: AGENT_WRITE_ENABLED=true`,
  noSession: (id) => `wasap run no tiene la tarea ${id}. Para verlas: wasap sessions`,
  otherProject: (folder) => `Esa tarea trabaja en ${folder}. Sigue con ella ahí.`,
  elsewhere: (id) =>
    `Otro programa está corriendo ${id} con estos datos.
Espera a que termine, o cierra ese programa; después prueba otra vez.`,
  alreadyDone: (id) => `${id} ya terminó. Para pedir más: wasap run --resume ${id} "..."`,
};
