import type { page as english } from './page-en.ts';

export const page: typeof english = {
  label: 'Comandos',
  title: 'Tus comandos',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (commands) => `${commands} comandos`,
  one: '1 comando',
  none: 'Aún no hay archivos de comando. Pon uno aquí: ',
  where: '.claude/commands/<nombre>.md',
  hidden: (by) => `oculto por ${by}`,
  source: {
    workspace: 'de este proyecto',
    own: 'tuyo',
    plugin: 'de un plugin',
    shipped: 'incluido',
  },
  trust: {
    asks: 'quiere preguntar menos',
    accepted: 'aceptado por un dueño',
  },
  wants: 'Quiere hacer esto sin preguntar:',
  steps: { review: 'Ver qué significa', yes: 'Aceptarlo como está ahora', off: 'Volver a preguntar' },
  stepFor: (name) => `Confianza en /${name}`,
  elsewhere: 'Para aceptar uno, pon un chat tuyo en este proyecto.',
};
