import type { checkTexts as english } from './en.ts';

export const checkTexts: typeof english = {
  noMap:
    'Aquí una tarea empieza sin mapa.\nPara un mapa hacen falta al menos 5 archivos de código, y tokens para una línea.',
  byIndentation: (file, problem) => `Leí ${file} por su sangría: «${problem}».`,
};
