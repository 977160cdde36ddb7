import type {
  beforeStartTexts as englishBeforeStart,
  consoleTexts as englishConsole,
  healthTexts as englishHealth,
  linkTexts as englishLink,
} from '../en/terminal.ts';
import { linkReasonInSpanish } from './english-sentences.ts';

export const beforeStartTexts: typeof englishBeforeStart = {
  broad: (folder) =>
    `En ${folder} están todos tus archivos, no un proyecto.
No arranqué: con permiso de escritura podría cambiarlos todos.
Arranca en la carpeta de un proyecto, o ponla en PROJECT_ROOT.`,
  goOn: '¿Arranco aquí de todos modos? (s/N) ',
  noKey: (file) => `Falta la clave: usa wasap setup, o ANTHROPIC_API_KEY en ${file}`,
  offerSetup: {
    question: 'Falta la clave de la API. ¿La configuramos ahora?',
    yes: 'Sí',
    no: 'Ahora no',
  },
};

export const consoleTexts: typeof englishConsole = {
  you: 'Tú',
  agent: 'wasap',
  search: 'buscar',
  stopHint: (tasks) => `Presiona Ctrl-C otra vez para detener: ${tasks} (Ctrl-D sale)`,
  quitHint: 'No hay nada en marcha. Presiona Ctrl-C otra vez para salir.',
  ended: (tasks, questions) =>
    [
      'Hasta luego.',
      ...(tasks === 0
        ? []
        : [tasks === 1 ? '1 tarea sigue la próxima vez.' : `${tasks} tareas siguen la próxima vez.`]),
      ...(questions === 0
        ? []
        : [
            questions === 1
              ? '1 pregunta espera tu respuesta.'
              : `${questions} preguntas esperan tu respuesta.`,
          ]),
    ].join('\n'),
  notStored: (line) =>
    `⚠️ No queda espacio: ignoré la línea ${line} y las que siguen.
Libera espacio y envíalas otra vez.`,
  interrupted: (tasks) =>
    tasks === 1
      ? 'Detenido. La tarea queda guardada. Para seguir: wasap start'
      : `Detenido. ${tasks} tareas guardadas. Para seguir: wasap start`,
  mayRepeat: '(quizá ya te llegó)',
  greeting: (facts) => [
    `wasap-agent · ${facts.model} · ${facts.workspace}`,
    facts.writeEnabled
      ? 'Escribe /agente y lo que quieres. /ayuda muestra más.'
      : 'Solo lectura: con AGENT_WRITE_ENABLED=true, /agente puede cambiar archivos. /ayuda muestra más.',
    ...(facts.writeEnabled ? [facts.sandbox] : []),
    '',
  ],
};

export const healthTexts: typeof englishHealth = {
  runs: (folder, link) => `En marcha en ${folder}; ${link}.`,
  runsAlone: (folder) => `En marcha en ${folder}; no usa WhatsApp.`,
  nobody: (folder) => `No hay nada en marcha en ${folder}. Arráncalo: wasap start`,
  silent: (folder, seconds) => `Sin respuesta de ${folder} en ${seconds} s. Reinícialo: todo sigue.`,
  other: (why) => `No entiendo la respuesta del programa en marcha: ${why}`,
  link: {
    connected: '  vínculo: conectado',
    connecting: '  vínculo: conectando',
    pairing: '  vínculo: espera un teléfono (wasap pair)',
    logged_out: '  vínculo: quitado en el teléfono (wasap pair)',
    given_up: '  vínculo: ya no lo intento (wasap doctor dice por qué)',
    stopped: '  vínculo: detenido',
  },
};

export const linkTexts: typeof englishLink = {
  scan: 'Escanea en WhatsApp: Ajustes > Dispositivos vinculados',
  tooSmall: (columns, rows) =>
    `Esta ventana es muy chica para el código QR.
Agrándala a ${columns} columnas por ${rows} líneas: el próximo código llega en 20 s.
O escribe un código en el teléfono: wasap pair --phone +<tu número>`,
  type: (code) =>
    `Escribe este código en tu teléfono: ${code}
WhatsApp > Ajustes > Dispositivos vinculados > Vincular un dispositivo > Vincular con número de teléfono`,
  open: 'WhatsApp: conectado.',
  because: linkReasonInSpanish,
  degraded: (why) => `WhatsApp: conectado, pero algo anda mal: ${linkReasonInSpanish(why)}.`,
  backoff: (why) => `WhatsApp: sin conexión (${linkReasonInSpanish(why)}). Sigo intentando.`,
  outdated: (why) =>
    `WhatsApp dice que este cliente es muy viejo (${linkReasonInSpanish(why)}).
No conozco una versión más nueva. Lo intento cada 15 minutos.
Actualiza el programa, o pon WHATSAPP_VERSION en .env (si ya está, quítala).`,
  linked: (number) => `Vinculado como +${number}.`,
  staying: 'Sincronizando con tu teléfono (hasta 20 s). Ctrl-C lo corta.',
  alreadyLinked: (number) => `Ya está vinculado como +${number}. Para otro: wasap pair --new`,
  putAside: `Guardo el dispositivo anterior hasta vincular otro.
Después quita el anterior en el teléfono: Ajustes > Dispositivos vinculados`,
  notLinked: {
    unscanned: `Nadie usó el código, así que no se vinculó nada.
Con el teléfono a mano, prueba otra vez: wasap pair`,
    'no-code': (number, why) =>
      `WhatsApp no dio un código para +${number} (${linkReasonInSpanish(why)}).
No se vinculó nada. ¿Es el número del teléfono, con código de país?
También sirve un código QR: wasap pair`,
    unreachable: (why) =>
      `No me conecto a WhatsApp (${linkReasonInSpanish(why)}): no se vinculó nada.
Revisa la red y prueba otra vez: wasap pair`,
    outdated: (why) =>
      `WhatsApp dice que este cliente es muy viejo (${linkReasonInSpanish(why)}).
No se vinculó nada. Actualiza el programa, o pon WHATSAPP_VERSION en .env.`,
    ended: `El programa en marcha terminó: no se vinculó nada.
Prueba otra vez: wasap pair`,
    stopped: 'Detenido. No cambió nada.',
    'stopped-here': `Detenido. No se vinculó nada.
El programa en marcha sigue esperando un teléfono.`,
  },
  terminal: {
    conflict: `WhatsApp: otro programa usa este dispositivo.
Solo uno puede estar conectado. Cierra el otro y reinicia este.`,
    logged_out: `WhatsApp: el teléfono ya no conoce este dispositivo.
No se pierde nada más. Actualiza WhatsApp ahí y vincúlalo otra vez: wasap pair`,
    banned: `WhatsApp: este número no puede usar dispositivos vinculados.
Abre WhatsApp en el teléfono para ver el motivo.`,
    lease: `WhatsApp: otro programa usa esta carpeta de datos.
Usa un solo programa por carpeta de datos.`,
    unreadable: `WhatsApp: no puedo leer el vínculo guardado (ver wasap.log).
No lo toqué. Restaura un respaldo, o vincula otra vez: wasap pair --new`,
  },
};
