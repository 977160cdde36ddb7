import { type Command, Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CheckOptions, OpenPolicy } from './run-policy.ts';

export const policySubCommand =
  (openPolicy: OpenPolicy): SubCommand =>
  (program, host) => {
    const help = policyHelp[host.terminalLocale];
    program
      .command('policy')
      .description(help.about)
      .addHelpText('after', help.example)
      .command('check')
      .argument('[command]', help.check.command)
      .description(help.check.about)
      .addHelpText('after', help.check.example)
      .option('--json', help.check.json)
      .option('--workspace <dir>', help.check.workspace)
      .addOption(
        new Option('--sandbox <state>', help.check.sandbox).choices(['working', 'none']).default('working'),
      )
      .addOption(new Option('--compound <rule>', help.check.compound).choices(['ask', 'each-part']))
      .action(async (line: string | undefined, options: CheckOptions, check: Command) => {
        if ((line === undefined) === (options.json === undefined)) {
          check.error(help.check.oneLine);
        }
        const { explainLine, judgeInput } = await import('./run-policy.ts');
        const parts = { host, openPolicy };
        await (line === undefined ? judgeInput(parts, options) : explainLine(line, parts, options));
      });
  };

const english = {
  about: 'Tell whether a command would run, ask or be refused',
  example: '\nExample: wasap policy check "git push"',
  check: {
    command: 'one command line, in quotes; exit code 0: allowed, 1: asked, 2: denied',
    about: 'Tell what a task would do with a command, and why; runs nothing',
    example: '\nExample: wasap policy check "git push"',
    oneLine: 'error: give one command line in quotes, like "git push", or --json and lines on standard input',
    json: 'read {"id","cmd","platform"} per line, write {"id","verdict","rule","reason"}; exit code 1: a line could not be read',
    workspace: 'the project it would run in (default: this folder)',
    sandbox: 'working: project scripts run without asking; none: they ask',
    compound:
      'lines of several commands: each-part runs them without asking if each command would; ask asks (default: your settings)',
  },
};

const spanish: typeof english = {
  about: 'Dice si un comando correría, preguntaría o se rechazaría',
  example: '\nEjemplo: wasap policy check "git push"',
  check: {
    command: 'una línea de comando, entre comillas; código de salida 0: permitida, 1: pregunta, 2: rechazada',
    about: 'Dice qué haría una tarea con un comando, y por qué; no ejecuta nada',
    example: '\nEjemplo: wasap policy check "git push"',
    oneLine:
      'error: escribe un comando entre comillas, como "git push", o --json y líneas en la entrada estándar',
    json: 'lee {"id","cmd","platform"} por línea y escribe {"id","verdict","rule","reason"}; código de salida 1: no se pudo leer una línea',
    workspace: 'el proyecto donde correría (por defecto: esta carpeta)',
    sandbox: 'working: los scripts del proyecto corren sin preguntar; none: preguntan',
    compound:
      'líneas de varios comandos: each-part las ejecuta sin preguntar si cada comando puede; ask pregunta (por defecto: tus ajustes)',
  },
};

const policyHelp = { en: english, es: spanish };
