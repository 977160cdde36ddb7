import type { firedTexts as English } from '../en/fired.ts';

export const firedTexts: typeof English = {
  label: (name) => `⏰ cron ${name}`,
  projectGone: (name, project) =>
    `Su proyecto, ${project}, ya no está, así que no empezó nada. /cron borrar ${name}, y créala de nuevo en otro.`,
};
