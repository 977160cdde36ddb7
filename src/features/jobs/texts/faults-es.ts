import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
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
  'broken-yaml': (file, why) => `${file} no es YAML válido: «${why}»`,
  'no-jobs': (name, folders) => `No existe el trabajo ${name} en ${folders}. No hay ninguno.`,
  'no-place': (reference) =>
    `${reference}: ningún valor cabe en una línea de comando detrás de $( ), comillas invertidas, <<, un comentario o comillas especiales. Pon el programa en command y el resto en args`,
  correct: 'Corrige antes este trabajo:',
  more: (count) => `y ${count} más`,
  task: (id) => `tarea ${id}`,
  'task-number': (at) => `tarea número ${at}`,
  expected: (what) => expectationInSpanish(what),
  'too-many-tasks': (count, most) =>
    `${count} tareas son demasiadas: un trabajo tiene hasta ${most}. Divídelo en varios.`,
  'input-too-large': (size, most) => `tiene ${size} caracteres; el input de una tarea tiene hasta ${most}`,
  'input-too-deep': (most) => `tiene más de ${most} niveles`,
  'name-taken': (name) => `${name}: ese nombre está reservado`,
  'same-name': (id) => `dos tareas se llaman ${id}`,
  'no-service': (service, hint) => `no existe el servicio ${service}; ${hint}`,
  'no-command': (service, command, hint) => `${service} no tiene el comando ${command}; ${hint}`,
  near: (name) => `¿quisiste decir ${name}?`,
  'there-are': (names) => `hay: ${names}`,
  'waits-for-itself': 'una tarea no puede esperarse a sí misma',
  'no-task': (id) => `no existe la tarea ${id}`,
  'no-task-near': (id, near) => `no existe la tarea ${id}; ¿quisiste decir ${near}?`,
  parameters: (problems) => `Los parámetros no son válidos: «${problems}»`,
  'too-many-prompts': (count, most) =>
    `${count} tareas tienen prompt; el máximo es ${most}, porque cada una es un pedido al modelo`,
  ring: (ids) => `estas tareas se esperan entre sí: ${ids}`,
  'too-long-chain': (count, most) => `${count} tareas se esperan en fila; el máximo es ${most}`,
  'reference-taken': (reference, name) => `${reference}: ${name} está reservado`,
  'reference-itself': (reference) => `${reference}: una tarea no puede referirse a sí misma`,
  'reference-no-task': (reference, id) => `${reference}: no existe la tarea ${id}`,
  'reference-no-item': (reference, place, field) =>
    `${reference}: ${place} no tiene ${field}; tiene números desde 0`,
  'reference-no-field': (reference, place, field) => `${reference}: ${place} no tiene ${field}`,
  'reference-other-fields': (reference, place, field, names) =>
    `${reference}: ${place} no tiene ${field}; tiene ${names}`,
  'reference-in-text': (reference, types) => `${reference}: ${types} no puede ir dentro de un texto`,
  'reference-type': (reference, types, expected) => `${reference}: es ${types}, y aquí va ${expected}`,
  or: (names, name) => `${names} o ${name}`,
};
