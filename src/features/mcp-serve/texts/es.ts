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
    none: 'Todavía ningún agente tiene token.\nCrea uno: wasap mcp token add <nombre>',
    agent: 'Agente',
    role: 'Rol',
    madeOn: 'Creado',
    projects: 'Proyectos',
    revokedOn: (date) => `retirado ${date}`,
    revoked: (name) => `El token de ${name} ya no sirve.\nSus tareas abiertas no hacen nada más.`,
    unknown: (name) => `Ningún agente ${name} tiene token.\nLos que hay: wasap mcp token list`,
    taken: (name) => `El nombre ${name} ya se usó.\nSus tareas siguen guardadas. Elige otro nombre.`,
    badName: 'Elige otro nombre, como ci-bot.\nHasta 30 minúsculas, cifras y -.',
    needsProject: 'Un miembro necesita proyectos. Agrega: --workspace <nombre>',
  },
  serve: {
    noToken: 'Necesito un token en MCP_SERVE_TOKEN.\nCrea uno: wasap mcp token add <nombre>',
    listens: (address) => `Otros agentes me encuentran aquí, con su token:\n${address}\nCtrl-C termina.`,
    portTaken: (port, why) => `No puedo escuchar en el puerto ${port} (${why}). Elige otro: --port`,
  },
};
