import type { contextTexts as English } from '../en/context.ts';

export const contextTexts: typeof English = {
  title: (task) => `🧠 Contexto de: ${task}`,
  counted: (tokens, window) => `${tokens} de ${window} tokens`,
  about: (tokens, window) => `unos ${tokens} de ${window} tokens`,
  parts: 'Lo que hay dentro, más o menos:',
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
  due: (tokens) => `Al llegar a ${tokens} lo compacto. Para hacerlo ya: /compactar`,
  compactedBefore: (times, before, after) =>
    `Compactado ${times} ${times === 1 ? 'vez' : 'veces'}; la última, de ${before} a unos ${after}.`,
  none: 'Aún no hay contexto. Empieza una tarea: /agente <tarea>',
  empty: 'Esta tarea aún no empieza: su contexto está vacío.',
  compacted: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nLa tarea, tus mensajes, el plan, los archivos cambiados y las pruebas que fallan siguen palabra por palabra.`,
  digested: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nEl modelo no pudo hacer un resumen, así que guardé una lista de lo hecho.`,
  notCompacted: {
    nothing: 'Nada que compactar aún: hay poco más que dos rondas.',
    money: 'No compacté: llegaste a un límite de dinero o de tokens.\nCon /continuar +1 permites $1 más.',
    failed: 'No compacté: no pude consultar al modelo.\nNo cambió nada. Prueba /compactar más tarde.',
  },
  compactSoon: '🗜️ Compacto el contexto antes de mi próximo paso.',
  compactLater: '🗜️ Compacto el contexto cuando esta tarea siga.',
  compactNow: '🗜️ Compactando el contexto. Tarda un momento.',
};
