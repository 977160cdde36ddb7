import type { consoleTexts as english } from '../en/console.ts';

export const consoleTexts: typeof english = {
  you: 'Tú',
  agent: 'wasap',
  search: 'buscar',
  stopHint: (tasks) => `Presiona Ctrl-C otra vez para detener: ${tasks} (Ctrl-D sale)`,
  quitHint: 'No hay nada en marcha. Presiona Ctrl-C otra vez para salir.',
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
    ].join('\n'),
  notStored: (line) =>
    `⚠️ No queda espacio: ignoré la línea ${line} y las que siguen.
Libera espacio y envíalas otra vez.`,
  interrupted: (tasks) =>
    tasks === 1
      ? 'Detenido. La tarea queda guardada. Para seguir: wasap start'
      : `Detenido. ${tasks} tareas guardadas. Para seguir: wasap start`,
  mayRepeat: '(quizá ya te llegó)',
  greeting: (facts) => [
    `wasap-agent · ${facts.model} · ${facts.workspace}`,
    facts.writeEnabled
      ? 'Escribe /agente y lo que quieres. /ayuda muestra más.'
      : 'Solo lectura: con AGENT_WRITE_ENABLED=true, /agente puede cambiar archivos. /ayuda muestra más.',
    ...(facts.writeEnabled ? [facts.sandbox] : []),
    '',
  ],
};
