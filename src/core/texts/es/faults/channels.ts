import type { channelsFaults as english } from '../../en/faults/channels.ts';
import { linkReasonInSpanish, linkStateInSpanish } from '../link-reasons.ts';

export const channelsFaults: typeof english = {
  'whatsapp-credentials': (generation, why) =>
    `No puedo leer las credenciales del dispositivo vinculado (generación ${generation}: ${why}). Las dejé como están. Restaura un respaldo, o desvincúlalo en el teléfono y vincula otra vez: wasap pair --new`,
  'whatsapp-key': (type, why) =>
    `No puedo leer una clave guardada de WhatsApp (${type}): ${why}. Restaura un respaldo, o vincula otra vez: wasap pair --new`,
  'whatsapp-never-first':
    'Nadie me ha escrito en este chat, y yo nunca escribo primero. Que me manden un mensaje.',
  'one-chat': 'Este programa muestra un solo chat: el de su tarea.',
  'front-only-passes': 'Este programa solo pasa mensajes. Pregúntale a una de sus celdas.',
  'console-closed': (why) => `No puedo escribir en la consola: «${why}»`,
  'whatsapp-refused-now': (code) =>
    `WhatsApp rechazó el mensaje por ahora (código ${code}). Prueba más tarde.`,
  'whatsapp-first-contact':
    'WhatsApp no deja que esta cuenta empiece un chat con esa persona ahora (código 463). No lo intento más: que escriba primero.',
  'whatsapp-refused': (code) => `WhatsApp rechazó el mensaje (código ${code}). No lo intento más.`,
  'whatsapp-unsure': (why) => `Quizá el mensaje no llegó: ${linkReasonInSpanish(why)}.`,
  'whatsapp-no-devices': 'WhatsApp no dijo qué teléfonos tiene esa persona: todavía no envié nada.',
  'whatsapp-not-prepared': (why) => `No pude preparar el mensaje: «${why}».`,
  'whatsapp-not-connected': (state) =>
    `WhatsApp no está conectado ahora (${linkStateInSpanish(state)}). Sigo intentando.`,
};
