const english = {
  about: 'Look after several machines: fronts, cells and their chats',
  example: '\nExample: wasap cluster status',
  status: {
    about: 'Show fronts and cells, their chats, and what waits',
    example: '\nExample: wasap cluster status --chat 34600111222',
    chat: 'where the chats live that have this in their name',
    json: 'as one JSON object',
  },
  move: {
    about: 'Move a chat, or all chats of a cell, to another cell',
    example: '\nExample: wasap cluster move --from old --to new',
    conversation: 'as <front>:<chat>; without it: --from',
    from: 'all chats of this cell',
    to: 'where to (default with --from: wherever there is room)',
  },
  drain: {
    about: 'Give a cell no new chats, before an upgrade',
    example: '\nExample: wasap cluster drain old --move --within 5m',
    cell: 'its name',
    move: 'move its chats to other cells, as their tasks end',
    within: 'how long tasks may go on before they are parked: 90s, 10m, 2h (default: 10m)',
    end: 'give it new chats again',
  },
  doctor: {
    about: 'Check PostgreSQL, fronts, cells and queues: exit code 0 or 1',
    example: '\nExample: wasap cluster doctor',
    json: 'as one JSON object',
  },
};

const spanish: typeof english = {
  about: 'Administra varias máquinas: fronts, celdas y sus chats',
  example: '\nEjemplo: wasap cluster status',
  status: {
    about: 'Muestra los fronts y celdas, sus chats y sus colas',
    example: '\nEjemplo: wasap cluster status --chat 34600111222',
    chat: 'dónde viven los chats que llevan esto en su nombre',
    json: 'como un objeto JSON',
  },
  move: {
    about: 'Pasa un chat, o todos los de una celda, a otra',
    example: '\nEjemplo: wasap cluster move --from vieja --to nueva',
    conversation: 'como <front>:<chat>; sin esto: --from',
    from: 'todos los chats de esta celda',
    to: 'a dónde (por defecto con --from: donde haya lugar)',
  },
  drain: {
    about: 'Deja de darle chats nuevos a una celda, para actualizarla',
    example: '\nEjemplo: wasap cluster drain vieja --move --within 5m',
    cell: 'su nombre',
    move: 'pasa sus chats a otras celdas, cuando terminan sus tareas',
    within: 'cuánto pueden seguir las tareas antes de la pausa: 90s, 10m, 2h (por defecto: 10m)',
    end: 'vuelve a darle chats nuevos',
  },
  doctor: {
    about: 'Revisa PostgreSQL, fronts, celdas y colas: código de salida 0 o 1',
    example: '\nEjemplo: wasap cluster doctor',
    json: 'como un objeto JSON',
  },
};

export const clusterHelp = { en: english, es: spanish };
