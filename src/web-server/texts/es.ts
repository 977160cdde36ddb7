import type { english } from './en.ts';

export const spanish: typeof english = {
  skip: 'Ir al contenido',
  navigation: 'Páginas',
  signOut: 'Salir',
  role: { owner: 'dueño', member: 'miembro', reader: 'lector' },
  atMachine: 'esta máquina',
  ago: (span) => `hace ${span}`,
  lost: 'Se perdió la conexión. Reintentando…',
  said: 'Respuesta',
  heard: 'Listo. Abajo ves lo que cambió.',
  waiting: 'Enviado. Tarda un momento en verse abajo.',
  refused: 'Eso no está permitido aquí. No cambió nada.',
  enter: {
    title: 'Entrar',
    how: 'Para entrar, abre un enlace de un solo uso.',
    terminal: 'En una terminal, usa:',
    chat: 'O escribe en tu propio chat:',
    code: 'Código del enlace',
    button: 'Entrar',
    wrong: 'Este enlace ya no sirve. Pide uno nuevo.',
    tooOften: 'Demasiados intentos. Espera un minuto y abre otro enlace.',
  },
  problem: {
    title: 'No se muestra',
    missing: 'Aquí no hay nada, o no puedes verlo.',
    foreign: 'Este pedido vino de otra página. No hice nada.',
    busy: 'Demasiados pedidos. Espera un momento y recarga.',
    large: 'Eso es demasiado largo. No se envió nada.',
    failed: 'Ahora no puedo mostrar esta página. Recárgala.',
    back: 'Volver al inicio',
  },
};
