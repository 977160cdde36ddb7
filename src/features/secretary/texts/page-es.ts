import type { page as english } from './page-en.ts';

export const page: typeof english = {
  label: 'Especialistas',
  title: 'Especialistas',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (specialists) => `${specialists} especialistas`,
  one: '1 especialista',
  none: 'Aún no hay especialistas. Pon uno aquí: ',
  where: '.claude/agents/<nombre>.md',
  skipped: 'Archivos omitidos',
  read: 'Qué se le dice',
  model: (model) => `modelo ${model}`,
  trust: {
    free: 'listo',
    reads: 'solo lee',
    accepted: 'aceptado por un dueño',
  },
  steps: { review: 'Ver qué significa', yes: 'Aceptarlo como está ahora', off: 'Que solo lea otra vez' },
  stepFor: (name) => `Confianza en ${name}`,
  elsewhere: 'Para aceptar uno, pon un chat tuyo en este proyecto.',
};
