import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type { english, faults as englishFaults } from './en.ts';

export const faults: typeof englishFaults = {
  'needs-variable': (name, variable, where, file) =>
    `El servidor MCP ${name} necesita ${variable}. Ponla en "${where}" de tu ${file}.`,
  'no-address': (name) =>
    `El servidor MCP ${name} no tiene una dirección utilizable: no lo uso. Corrige su url.`,
  'of-server': (name, why) => `El servidor MCP ${name}: ${why}`,
  'call-stopped': (name) => `Detuve el pedido al servidor MCP ${name}.`,
  late: (name, seconds) =>
    `El servidor MCP ${name} no respondió en ${seconds} s. Pudo haber actuado: verifícalo antes de repetir.`,
  failed: (name, why) => `El servidor MCP ${name} falló: «${why}»`,
  'not-waited': (name) => `No esperé al servidor MCP ${name}.`,
  ending: 'El programa está por terminar.',
  resting: (name, times, seconds, why) =>
    `El servidor MCP ${name} falló ${times} veces: lo dejo descansar ${seconds} s. ${why}`,
  'too-many': (most) => `Ya hay ${most} servidores MCP en uso.`,
  unreachable: (host, why) => `No puedo comunicarme con ${host}: «${why}».`,
  'not-public': (host) => `El servidor apunta a ${host}, que no es una dirección https pública.`,
  'login-request': (host) => `El inicio de sesión pide algo de ${host} que nunca envío: nadie inició sesión.`,
  redirect: (host) => `${host} responde con una redirección, y no la sigo.`,
  'sent-too-much': (most) => `El servidor mandó más de ${most} MB.`,
  'wants-login': (name) =>
    `El servidor MCP ${name} pide iniciar sesión. En una terminal de esta máquina: wasap mcp login ${name}`,
  ended: 'El servidor terminó.',
  'message-too-large': (most) => `Lo detuve: mandó más de ${most} MB en un solo mensaje.`,
  'too-many-unasked': (most) => `Lo detuve: mandó ${most} mensajes que nadie pidió.`,
  'ended-itself': (name) => `El servidor MCP ${name} terminó solo.`,
};

