import type { taskTexts as English } from '../en/tasks.ts';

export const taskTexts: typeof English = {
  which: (example) =>
    `¿A qué tarea te refieres? Responde con su número, por ejemplo ${example}: guardo tus palabras para ella.`,
  whichFor: (example) => `¿Cuál? Por ejemplo: ${example}`,
  all: (command) => `Todas: ${command}`,
  stopWhich: '¿Qué detengo? Envía las palabras de debajo:',
  notATask: (number) => `Si ${number} es otra cosa, pon una palabra antes: incidencia ${number}`,
  ended: (task, resume) => `Esta ya terminó: ${task}\n${resume} <algo más> sigue con ella.`,
  apart: (task, beside) => `🚀 En marcha: ${task}\nEn una rama propia, a la vez que: ${beside}`,
  howToTell: (number) => `Para decirle algo, empieza con #${number} o responde a un mensaje sobre ella.`,
  queuedElsewhere: (task) =>
    `🕓 En cola: ${task}\nEmpieza cuando una tarea de otro chat termine con este proyecto.`,
  ofAnotherChat: 'una tarea de otro chat',
  limit: (count) => `${count} tareas a la vez es el límite de un chat (worktrees: parallel: en agent.yaml).`,
  noRepository:
    'Las tareas solo pueden ir a la vez en un repositorio git, y este proyecto no lo tiene (git init y un primer commit).',
};
