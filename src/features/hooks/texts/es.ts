import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/hooks [sí | quitar]',
    summary: 'comandos que el proyecto corre en cada paso',
    more: 'Para dueños.\n/hooks - mira cada comando y cuándo correría\n/hooks sí - acepta exactamente estos\n/hooks quitar - que ya no corra ninguno',
  },
  chat: {
    none: 'Este proyecto no tiene hooks.\nEstarían en .claude/settings.json.',
    title: {
      wants: (path) => `🪝 ${path} quiere correr comandos por su cuenta:`,
      runs: (path) => `🪝 ${path} corre comandos por su cuenta:`,
    },
    when: {
      PreToolUse: (what) => `antes de ${what}`,
      PostToolUse: (what) => `después de ${what}`,
      Stop: 'antes de que termine una tarea',
      SessionStart: 'cuando empieza una tarea',
    },
    anyCall: 'cada llamada',
    seconds: (seconds) => `hasta ${seconds} s`,
    refused: 'nunca corre: la política de comandos lo rechaza',
    network: 'usa la red',
    ignored: (count) =>
      count === '1' ? '1 entrada de otro tipo no se usa.' : `${count} entradas de otro tipo no se usan.`,
    reach:
      'Los hooks ven lo que hace una tarea.\nPueden rechazar una llamada o hacer que yo pregunte, nunca permitirla.\nCorren como comandos que permitiste, en el sandbox si hay uno.',
    confirm:
      'Lee antes los comandos y sus scripts.\nSi cambia este archivo o un script que nombra, pregunto otra vez. Mientras tanto no corre ninguno.\nPara aceptarlos tal como están: /hooks sí',
    already: 'Los aceptaste tal como están.\nPara apagarlos: /hooks quitar',
    accepted: (paths) => `✅ Hooks aceptados: ${paths}.\nPara apagarlos: /hooks quitar`,
    changed: '⚠️ Los hooks cambiaron desde que te los mostré. Ahora son:',
    off: 'Los hooks están apagados aquí. Ya no corre ninguno.',
    notOn: 'Aquí no había hooks aceptados.\nMira los que hay: /hooks',
    unusable: (path, why) => `⚠️ No puedo usar ${path}: ${why}.`,
    notAccepted: (path) =>
      `🪝 Este proyecto tiene hooks que no corren.\nNadie aceptó ${path} tal como está. Un dueño puede verlos: /hooks`,
    asks: (text) => `Un hook del proyecto pregunta: ${text}`,
    said: (text) => `🪝 Un hook dice: ${text}`,
  },
  fault: {
    closed: 'lleva a otro lugar, o el sistema no lo deja leer',
    'too-large': 'pesa más de 256 KB',
    'not-json': 'no es el JSON que espero',
    'too-many': 'tiene más de 50 hooks',
  },
};
