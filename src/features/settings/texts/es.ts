import type { english } from './en.ts';

export const spanish: typeof english = {
  label: 'Ajustes',
  title: 'Ajustes',
  search: 'Buscar en los ajustes',
  find: 'Buscar',
  nextStart: 'Como están escritos ahora.\nUn cambio vale desde el próximo inicio.',
  yours: 'Puestos por ti',
  usual: 'Con su valor normal',
  none: 'Aquí no hay ninguno.',
  isSet: 'puesto',
  notSet: 'sin poner',
  origin: {
    environment: 'del entorno',
    file: (path) => `de ${path}`,
    usual: 'el valor normal',
    nowhere: 'no está puesto',
  },
  change: 'Cómo cambiarlo',
  how: {
    environment: 'Está en el entorno, y ese es el que vale.\nCámbialo donde me inicias.',
    onlyEnvironment: 'Ponlo en el entorno: dice dónde están mis archivos.',
    agentFile: 'Escríbelo en agent.yaml de CONFIG_DIR, así:',
    command: (file) => `En una terminal.\nRevisa el valor y lo escribe en ${file}.`,
  },
};
