import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    approve: {
      usage: '/aprobar <código> [sesión | siempre]',
      summary: 'permite lo que pido',
      first: '❓ Lo riesgoso lo pregunto: di sí o no',
      more: '/aprobar k7x sesión - para esta tarea\n/aprobar k7x siempre - para siempre, si la pregunta lo ofrece\nEl código está debajo de la pregunta. Si hay una sola, basta "sí" o "1".',
    },
    reject: {
      usage: '/rechazar <código> [por qué]',
      summary: 'di que no',
      more: 'El código está debajo de la pregunta. Tu motivo me ayuda a buscar otro camino.',
    },
  },
};
