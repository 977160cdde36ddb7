import type { linkTexts as English } from '../en/link.ts';

export const linkTexts: typeof English = {
  scan: 'WhatsApp en tu teléfono: Ajustes, Dispositivos vinculados, Vincular. Escanea:',
  tooSmall: (columns, rows) =>
    `Esta ventana es muy chica para el código QR. Vincula con un código para teclear: wasap pair --phone +<tu número>. O agranda la ventana a ${columns} columnas por ${rows} líneas: el próximo código QR llega en 20 segundos.`,
  type: (code) =>
    `En tu teléfono: WhatsApp, Ajustes, Dispositivos vinculados, Vincular un dispositivo, Vincular con número de teléfono. Después escribe: ${code}`,
  open: 'WhatsApp: conectado.',
  degraded: (why) => `WhatsApp: conectado, pero algo anda mal: ${why}.`,
  backoff: (why) => `WhatsApp: sin conexión (${why}). Lo vuelvo a intentar solo.`,
  outdated: (why) =>
    `WhatsApp dice que este cliente es demasiado viejo (${why}), y no conozco una versión más nueva. Actualiza el programa, o pon WHATSAPP_VERSION en .env (o quítala). Lo intento otra vez cada 15 minutos.`,
  linked: (number) => `Vinculado como +${number}.`,
  staying:
    'Ahora el teléfono me envía lo que un dispositivo nuevo recibe una sola vez: tarda hasta 20 segundos. Ctrl-C termina enseguida.',
  alreadyLinked: (number) =>
    `Ya está vinculado como +${number}. Para vincular otro número: wasap pair --new.`,
  putAside:
    'El dispositivo que estaba vinculado se deja aparte hasta que haya otro. Después quítalo en el teléfono: Ajustes, Dispositivos vinculados.',
  notLinked: {
    unscanned:
      'Nadie usó los códigos, así que no se vinculó nada. Ejecuta wasap pair otra vez con el teléfono a mano.',
    'no-code': (number, why) =>
      `WhatsApp no dio un código para +${number} (${why}). ¿Es el número del teléfono, con su código de país? También sirve el código QR: wasap pair.`,
    unreachable: (why) =>
      `No se puede llegar a WhatsApp (${why}), así que no se vinculó nada. Revisa la red y ejecuta wasap pair otra vez.`,
    outdated: (why) =>
      `WhatsApp dice que este cliente es demasiado viejo (${why}), así que no se vinculó nada. Actualiza el programa, o pon WHATSAPP_VERSION en .env.`,
    ended: 'El programa en marcha terminó, así que no se vinculó nada. Ejecuta wasap pair otra vez.',
    stopped: 'Detenido. Todo queda como estaba.',
    'stopped-here': 'Detenido. No se vinculó nada; el programa en marcha sigue esperando un teléfono.',
  },
  terminal: {
    conflict:
      'WhatsApp: otro programa usa este dispositivo vinculado. Ciérralo y arranca este otra vez; solo uno puede estar conectado.',
    logged_out:
      'WhatsApp: este dispositivo se quitó en el teléfono. Vincúlalo otra vez con `wasap pair`; no se pierde nada más.',
    banned: 'WhatsApp: este número no puede usar WhatsApp Web. Mira el motivo en WhatsApp, en el teléfono.',
    lease: 'WhatsApp: otro programa trabaja con esta carpeta de datos.',
    unreadable: 'WhatsApp: el vínculo guardado no se puede leer. No lo toqué.',
  },
};
