import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/bloquear',
    summary: 'bloquea tus chats conmigo',
    more: 'Bloquea todos tus chats a la vez. Hasta /desbloquear <código> no muestro nada, y nada se puede empezar ni aprobar.\nLas tareas en curso siguen. Lo que digan espera.\nEl PIN o el código se configura en la terminal: wasap lock setup pin',
  },
  unlockCommand: {
    usage: '/desbloquear <código>',
    summary: 'abre tus chats',
    more: '/desbloquear 123456 - con tu PIN, o el código que muestra tu app ahora\nAviso de cada código equivocado en los otros chats de los dueños. Desde el tercero, esperas más cada vez.',
  },
  lockedNow: '🔒 Todos tus chats están bloqueados.\nPara abrirlos: /desbloquear <código>',
  locked: '🔒 Bloqueado. Para abrir: /desbloquear <código>',
  unlocked: '🔓 Desbloqueado.',
  notLocked: 'Aquí no hay nada bloqueado. Para bloquear: /bloquear',
  notSetUp: 'Todavía no hay un PIN ni un código.\nEn una terminal de mi máquina: wasap lock setup pin',
  somethingWaits: '🔒 Hay algo esperando aquí. Míralo: /desbloquear <código>',
  nothingWaits: 'Aquí nada espera un código, así que no hice nada.',
  deleteIt: '🧹 Borra tu mensaje con el PIN. Yo aquí no puedo.',
  needed: {
    pin: '🔐 Esto también necesita tu PIN. Mándalo ahora.\nLo espero 5 minutos. Mientras tanto no hago nada.',
    totp: '🔐 Esto también necesita el código de tu app. Mándalo.\nLo espero 5 minutos. Mientras tanto no hago nada.',
  },
  codes: {
    wrong: '❌ Código equivocado. No hice nada. Manda el correcto.',
    wrongWait: (wait) => `❌ Código equivocado. No hice nada.\nPrueba otra vez en ${wait}.`,
    tooSoon: (wait) => `⏳ Demasiados códigos equivocados. Prueba en ${wait}.\nEste no lo revisé.`,
    again: 'No revisé ese código. Mándalo otra vez.',
    used: '❌ Ese código ya se usó.\nManda el próximo que muestre tu app.',
    lost: 'Me reinicié antes de revisar tu código.\nMándalo otra vez; no lo guardé.',
    uncounted: 'Ese código aquí no cuenta.\nTiene que escribirlo un dueño, sin reenviarlo.',
    unusable:
      '🔐 No puedo revisar códigos: falta el PIN o el secreto.\nEn una terminal de mi máquina: wasap lock setup',
  },
  warning: {
    phone: (number, wrong) =>
      `⚠️ Código equivocado desde ${number}${formatWrongCount(wrong)}.\nSi no fuiste tú, alguien tiene ese teléfono. Para sacarlo de la lista: wasap people`,
    terminal: (wrong) =>
      `⚠️ Código equivocado en la terminal${formatWrongCount(wrong)}.\nSi no fuiste tú, alguien está en tu máquina.`,
  },
  cli: {
    none: 'No hay un PIN ni un código. Ejecuta: wasap lock setup pin',
    status: { pin: 'Hay un PIN.', totp: 'Se usan los códigos de una app.' },
    broken: 'Falta el PIN o el secreto: ningún código sirve.\nEjecuta: wasap lock setup',
    whichKind: 'Di cuál: wasap lock setup pin, o wasap lock setup totp',
    lockedCount: (count) => `Bloqueados: los chats de ${count} ${count === 1 ? 'dueño' : 'dueños'}.`,
    noTerminal: 'No hay una terminal donde preguntar, así que no cambié nada.',
    stopped: 'Detenido. No cambié nada.',
    askPin: 'PIN nuevo (de 6 a 12 dígitos)',
    askAgain: 'El mismo PIN otra vez',
    differ: 'Los dos PIN son distintos. No cambié nada.\nPrueba otra vez.',
    fault: {
      form: 'Un PIN tiene de 6 a 12 dígitos. No cambié nada.\nPrueba otra vez.',
      obvious: 'Ese PIN es muy fácil de adivinar. No cambié nada.\nElige otro.',
    },
    scan: 'Escanéalo con tu app de autenticación.\nO copia en ella la línea de abajo:',
    askCode: 'El código que muestra la app ahora',
    wrongCode:
      'Ese no es el código de la app. No cambié nada.\nRevisa la hora del teléfono y prueba otra vez.',
    pinSet:
      'PIN configurado.\nLo piden los push a la rama principal, los deploys y los permisos que duran.\nPara bloquear tus chats: /bloquear',
    totpSet:
      'Códigos configurados.\nLos piden los push a la rama principal, los deploys y los permisos que duran.\nPara bloquear tus chats: /bloquear',
    off: 'El bloqueo está apagado. Otra vez basta con un sí.',
    wasOff: 'No había ningún bloqueo.',
    code: {
      ask: { pin: 'Tu PIN', totp: 'El código que muestra tu app ahora' },
      noTerminal: 'Con el bloqueo, esto pide tu código: úsalo en una terminal.',
      wrong: 'Código equivocado. No cambié nada.',
      used: 'Ese código ya se usó. No cambié nada.',
      tooSoon: (wait) => `Demasiados códigos equivocados. Prueba en ${wait}.`,
      unusable: 'Falta el PIN o el secreto. No cambié nada.',
      forgotten: (file) => `¿Lo olvidaste? Borra ${file}\nDespués quita el bloqueo: wasap lock off`,
    },
  },
};

function formatWrongCount(wrong: number): string {
  return wrong === 1 ? '' : ` (${wrong} seguidos)`;
}
