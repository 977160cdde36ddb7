import type { english } from './en.ts';

export const spanish: typeof english = {
  label: 'Personas',
  title: 'Personas y acceso',
  people: 'Quién puede escribirme',
  nobody: 'Nadie puede escribirme por WhatsApp.\nEn una terminal, deja entrar a alguien: wasap people invite',
  role: { owner: 'dueño', member: 'miembro', reader: 'lector' },
  allProjects: 'todos los proyectos',
  projects: (names) => `proyectos: ${names}`,
  bySettings: 'por los ajustes',
  byInvitation: 'por invitación',
  hasWritten: 'ya me escribió',
  notWritten: 'aún no me escribió',
  inSettings:
    'Otros se ponen en ALLOWED_PHONE_NUMBERS o access.yaml.\nUn cambio ahí vale desde el próximo inicio.',
  invitation: 'Dejar entrar a alguien',
  noInvitation: 'No hay ninguna invitación abierta.\nEn una terminal de mi máquina:',
  openInvitation: (role, minutes, tries) =>
    `Hay una invitación abierta: ${role}.\nTermina en ${minutes} min. Intentos que quedan: ${tries}.`,
  inviteReader: 'muestra un código para un lector',
  inviteMember: 'para un miembro que trabaja en un proyecto',
  webLink: 'muestra un enlace a esta consola para alguien de la lista',
  refused: 'Rechazados en los últimos 7 días',
  noneRefused: 'No rechacé a nadie.',
  why: {
    hidden: 'WhatsApp ocultó el número',
    stranger: 'no está en la lista',
    group: 'en un grupo que access.yaml no nombra',
    inGroup: 'no está en la lista de este grupo',
  },
  groups: 'Grupos',
  noGroups: 'No respondo en ningún grupo.',
  groupsHow:
    'Los grupos y su gente están en access.yaml.\nEl diagnóstico muestra el id de cada grupo en el que estoy.',
  agents: 'Otros agentes',
  noAgents: 'Ningún otro agente puede darme tareas.\nEn una terminal: wasap mcp token add <nombre>',
  revoked: 'retirado',
  roles: 'Qué puede hacer cada uno',
  mayDo: {
    owner: 'Todo, en todos los proyectos.',
    member: 'Tareas en sus proyectos.\nPara lo que sale del proyecto, pregunto a cada dueño.',
    reader: 'Preguntas sobre sus proyectos. Para él no cambio nada.',
  },
};
