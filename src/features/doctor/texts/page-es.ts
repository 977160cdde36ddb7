import type { pageTexts as english } from './page-en.ts';

export const pageTexts: typeof english = {
  label: 'Diagnóstico',
  title: 'Diagnóstico',
  again: 'Revisar otra vez',
  takes: 'Una revisión tarda unos segundos.\nLe pregunta al modelo y no envía nada a ningún chat.',
  test: 'Mensaje de prueba',
  testIs: 'Revisa otra vez y te envía un mensaje que se borra solo.\nTu chat también recibe el resultado.',
  send: 'Enviar un mensaje de prueba',
  mark: { bad: 'por arreglar', warn: 'se puede mejorar', ok: 'bien' },
  todo: 'Qué hacer:',
};
