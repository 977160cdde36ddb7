import { CommanderError } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { EXIT_CODES } from './outcome.ts';
import { PERMISSIONS } from './permissions.ts';
import type { RunOptions } from './run-task.ts';

export const run: SubCommand = (program, host) => {
  const help = runHelp[host.terminalLocale];
  const command = program
    .command('run')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[task...]', help.task)
    .option('--json', help.json)
    .option('--yes <kinds>', help.yes, collectList, [])
    .option('--allow <beginning>', help.allow, collectOption, [])
    .option('--resume <session>', help.resume)
    .addHelpText('after', help.codes(kindsOfQuestions(host.terminalLocale)))
    .action(async (words: readonly string[], options: RunOptions) => {
      const { runTask } = await import('./run-task.ts');
      host.setExitCode(await runTask(host, words.join(' '), options));
    });
  command.exitOverride((error) => {
    // Exit code 1 says that a task was begun and is not done.
    if (error.exitCode === 0) throw error;
    throw new CommanderError(EXIT_CODES['not-begun'], error.code, error.message);
  });
};

/** The kinds of question with what each is, one a line. */
function kindsOfQuestions(locale: Locale): string {
  const kinds = Object.entries(PERMISSIONS);
  return kinds.map(([name, { description }]) => `  ${name.padEnd(14)}${description[locale]}`).join('\n');
}

function collectOption(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}

function collectList(given: string, before: readonly string[]): readonly string[] {
  return [...before, ...given.split(',').map((one) => one.trim())];
}

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

const runHelp = { en: english, es: spanish };
