import type { english } from './en.ts';

export const spanish: typeof english = {
  status: (name, task) => `🤖 Para el agente ${name}: ${task}`,
  stopped: {
    one: (name, task) =>
      `🛑 El token de ${name} fue retirado.\nDetuve su tarea: ${task}\nLo que ya cambió queda. Para verlo: wasap sessions`,
    several: (name, count, tasks) =>
      `🛑 El token de ${name} fue retirado.\nDetuve sus ${count} tareas:\n${tasks}\nLo que ya cambiaron queda. Para verlo: wasap sessions`,
  },
  token: {
    made: (name) => `Token del agente ${name}. Lo muestro una sola vez:`,
    useIt: 'Ponlo en el otro agente, como servidor MCP:',
    rights: {
      member: (projects) =>
        `Puede empezar tareas en ${projects}.\nSi una tarea necesita un sí, te lo pido a ti, nunca a él.`,
      reader: (projects) => `Puede preguntar sobre ${projects}, pero no cambiar nada.`,
    },
    notHere: (projects) => `⚠️ Aquí todavía no hay un proyecto con este nombre: ${projects}`,
    everyProject: 'todos los proyectos',
    takeBack: (name) => `Para retirarlo: wasap mcp token revoke ${name}`,
    none: 'Todavía ningún agente tiene token.\nCrea uno: wasap mcp token add <nombre>',
    agent: 'Agente',
    role: 'Rol',
    madeOn: 'Creado',
    projects: 'Proyectos',
    revokedOn: (date) => `retirado ${date}`,
    revoked: (name) =>
      `El token de ${name} ya no sirve.\nSus tareas abiertas se detienen, y aviso a cada dueño.`,
    unknown: (name) => `Ningún agente ${name} tiene token.\nLos que hay: wasap mcp token list`,
    taken: (name) => `El nombre ${name} ya se usó.\nSus tareas siguen guardadas. Elige otro nombre.`,
    badName: 'Elige otro nombre, como ci-bot.\nHasta 30 minúsculas, números y -.',
    needsProject: 'Un miembro necesita proyectos. Agrega: --workspace <nombre>',
  },
  serve: {
    noToken: 'Necesito un token en MCP_SERVE_TOKEN.\nCrea uno: wasap mcp token add <nombre>',
    listens: (address) =>
      `Otros agentes me encuentran aquí, con su token:\n${address}\nPara detenerme: Ctrl-C`,
    portTaken: (port, why) => `No puedo escuchar en el puerto ${port} (${why}). Elige otro: --port`,
  },
};
