import type { projectTexts as English } from '../en/projects.ts';

export const projectTexts: typeof English = {
  howToSwitch: (name) => `Para cambiar de proyecto: /proyecto cambiar ${name}`,
  notTheSame: 'Su carpeta ya no está o es otra. Ponla de vuelta primero.',
  chooseFirst:
    'Elige un proyecto primero: /proyecto cambiar <nombre>\nCon /proyecto los ves. PROJECT_ROOT solo los contiene; ahí no trabajo.',
  gone: (name) =>
    `El proyecto ${name} de este chat ya no está.\nElige otro: /proyecto cambiar <nombre>. Con /proyecto los ves.`,
};
