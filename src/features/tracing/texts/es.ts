import type { english } from './en.ts';

export const spanish: typeof english = {
  title: 'Tiempos',
  of: 'Tiempos de',
  none: 'No hay tiempos de esta tarea.',
  notRecorded:
    'No hay nada registrado.\nLa tarea nunca corrió, o su registro era muy viejo (keep.traces_days).',
  spans: (spans) => `Pasos: ${spans}`,
  overview: 'Ejecuciones y rondas. Abre una ronda para ver sus pasos.',
  all: 'Volver a todas las rondas',
  step: 'Paso',
  start: 'Inicio',
  time: 'Duró',
  course: 'Curso',
  open: 'en marcha',
  interrupted: 'interrumpido',
};
