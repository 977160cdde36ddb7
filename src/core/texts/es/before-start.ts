import type { beforeStartTexts as English } from '../en/before-start.ts';

export const beforeStartTexts: typeof English = {
  broad: (folder) =>
    `${folder} no es un proyecto: ahí está todo lo tuyo, y con permiso de escritura el agente podría cambiarlo. Arranca en la carpeta de un proyecto, o pon una en PROJECT_ROOT.`,
  goOn: '¿Arrancar aquí de todos modos? (s/N) ',
  noKey: (folder) =>
    `Falta la clave del modelo, así que no puede haber tareas. wasap setup la pide; o escribe ANTHROPIC_API_KEY=... en ${folder}/.env.`,
};
