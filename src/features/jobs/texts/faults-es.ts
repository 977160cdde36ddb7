import type { faults as english } from './faults-en.ts';

export const faults: typeof english = {
  'too-large': (file, most) => `${file}: un trabajo tiene hasta ${most} KB; este archivo pasa de ahí.`,
  'no-file': (file) => `No existe el archivo ${file}.`,
  'too-deep': (file) => `${file}: tiene demasiados niveles.`,
  'too-many-aliases': (file) => `${file}: tiene demasiados alias.`,
  'plan-changed':
    'El plan, o lo que hacen sus comandos, cambió desde que lo viste. No corrí nada. Pide que lo planee otra vez.',
  unknown: (name, folders, names) => `No existe el trabajo ${name} en ${folders}. Hay: ${names}.`,
  'unknown-near': (name, folders, near) =>
    `No existe el trabajo ${name} en ${folders}. ¿Quisiste decir ${near}?`,
  'is-link': (file) => `No puedo leer ${file} como trabajo: es un enlace. Indica el archivo al que lleva.`,
  'is-folder': (file) => `No puedo leer ${file} como trabajo: es una carpeta.`,
  'no-regular-file': (file) => `No puedo leer ${file} como trabajo: no es un archivo normal.`,
  'not-permitted': (file) => `No puedo leer ${file} como trabajo: no tengo permiso para leerlo.`,
  'several-documents': (file) => `${file}: un archivo es un solo trabajo: quita lo que está detrás de ---.`,
  'broken-yaml': (file, why) => `${file} no es YAML válido: ${why}`,
  'no-jobs': (name, folders) => `No existe el trabajo ${name} en ${folders}. No hay ninguno.`,
  'no-place': (reference) =>
    `${reference}: ningún valor cabe en una línea de comando detrás de $( ), comillas invertidas, <<, un comentario o comillas especiales. Pon el programa en command y el resto en args`,
};
