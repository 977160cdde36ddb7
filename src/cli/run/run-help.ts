import { EXIT_CODES } from './outcome.ts';

const english = {
  about: 'Do one task in this repository and end: for scripts and CI',
  example: '\nExample: wasap run --yes=tests "fix the failing test"',
  codes: (kinds: string) => `
Questions for --yes. Any other one ends the run with exit code ${EXIT_CODES.asked}:
${kinds}

Exit codes: ${EXIT_CODES.done} done; ${EXIT_CODES['not-done']} not done, or not tested; ${EXIT_CODES['not-begun']} not started (settings, no
repository, no key); ${EXIT_CODES.asked} asked something that --yes doesn't cover; ${EXIT_CODES.cancelled} you pressed
Ctrl-C; ${EXIT_CODES.interrupted} interrupted from outside: --resume continues it.`,
  task: 'in quotes; - reads it from standard input; with --resume: what to tell the task',
  json: 'print events as JSON lines instead of text (docs/run.md)',
  yes: 'answer yes to these questions in advance, separated by commas (see below)',
  allow: 'also allow commands that start with this; can be repeated',
  resume: 'continue a task that wasap run started',
};

const spanish: typeof english = {
  about: 'Hace una tarea en este repositorio y termina: scripts y CI',
  example: '\nEjemplo: wasap run --yes=tests "arregla la prueba que falla"',
  codes: (kinds: string) => `
Preguntas para --yes. Cualquier otra termina con código de salida ${EXIT_CODES.asked}:
${kinds}

Códigos de salida: ${EXIT_CODES.done} hecha; ${EXIT_CODES['not-done']} falta algo, o sin probar; ${EXIT_CODES['not-begun']} no empezó (ajustes,
sin repositorio, sin clave); ${EXIT_CODES.asked} preguntó algo que --yes no cubre; ${EXIT_CODES.cancelled} presionaste
Ctrl-C; ${EXIT_CODES.interrupted} interrumpida desde afuera: --resume la continúa.`,
  task: 'entre comillas; - la lee de la entrada estándar; con --resume: qué decirle a la tarea',
  json: 'muestra eventos en líneas JSON en vez de texto (docs/run.md)',
  yes: 'responde sí de antemano a estas preguntas, separadas por comas (mira abajo)',
  allow: 'permite también los comandos que empiezan así; se puede repetir',
  resume: 'continúa una tarea que empezó wasap run',
};

export const runHelp = { en: english, es: spanish };
