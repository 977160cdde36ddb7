import type { commandFileTexts as english } from '../en/command-files.ts';

export const commandFileTexts: typeof english = {
  none: 'No hay archivos de comandos. Pon uno en .claude/commands del proyecto o en commands/ de tu carpeta de configuración.',
  name: 'Comando',
  what: 'Para qué sirve (archivo)',
  hidden: (path, by) => `${path}, tapado por ${by}`,
};
