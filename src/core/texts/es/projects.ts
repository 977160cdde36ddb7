import type { projectTexts as English } from '../en/projects.ts';

export const projectTexts: typeof English = {
  howToSwitch: (name) => `/proyecto cambiar ${name} cambia el proyecto de este chat.`,
  notTheSame: 'La carpeta de su proyecto ya no está, o hay otra en su lugar. Devuélvela antes a su sitio.',
  chooseFirst:
    'PROJECT_ROOT contiene los demás proyectos, así que no trabajo ahí. Elige antes uno: /proyecto cambiar <nombre>; /proyecto los muestra.',
  gone: (name) =>
    `El proyecto de este chat, ${name}, ya no está. Elige otro: /proyecto cambiar <nombre>; /proyecto los muestra.`,
};
