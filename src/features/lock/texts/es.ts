import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/bloquear',
    summary: 'bloquea tus chats conmigo',
    more: 'Bloquea todos tus chats a la vez. Hasta /desbloquear <código>, no empieza, no se aprueba y no se muestra nada.\nLas tareas en curso siguen. Lo que digan espera.\nEl PIN o el código se configura en la terminal: wasap lock setup pin',
  },
  unlockCommand: {
    usage: '/desbloquear <código>',
    summary: 'abre tus chats',
    more: '/desbloquear 123456 - con tu PIN, o el código que muestra tu app ahora\nCada código equivocado se avisa en los otros chats de los dueños. Desde el tercero, cada uno te hace esperar más.',
  },
  lockedNow: '🔒 Bloqueado, en todos tus chats.\nPara abrirlos: /desbloquear <código>',
  locked: '🔒 Bloqueado. Para abrir: /desbloquear <código>',
  unlocked: '🔓 Desbloqueado.',
  notLocked: 'Aquí no hay nada bloqueado. Para bloquear: /bloquear',
  notSetUp: 'Todavía no hay un PIN ni un código.\nEn una terminal de mi máquina: wasap lock setup pin',
  somethingWaits: '🔒 Hay algo esperando aquí. Míralo: /desbloquear <código>',
  nothingWaits: 'Aquí nada espera un código, así que no hice nada.',
  deleteIt: '🧹 Borra tu mensaje con el PIN: yo no puedo.',
  needed: {
    pin: '🔐 Esto no se puede deshacer: manda tu PIN.\nLo espero 5 minutos.',
    totp: '🔐 No se puede deshacer: manda el código de tu app.\nLo espero 5 minutos.',
  },
  codes: {
    wrong: '❌ Código equivocado. No hice nada. Manda el correcto.',
    wrongWait: (wait) => `❌ Código equivocado. No hice nada.\nEl próximo vale en ${wait}.`,
    tooSoon: (wait) => `⏳ Demasiados códigos mal. Prueba en ${wait}.\nEste no lo miré.`,
    again: 'No miré ese código. Mándalo otra vez.',
    used: '❌ Ese código ya se usó.\nManda el próximo que muestre tu app.',
    lost: 'Me reinicié antes de revisar tu código.\nMándalo otra vez; no lo guardé.',
    uncounted: 'Ese código aquí no cuenta.\nSolo vale un mensaje propio y escrito de un dueño.',
    unusable:
      '🔐 No puedo revisar códigos: falta el PIN o el secreto.\nEn una terminal de mi máquina: wasap lock setup',
  },
  terminal: 'la terminal',
  warning: (from, wrong) =>
    `⚠️ Código equivocado desde ${from} (${wrong} seguidos).\nSi no fuiste tú, alguien tiene ese teléfono. Quita su número: wasap people`,
  cli: {
    none: 'No hay un PIN ni un código. Ejecuta: wasap lock setup pin',
    status: { pin: 'Hay un PIN.', totp: 'Se usan los códigos de una app.' },
    broken: 'Falta el PIN o el secreto: ningún código abre nada.\nEjecuta: wasap lock setup',
    lockedCount: (count) => `Bloqueados: los chats de ${count} ${count === 1 ? 'dueño' : 'dueños'}.`,
    noTerminal: 'No hay una terminal donde preguntar, así que no cambié nada.',
    stopped: 'Detenido. No cambié nada.',
    askPin: 'PIN nuevo (de 6 a 12 dígitos)',
    askAgain: 'El mismo PIN otra vez',
    differ: 'Los dos PIN son distintos. No cambié nada.\nPrueba otra vez.',
    fault: {
      form: 'Un PIN tiene de 6 a 12 dígitos. No cambié nada.\nPrueba otra vez.',
      obvious: 'Ese PIN es el primero que cualquiera probaría.\nNo cambié nada. Elige otro.',
    },
    scan: 'Escanéalo con tu app de autenticación.\nO copia en ella la línea de abajo:',
    askCode: 'El código que muestra la app ahora',
    wrongCode: 'Ese no es su código. No cambié nada.\nRevisa la hora del teléfono y prueba otra vez.',
    pinSet: 'Listo.\nPush a la rama principal, deploys y permisos que duran piden el PIN.',
    totpSet: 'Listo.\nPush a la rama principal, deploys y permisos que duran piden un código.',
    off: 'El bloqueo está apagado. Otra vez basta con un sí.',
    wasOff: 'No había ningún bloqueo.',
  },
};
