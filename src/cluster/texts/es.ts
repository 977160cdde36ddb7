import type { machineTexts as english } from './en.ts';

export const machineTexts: typeof english = {
  cell: (name) => `Celda ${name}`,
  front: (name) => `Frente ${name}`,
  running: 'en marcha',
  draining: 'vaciándose',
  gone: (span) => `no responde hace ${span}`,
  tasks: (running) => `tareas ${running}`,
  tasksWaiting: (running, waiting) => `tareas ${running} + ${waiting} en espera`,
  today: (money) => `${money} hoy`,
  chats: (count) => `chats: ${count}`,
  messages: (count, span) => `mensajes en espera: ${count} (${span})`,
  heard: (span) => `hace ${span}`,
  here: (name) => `🖥️ Soy la celda ${name}. Las otras:`,
  asOf: (span) => `⚠️ PostgreSQL no responde. Así estaban hace ${span}:`,
  unseen: '⚠️ PostgreSQL no responde. Aún no vi otra máquina.',
  alone: 'Aún no hay otra máquina. Inicia una: wasap cell',
  more: (count) => `… y más: ${count}. En una terminal: wasap cluster status`,
  together: (facts) => `Todas las celdas juntas: ${facts}`,
  verified: (entry, span, hash) => `registro intacto hasta ${entry}, revisado hace ${span}, hash ${hash}`,
  broken: (span) => `registro dañado, revisado hace ${span}`,
  unverified: 'registro aún sin revisar',
};
