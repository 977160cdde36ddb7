import type { english } from './en.ts';

export const spanish: typeof english = {
  status: (name, task) => `🤖 Para el agente ${name}: ${task}`,
  token: {
    made: (name) => `Token del agente ${name}. Solo lo muestro ahora:`,
    useIt: 'En el otro agente, como servidor MCP:',
    rights: {
      member: (projects) =>
        `Puede empezar tareas en ${projects}.\nLo que necesita un sí te lo pregunto a ti, nunca a él.`,
      reader: (projects) => `Puede preguntar sobre ${projects}, y no cambia nada.`,
    },
    everyProject: 'todos los proyectos',
    takeBack: (name) => `Para retirarlo: wasap mcp token revoke ${name}`,
    none: 'Todavía ningún agente tiene token. Crea uno: wasap mcp token add <nombre>',
    agent: 'Agente',
    role: 'Rol',
    madeOn: 'Creado',
    projects: 'Proyectos',
    revokedOn: (date) => `retirado ${date}`,
    revoked: (name) => `El token de ${name} ya no sirve. Sus tareas abiertas no hacen nada más.`,
    unknown: (name) => `Ningún agente ${name} tiene token. Los que hay: wasap mcp token list`,
    taken: (name) => `El nombre ${name} ya se usó y sus tareas siguen guardadas. Elige otro nombre.`,
    badName: 'Elige un nombre de hasta 30 minúsculas, cifras y -, como ci-bot.',
    needsProject: 'Un miembro necesita proyectos. Agrega: --workspace <nombre>',
  },
  serve: {
    noToken: 'Necesito un token en MCP_SERVE_TOKEN. Crea uno: wasap mcp token add <nombre>',
    listens: (address) => `Otros agentes me encuentran en ${address} con su token. Ctrl-C termina.`,
    portTaken: (port, why) => `No puedo escuchar en el puerto ${port} (${why}). Elige otro: --port`,
  },
};
