import { Argument } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../secretary-file.ts';
import type { ListOptions } from './list-specialists.ts';
import type { RouteOptions } from './route-request.ts';

export const secretary: SubCommand = (program, host) => {
  const help = secretaryHelp[host.terminalLocale];
  const command = program.command('secretary').description(help.about).addHelpText('after', help.example);
  command
    .command('list')
    .description(help.list.about)
    .addHelpText('after', help.list.example)
    .option('--json', help.list.json)
    .action(async (options: ListOptions) => {
      const { listSpecialists } = await import('./list-specialists.ts');
      await listSpecialists(host, options);
    });
  command
    .command('route')
    .description(help.route.about)
    .addHelpText('after', help.route.example)
    .argument('<request...>', help.route.request)
    .option('--answer <words>', help.route.answer, appendWords, [])
    .option('--choose <words>', help.route.choose)
    .option('--model <id>', help.route.model)
    .option('--json', help.route.json)
    .action(async (words: readonly string[], options: RouteOptions) => {
      const { routeRequest } = await import('./route-request.ts');
      host.setExitCode(await routeRequest(host, words.join(' '), options));
    });
  command
    .command('mode')
    .description(help.mode.about)
    .addHelpText('after', help.mode.example)
    .addArgument(new Argument('[mode]', help.mode.mode).choices(ACTIVATION_MODES))
    .action(async (mode: ActivationMode | undefined) => {
      const { showMode } = await import('./mode.ts');
      host.setExitCode(await showMode(host, mode));
    });
};

function appendWords(words: string, before: readonly string[]): readonly string[] {
  return [...before, words];
}

const english = {
  about: 'Find the specialist for a request',
  example: '\nExample: wasap secretary route "review the login for holes"',
  list: {
    about: "List the specialists (the project's, yours, built in), and files that were skipped",
    example: '\nExample: wasap secretary list',
    json: 'as [{"plugin","name","description","tools"}]; skipped files as JSON lines on stderr',
  },
  route: {
    about: 'Ask the model who fits a request, and why; starts nothing',
    example: '\nExample: wasap secretary route "review the login for holes"',
    request: 'what you want, in your own words',
    answer: 'your answer to a question, or more words; can be repeated',
    choose: 'your answer to the recommendation; shows what would start',
    model: 'ask this model (default: AGENT_MODEL)',
    json: 'as {"matches","recommendation","workflow_match"}, or questions, or an error',
  },
  mode: {
    about:
      'Show or set when the secretary helps: when asked (manual); known to tasks (aware); gets plain messages first (proactive)',
    example: '\nExample: wasap secretary mode aware',
    mode: 'the new mode for this project',
  },
};

const spanish: typeof english = {
  about: 'Encuentra al especialista para un pedido',
  example: '\nEjemplo: wasap secretary route "revisa el login"',
  list: {
    about: 'Lista los especialistas (del proyecto, tuyos, incluidos) y los archivos omitidos',
    example: '\nEjemplo: wasap secretary list',
    json: 'como [{"plugin","name","description","tools"}]; los archivos omitidos, como líneas JSON en stderr',
  },
  route: {
    about: 'Pregunta al modelo quién sirve para un pedido, y por qué; no empieza nada',
    example: '\nEjemplo: wasap secretary route "revisa el login"',
    request: 'qué quieres, con tus palabras',
    answer: 'tu respuesta a una pregunta, o más palabras; se puede repetir',
    choose: 'tu respuesta a la recomendación; muestra qué empezaría',
    model: 'pregúntale a este modelo (por defecto: AGENT_MODEL)',
    json: 'como {"matches","recommendation","workflow_match"}, o preguntas, o un error',
  },
  mode: {
    about:
      'Muestra o cambia cuándo ayuda la secretaria: si la piden (manual); las tareas la conocen (aware); los mensajes le llegan primero (proactive)',
    example: '\nEjemplo: wasap secretary mode aware',
    mode: 'el modo nuevo para este proyecto',
  },
};

const secretaryHelp = { en: english, es: spanish };
