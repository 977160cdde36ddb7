import type { page as english } from './page-en.ts';

export const page: typeof english = {
  label: 'Skills',
  title: 'Skills',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (skills) => `${skills} skills`,
  one: '1 skill',
  none: 'Aún no hay skills. Pon una aquí: ',
  where: '.claude/skills/<nombre>/SKILL.md',
  unusable: 'No se pueden usar',
  read: 'Cómo empieza',
  trust: {
    yours: 'tuya',
    nothing: 'pregunta como siempre',
    asks: 'quiere preguntar menos',
    accepted: 'aceptada por un dueño',
  },
  wants: 'Quiere hacer esto sin preguntar:',
  tools: (tools) => `nombra estas herramientas: ${tools}`,
  onlyModel: 'solo la cargan las tareas',
  onlyPeople: 'solo la empiezan personas',
  steps: { review: 'Ver qué significa', yes: 'Aceptarla como está ahora', off: 'Volver a preguntar' },
  stepFor: (name) => `Confianza en la skill ${name}`,
  elsewhere: 'Para aceptar una, pon un chat tuyo en este proyecto.',
};
