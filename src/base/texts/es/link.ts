import type { linkTexts as English } from '../en/link.ts';

export const linkTexts: typeof English = {
  scan: 'En tu teléfono: WhatsApp, Ajustes, Dispositivos vinculados, Vincular un dispositivo. Después escanea esto:',
  type: (code) =>
    `En tu teléfono: WhatsApp, Ajustes, Dispositivos vinculados, Vincular un dispositivo, Vincular con número de teléfono. Después escribe: ${code}`,
  open: 'WhatsApp: conectado.',
  degraded: (why) => `WhatsApp: conectado, pero algo anda mal: ${why}.`,
  backoff: (why) => `WhatsApp: sin conexión (${why}). Lo vuelvo a intentar solo.`,
  terminal: {
    conflict:
      'WhatsApp: otro programa usa este dispositivo vinculado. Ciérralo y arranca este otra vez; solo uno puede estar conectado.',
    logged_out:
      'WhatsApp: este dispositivo se quitó en el teléfono. Vincúlalo otra vez con `wasap pair`; no se pierde nada más.',
    banned: 'WhatsApp: este número no puede usar WhatsApp Web. Mira el motivo en WhatsApp, en el teléfono.',
    version_rejected:
      'WhatsApp: el servidor dice que este cliente es demasiado viejo. Actualiza el programa, o pon whatsapp.version en agent.yaml.',
    lease: 'WhatsApp: otro programa trabaja con esta carpeta de datos.',
    unreadable: 'WhatsApp: el vínculo guardado no se puede leer. No lo toqué.',
  },
};
