import type { contextTexts as English } from '../en/context.ts';

export const contextTexts: typeof English = {
  title: (task) => `🧠 Contexto de: ${task}`,
  counted: (tokens, window) => `${tokens} de ${window} tokens`,
  about: (tokens, window) => `unos ${tokens} de ${window} tokens`,
  parts: 'Se reparten, más o menos, así:',
  names: {
    system: 'mis instrucciones',
    tools: 'herramientas',
    task: 'tu tarea',
    summary: 'resumen de rondas anteriores',
    conversation: 'conversación',
    results: 'resultados de herramientas',
    free: 'libre',
  },
  otherTools: (count, tokens) => `   ${count} más ${tokens}`,
  due: (tokens) => `Al llegar a ${tokens} lo compacto solo; /compact lo hace ya.`,
  compactedBefore: (times, before, after) =>
    `Compactado ${times} ${times === 1 ? 'vez' : 'veces'}; la última, de ${before} a unos ${after}.`,
  none: 'Aquí todavía no hay ninguna tarea, así que no hay contexto.',
  empty: 'Aún no ha empezado: su contexto está vacío.',
  compacted: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nLa tarea, tus mensajes, el plan, los archivos cambiados y las pruebas que fallan se conservan palabra por palabra.`,
  digested: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nEl modelo no pudo escribir un resumen; en su lugar guardé una lista de lo hecho.`,
  notCompacted: {
    nothing: 'No hay nada que compactar: el contexto tiene poco más que las dos últimas rondas.',
    money:
      'No lo compacté: se alcanzó un límite de dinero o de tokens. /agent-resume +1 permite un dólar más.',
    failed: 'No lo compacté: no pude consultar al modelo. Nada cambió; prueba /compact más tarde.',
  },
  compactSoon: '🗜️ Compacto el contexto antes de mi próximo paso.',
  compactLater: '🗜️ Compacto el contexto cuando esta tarea siga.',
  compactNow: '🗜️ Compacto el contexto; tarda un momento.',
};
