import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/modelo [nombre]',
    summary: 'elige el modelo',
    more: 'Sin nada más, muestra los modelos con su precio y su ventana.\n/modelo opus - lo usan las próximas tareas y preguntas de este chat\n/modelo normal - de vuelta al de los ajustes\nPara una sola tarea: /agente --modelo opus <tarea>\nLas tareas que ya empezaron siguen con el suyo.',
  },
  used: (name) => `🧠 Este chat usa ${name}.`,
  price: (input, output) => `${input} de entrada y ${output} de salida por millón de tokens`,
  noPrice: 'precio desconocido',
  window: (tokens) => `ventana ${tokens}`,
  effort: (effort) => `esfuerzo ${effort}`,
  howTo: (number, name) =>
    `Para cambiarlo en este chat: /modelo ${number}\nPara una sola tarea: /agente --modelo ${name} <tarea>`,
  howBack: 'De vuelta al normal: /modelo normal',
  ofMachine: (cell) => `🖥️ De los ajustes de ${cell}.\nLos chats de otra máquina usan su propia lista.`,
  chosen: (name) =>
    `🧠 Las próximas tareas de este chat usan ${name}.\nLas que ya empezaron siguen con el suyo.`,
  usual: (name) => `🧠 Las próximas tareas usan el modelo normal: ${name}.`,
  already: (name) => `🧠 Este chat ya usa ${name}.`,
  notInGroup: 'En un grupo, solo un dueño elige el modelo.',
  status: (name) => `🧠 Las próximas tareas usan ${name} (/modelo)`,
};
