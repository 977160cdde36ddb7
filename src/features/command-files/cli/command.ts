import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CommandListOptions, CommandLoadOptions, OpenCommands } from './show-commands.ts';

export const commandSubCommand =
  (open: OpenCommands): SubCommand =>
  (program, host) => {
    const help = commandHelp[host.terminalLocale];
    const files = program.command('command').description(help.about).addHelpText('after', help.example);
    files
      .command('list')
      .description(help.list.about)
      .addHelpText('after', help.list.example)
      .option('--json', help.list.json)
      .option('--workspace <dir>', help.workspace)
      .action(async (options: CommandListOptions) => {
        const { listCommands } = await import('./show-commands.ts');
        await listCommands(host, options, open);
      });
    files
      .command('load')
      .argument('<name>', help.load.name)
      .argument('[args...]', help.load.args)
      .description(help.load.about)
      .addHelpText('after', help.load.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (name: string, args: readonly string[], options: CommandLoadOptions) => {
        const { loadCommand } = await import('./show-commands.ts');
        host.setExitCode(await loadCommand(host, { name, args }, options, open));
      });
  };

const english = {
  about: "List and try command files, the project's and your own",
  workspace: 'the project (default: this folder)',
  example: '\nExample: wasap command list',
  list: {
    about: 'List the command files, and what each is for',
    example: '\nExample: wasap command list',
    json: 'as one JSON array',
  },
  load: {
    name: 'as load-security, /load-security, folder:name or .claude/commands/name.md',
    args: 'for $1 to $9 and $ARGUMENTS; put -- before one that begins with -',
    about: 'Print one, fully expanded, as JSON; exit code 1 if that fails',
    example: '\nExample: wasap command load fix "the login test"',
  },
};

const spanish: typeof english = {
  about: 'Lista y prueba archivos de comandos, del proyecto y tuyos',
  workspace: 'el proyecto (por defecto: esta carpeta)',
  example: '\nEjemplo: wasap command list',
  list: {
    about: 'Lista los archivos de comandos, y para qué es cada uno',
    example: '\nEjemplo: wasap command list',
    json: 'como un arreglo JSON',
  },
  load: {
    name: 'como load-security, /load-security, folder:name o .claude/commands/name.md',
    args: 'para $1 a $9 y $ARGUMENTS; pon -- antes de uno que empieza con -',
    about: 'Muestra uno, ya expandido, como JSON; código de salida 1 si eso falla',
    example: '\nEjemplo: wasap command load fix "la prueba de login"',
  },
};

const commandHelp = { en: english, es: spanish };
