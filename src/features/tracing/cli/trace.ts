import type { SubCommand } from '../../../contracts/sub-command.ts';

export const trace: SubCommand = (program, host) => {
  const help = traceHelp[host.terminalLocale];
  program
    .command('trace')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[session]', help.session)
    .option('--json', help.json)
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { runTrace } = await import('./run-trace.ts');
      await runTrace(host, name, options);
    });
};

const english = {
  about: 'Show what a task did and when, as a tree',
  example: '\nExample: wasap trace "#2"',
  session: 'id from /sessions, or #2 if only one chat has a task 2 (default: the newest task)',
  json: 'as one JSON object, inputs and outputs included',
};

const spanish: typeof english = {
  about: 'Muestra qué hizo una tarea y cuándo, como un árbol',
  example: '\nEjemplo: wasap trace "#2"',
  session: 'id de /tareas, o #2 si solo un chat tiene una tarea 2 (por defecto: la tarea más nueva)',
  json: 'como un objeto JSON, con entradas y salidas',
};

const traceHelp = { en: english, es: spanish };
