import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/costo [#n]',
    summary: 'lo que cuesta esta tarea y lo de hoy, previsto y real',
    more: 'Lo previsto sale de las tareas terminadas en este proyecto; hacen falta tres. Los dueños ven también cuánto gastó hoy cada persona.',
  },
  task: (task) => `🧾 ${task}`,
  noTask: '🧾 Todavía no hay tareas en este chat.',
  spentOf: (spent, cap) => `${spent} de ${cap}`,
  cached: (percent) => `el ${percent} % de lo que leyó el modelo salió de su caché`,
  people: '👥 Hoy, por persona:',
  person: (who, spent) => `+${who}: ${spent}`,
  local: (spent) => `esta máquina: ${spent}`,
  lately: '📊 Terminadas aquí, previsto y real:',
};
