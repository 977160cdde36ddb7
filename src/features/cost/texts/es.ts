import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/costo [#n]',
    summary: 'cuánto cuesta y va hoy',
    more: 'Ves el costo previsto y el real. Puedo estimar después de tres tareas terminadas en un proyecto.\nLos dueños también ven cuánto gastó hoy cada persona.',
  },
  task: (task) => `🧾 ${task}`,
  noTask: '🧾 Aún no hay tareas. Empieza una: /agente <tarea>',
  spentOf: (spent, cap) => `${spent} de ${cap}`,
  cached: (percent) => `el ${percent} % de lo que leyó el modelo salió de su caché`,
  people: '👥 Hoy, por persona:',
  person: (who, spent) => `+${who}: ${spent}`,
  local: (spent) => `esta máquina: ${spent}`,
  lately: '📊 Terminadas aquí, previsto y real:',
};
