import type { firedTexts as English } from '../en/fired.ts';

export const firedTexts: typeof English = {
  label: (name) => `⏰ cron ${name}`,
  projectGone: (name, project) =>
    `No empecé nada: su proyecto ${project} ya no está.\nBórrala con /programar borrar ${name} y créala otra vez en otro proyecto.`,
};
