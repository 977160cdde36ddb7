import type { configTexts as english } from './en.ts';

/** `wasap config`. */
export const configTexts: typeof english = {
  columns: { name: 'ajuste', value: 'valor', from: 'origen' },
  notSet: 'sin valor',
  hidden: 'tiene valor, no se muestra',
  origin: {
    environment: 'el entorno',
    usual: 'el valor por defecto',
    nowhere: 'ninguno',
  },
  others: (count) =>
    `Ajustes con su valor por defecto: ${count}\nPara verlos también: wasap config get --all`,
  unknown: (name) => `No hay ningún ajuste ${name}.\nPara verlos todos: wasap config get --all`,
  unknownNear: (name, near) => `No hay ningún ajuste ${name}.\n¿Quisiste decir ${near}?`,
  prompt: (name) => `${name} (no se ve lo que escribes)`,
  noValue: (name) => `Dale un valor a ${name}: como última palabra o por un pipe.`,
  inHistory: (name) =>
    `Este valor quedó en el historial de tu shell.\nLa próxima vez déjalo fuera y te lo pregunto: wasap config set ${name}`,
  unwritable: (name) =>
    `Ese valor de ${name} no cabe en un archivo .env.\nAcepta una línea, con dos tipos de comillas como máximo.`,
  notHere: (name) =>
    `${name} no puede ir en un archivo .env.\nDice dónde está ese archivo, así que ponlo en el entorno.`,
  saved: (name, value) => `Guardado: ${name} = ${value}`,
  savedIn: (file) => `Está en ${file} y vale desde el próximo arranque.`,
  unset: (name, file) => `Quitado: ${name}\nYa no está en ${file}. Vale desde el próximo arranque.`,
  wasNotSet: (name, file) => `${name} no está en ${file}.`,
  stillIn: (name, file) => `${name} todavía tiene un valor. Está en ${file}`,
  overridden: (name) => `${name} también está en el entorno, y ese es el que vale.`,
  stopped: 'Detenido. No guardé nada.',
};
