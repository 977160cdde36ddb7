import type { taskTexts as English } from '../en/tasks.ts';

export const taskTexts: typeof English = {
  which: (example) =>
    `¿A qué tarea te refieres? Dime su número, como ${example}.\nGuardé tu mensaje para ella.`,
  whichFor: (example) => `¿Cuál? Por ejemplo: ${example}`,
  all: (command) => `Todas: ${command}`,
  unknownModel: (name, known) => `No hay un modelo ${name}.\nHay estos: ${known}`,
  stopWhich: '¿Qué detengo? Manda una de estas:',
  cancelAll: '/cancelar todo',
  notATask: (number) => `Si ${number} no es una tarea, pon una palabra antes: issue ${number}`,
  ended: (task, resume) => `Esta tarea ya terminó: ${task}\nPara agregarle algo: ${resume} <qué más>`,
  worktree: (task, beside) => `🚀 Voy con esto: ${task}\nEn su propia rama, al mismo tiempo que: ${beside}`,
  howToTell: (number) => `Para decirle algo, empieza con #${number} o respóndele.`,
  queuedElsewhere: (task) =>
    `🕓 En cola: ${task}\nEmpieza cuando termine la tarea de otro chat en este proyecto.`,
  ofAnotherChat: 'una tarea de otro chat',
  limit: (count) =>
    `Este chat ya lleva ${count} tareas a la vez, el máximo.\nPara cambiarlo: \`parallel\` bajo \`worktrees\` en agent.yaml`,
  noRepository:
    'Para correr varias tareas a la vez hace falta git.\nEste proyecto no es un repositorio. Corre `git init` y haz un primer commit.',
};
