import type { consoleTexts as english } from '../en/console.ts';

export const consoleTexts: typeof english = {
  you: 'Tú',
  agent: 'wasap',
  search: 'buscar',
  stopHint: (tasks) => `Pulsa Ctrl-C otra vez para detener: ${tasks} (Ctrl-D sale)`,
  quitHint: 'No hay nada en marcha. Pulsa Ctrl-C otra vez para salir.',
  ended: (tasks, questions) =>
    [
      'Hasta luego.',
      ...(tasks === 0
        ? []
        : [tasks === 1 ? '1 tarea sigue la próxima vez.' : `${tasks} tareas siguen la próxima vez.`]),
      ...(questions === 0
        ? []
        : [
            questions === 1
              ? '1 pregunta espera tu respuesta.'
              : `${questions} preguntas esperan tu respuesta.`,
          ]),
    ].join(' '),
  notStored: (line) =>
    `⚠️ Mi disco o mi base de datos está llena: no hice nada con la línea ${line} de la entrada ni con las que siguen. Libera espacio y envíalas de nuevo.`,
  interrupted: (tasks) =>
    tasks === 1
      ? 'Me detuve. La tarea queda guardada: el próximo `wasap start` sigue con ella.'
      : `Me detuve. Quedan guardadas ${tasks} tareas: el próximo \`wasap start\` sigue con ellas.`,
  mayRepeat: '(quizá repetido)',
  greeting: (facts) => [
    `wasap-agent · ${facts.model} · ${facts.workspace}`,
    facts.writeEnabled
      ? 'Escribe /agent y lo que quieres. /help muestra más.'
      : 'Solo lectura: AGENT_WRITE_ENABLED=true permite que /agent cambie archivos. /help muestra más.',
    ...(facts.writeEnabled ? [facts.sandbox] : []),
    '',
  ],
};
