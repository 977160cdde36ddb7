import type { beforeStartTexts as English } from '../en/before-start.ts';

export const beforeStartTexts: typeof English = {
  broad: (folder) =>
    `En ${folder} están todos tus archivos, no un proyecto.
No arranqué: con permiso de escritura podría cambiarlos todos.
Arranca en la carpeta de un proyecto, o ponla en PROJECT_ROOT.`,
  goOn: '¿Arranco aquí de todos modos? (s/N) ',
  noKey: (file) => `Falta la clave: usa wasap setup, o ANTHROPIC_API_KEY en ${file}`,
  offerSetup: {
    question: 'Falta la clave de la API. ¿La configuramos ahora?',
    yes: 'Sí',
    no: 'Ahora no',
  },
};
