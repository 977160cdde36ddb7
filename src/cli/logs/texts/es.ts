import type { logsTexts as english } from './en.ts';

/** `wasap logs`. */
export const logsTexts: typeof english = {
  none: (folder) => `Todavía no hay un log en ${folder}.\nEl programa lo escribe cuando corre: wasap start`,
};
