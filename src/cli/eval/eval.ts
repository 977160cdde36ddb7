import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import type { EvalOptions } from './run-eval.ts';

/** Not a coding task: requests, each with the specialist that should be recommended. */
const ROUTING = 'secretary';
const MAX_RUNS = 100;
const MAX_USD = 10_000;

export const evaluate: SubCommand = (program, host) => {
  const help = evalHelp[host.terminalLocale];
  program
    .command('eval')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[names...]', help.names)
    .option('--list', help.list)
    .addOption(new Option('--model <id>', help.model).conflicts('replay'))
    .option('--replay <folder>', help.replay)
    .addOption(
      new Option('--max-usd <dollars>', help.maxUsd)
        .argParser(dollars(help.badDollars(MAX_USD)))
        .conflicts('replay'),
    )
    .option('-y, --yes', help.yes)
    .addOption(
      new Option('--repeat <n>', help.repeat).argParser(runs(help.badRuns(MAX_RUNS))).default(1, '1'),
    )
    .option('--json', help.json)
    .option('--keep', help.keep)
    .option('--require-solved', help.requireSolved)
    .addHelpText('after', help.attempts)
    .action(async (names: readonly string[], options: EvalOptions) => {
      if (names.length === 1 && names[0] === ROUTING) {
        const { runRouting } = await import('./run-routing.ts');
        host.setExitCode(await runRouting(host, options));
        return;
      }
      const { runEval } = await import('./run-eval.ts');
      host.setExitCode(await runEval(host, names, options));
    });
};

const dollars =
  (refusal: string) =>
  (text: string): number => {
    const usd = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (usd >= 0.01 && usd <= MAX_USD) return usd;
    throw new InvalidArgumentError(refusal);
  };

const runs =
  (refusal: string) =>
  (text: string): number => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= MAX_RUNS) return count;
    throw new InvalidArgumentError(refusal);
  };

const english = {
  about: 'Let the agent do small coding tasks, and score the results',
  example: '\nExample: wasap eval --list',
  attempts: `
Each attempt gets its own project, data and git history in a temporary folder.
Nobody answers questions: the answer is no, unless the task allows it.
Exit codes: 0 every attempt was scored; 1 one wasn't; 130 you pressed Ctrl-C.
To write a task of your own: docs/evals.md.

wasap eval secretary measures how often the secretary recommends the right
specialist, with requests in English and Spanish. To use your own requests,
write CONFIG_DIR/evals/secretary.jsonl.
`,
  badDollars: (most: number) => `Write dollars, from 0.01 to ${most}.`,
  badRuns: (most: number) => `Write a whole number from 1 to ${most}.`,
  names: 'tasks (default: all that --list shows)',
  list: 'list the tasks: built in, and yours in CONFIG_DIR/evals',
  model: 'ask this model; costs money (default: AGENT_MODEL)',
  replay: 'use recorded replies from <folder>/<task>.yaml instead of a model',
  maxUsd: 'the most it may cost in all (default: 5)',
  yes: "don't ask before spending money",
  repeat: 'attempts at each task',
  json: 'one JSON object a line, as each attempt ends',
  keep: 'keep the folders of the attempts, and print where they are',
  requireSolved: 'exit code 1 unless every attempt solved its task',
};

const spanish: typeof english = {
  about: 'Da tareas cortas de código al agente, y las puntúa',
  example: '\nEjemplo: wasap eval --list',
  attempts: `
Cada intento tiene su proyecto, datos e historial git en una carpeta temporal.
Nadie contesta las preguntas: la respuesta es no, salvo que la tarea lo permita.
Códigos de salida: 0 cada intento tiene su puntaje; 1 a uno le falta;
130 presionaste Ctrl-C. Para escribir tus propias tareas: docs/evals.md.

wasap eval secretary mide qué tan seguido la secretaria recomienda al
especialista correcto, con pedidos en inglés y español. Para usar tus propios
pedidos, escribe CONFIG_DIR/evals/secretary.jsonl.
`,
  badDollars: (most: number) => `Escribe dólares, de 0.01 a ${most}.`,
  badRuns: (most: number) => `Escribe un número entero de 1 a ${most}.`,
  names: 'tareas (por defecto: todas las que muestra --list)',
  list: 'lista las tareas: las incluidas, y las tuyas de CONFIG_DIR/evals',
  model: 'pregúntale a este modelo; cuesta dinero (por defecto: AGENT_MODEL)',
  replay: 'usa respuestas grabadas de <carpeta>/<tarea>.yaml en vez de un modelo',
  maxUsd: 'lo máximo que puede costar en total (por defecto: 5)',
  yes: 'gasta dinero sin preguntar',
  repeat: 'intentos de cada tarea',
  json: 'un objeto JSON por línea, al terminar cada intento',
  keep: 'conserva las carpetas de los intentos y muestra dónde están',
  requireSolved: 'código de salida 1 si algún intento no resolvió su tarea',
};

const evalHelp = { en: english, es: spanish };
