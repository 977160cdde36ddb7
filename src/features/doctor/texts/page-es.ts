import type { pageTexts as english } from './page-en.ts';

export const pageTexts: typeof english = {
  label: 'Diagnóstico',
  title: 'Diagnóstico',
  again: 'Revisar otra vez',
  takes: 'Una revisión tarda unos segundos.\nLe pregunta al modelo y te envía un mensaje que se borra solo.',
  mark: { bad: 'por arreglar', warn: 'se puede mejorar', ok: 'bien' },
  todo: 'Qué hacer:',
};