export const spanish: typeof english = {
  command: {
    usage: '/mcp [servidor]',
    summary: 'herramientas de fuera',
    more: '/mcp docs - las herramientas de docs\n/mcp permitir docs - mira qué se iniciaría y permítelo\n/mcp quitar docs - detiene docs y no lo inicia más\nPermitir y quitar es cosa de dueños.',
  },
  asked: {
    saysItReads: 'El servidor dice que esto solo lee. Nadie lo comprobó.',
    saysItDestroys: 'El servidor dice que esto puede destruir datos.',
  },
  list: {
    reason: (reason) => `no se puede usar: ${expectationInSpanish(reason)}`,
    none: 'Todavía no hay servidores MCP.\nPonlos en .mcp.json del proyecto,\no en mcp.json de tu carpeta de configuración.',
    title: (project) => `🔌 Servidores MCP de ${project}:`,
    whose: {
      own: 'del dueño',
      project: (file) => `de ${file}`,
    },
    states: {
      running: 'en marcha',
      resting: 'se inicia cuando haga falta',
      failing: 'falla',
      unasked: 'todavía sin probar',
    },
    tools: countTools,
    waiting: (name) => `espera tu sí: /mcp permitir ${name}`,
    changed: (name) => `cambió y espera otro sí: /mcp permitir ${name}`,
    off: (name) => `apagado. Para encenderlo: /mcp permitir ${name}`,
    more: (name) => `Herramientas de uno: /mcp ${name}`,
  },
  tools: {
    title: (name, count) => `🔌 ${name} tiene ${countTools(count)}:`,
    none: (name) => `🔌 Todavía no conozco herramientas de ${name}.\nLas consulto cuando empieza una tarea.`,
    reads: 'dice que solo lee',
    destroys: 'dice que puede destruir datos',
    noQuestion: 'sin preguntar',
    more: (count) => `y ${count} más`,
    prompts: (names) => `Plantillas (prompts): ${names}`,
    data: 'Palabras del servidor. Pregunto antes de cada llamada.',
  },
  allow: {
    title: (name) => `🔌 ¿Permites el servidor MCP ${name}?`,
    from: (file) => `Viene de ${file} e inicia exactamente esto:`,
    reached: (file) => `Viene de ${file} y está exactamente en esta dirección:`,
    with: (pair) => `Con ${pair}`,
    gets: (names) => `Recibe estas variables tuyas: ${names}`,
    may: {
      sandbox: 'Corre en el sandbox y lee este proyecto.',
      noSandbox: 'No hay sandbox: puede hacer lo mismo que tu usuario.',
      sandboxUnknown: 'Aún no sé si hay sandbox.\nSin él puede hacer lo mismo que tu usuario.',
      writes: 'Puede cambiar archivos de este proyecto.',
      network: 'Puede usar la red.',
      noNetwork: 'No tiene red.',
      elsewhere: 'Lo que reciba una herramienta sale de esta máquina.',
    },
    confirm: (name) =>
      `Igual pregunto antes de cada llamada.\nSi cambia, pregunto otra vez.\nPara permitir exactamente esto: /mcp permitir ${name} sí`,
    changed: (name) => `⚠️ ${name} cambió desde que te lo mostré. Ahora es:`,
    accepted: (name) =>
      `✅ Permití ${name} tal como está.\nLas tareas nuevas pueden usarlo. Para retirarlo: /mcp quitar ${name}`,
    already: (name) => `${name} ya está permitido tal como está.\nPara retirarlo: /mcp quitar ${name}`,
    on: (name) => `✅ ${name} está encendido otra vez.\nLas tareas nuevas pueden usarlo.`,
  },
  off: (name) => `🔌 ${name} está apagado.\nPara usarlo otra vez: /mcp permitir ${name}`,
  unknown: (name) => `Aquí no hay un servidor MCP ${name}.\nLos que hay: /mcp`,
  notInGroup: 'Esto no lo decido en un grupo.\nMándalo en nuestro propio chat.',
  prompt: {
    gone: (name) => `Ya no encuentro el prompt ${name}.\nLos que hay: /mcp`,
    missing: (name, needed) => `Este prompt necesita ${needed}.\nPor ejemplo: /${name} <${needed}>`,
    lookedElsewhere: 'El proyecto de este chat acaba de cambiar. Mándalo otra vez.',
  },
  cli: {
    name: 'Servidor',
    from: 'De',
    state: 'Estado',
    usable: 'puede iniciarse',
    waiting: 'espera un sí en el chat: /mcp permitir',
    changed: 'cambió y espera otro sí: /mcp permitir',
    off: 'apagado',
    works: (name, tools, ms) => `✅ ${name}: ${countTools(tools)} en ${ms} ms`,
    noSuch: (name) => `Aquí no hay un servidor MCP ${name}. Para verlos: wasap mcp list`,
    noLogin: (name) => `${name} no tiene dirección: no pide iniciar sesión.`,
    notAllowed: (name) =>
      `${name} todavía no tiene permiso: no inicié sesión.\nPermítelo en el chat: /mcp permitir ${name}`,
    openPage: (address) => `Abre esta página e inicia sesión:\n${address}`,
    loggedIn: (name) => `✅ Sesión iniciada en ${name}.`,
    needsNoLogin: (name) => `✅ ${name} responde sin iniciar sesión.`,
    pageDone: 'Sesión iniciada. Ya puedes cerrar esta página.',
    nobodyLoggedIn: 'Nadie inició sesión. Empieza otra vez: wasap mcp login',
    refused: (why) =>
      `El servidor rechazó el inicio de sesión («${why}»).\nNo guardé nada. Prueba otra vez: wasap mcp login`,
    pageFailed: 'No se pudo iniciar sesión. Mira la terminal.',
  },
  faults,
};

function countTools(count: number): string {
  return count === 1 ? '1 herramienta' : `${count} herramientas`;
}
