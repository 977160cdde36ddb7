import type { cronTexts as English } from '../en/cron.ts';

export const cronTexts: typeof English = {
  next: (zone) => `Próximas veces, hora de ${zone}:`,
  once: 'Una sola vez, y nunca más.',
  dates: 'es',
};
