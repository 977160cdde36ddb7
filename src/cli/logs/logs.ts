import { Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { countOf } from '../../core/command-line.ts';
import type { LogsOptions } from './run-logs.ts';

/** As `LOG_LEVELS`, which would load what reads the log with every sub-command. */
const LEVELS: readonly LogsOptions['level'][] = ['info', 'warn', 'error'];
const DEFAULT_COUNT = 100;

export const logs: SubCommand = (program, host) => {
  const help = logsHelp[host.terminalLocale];
  program
    .command('logs')
    .description(help.about)
    .addOption(
      new Option('-n, --last <n>', help.last).argParser(countOf(host.terminalLocale)).default(DEFAULT_COUNT),
    )
    .option('-f, --follow', help.follow)
    .addOption(new Option('--level <level>', help.level).choices(LEVELS).default('info'))
    .option('--session <id>', help.session)
    .option('--json', help.json)
    .addHelpText('after', help.example)
    .action(async (options: LogsOptions) => {
      const { runLogs } = await import('./run-logs.ts');
      await runLogs(host, options);
    });
};

const english = {
  about: 'Show the newest lines of the log, and follow it with -f',
  last: 'how many lines at most',
  follow: 'show new lines as they come, until Ctrl-C',
  level: 'lines of this level and above',
  session: 'lines of one task, as wasap sessions names it',
  json: 'lines as they are in the file',
  example: '\nExample: wasap logs -f --level warn\nTimes are in UTC.',
};

const spanish: typeof english = {
  about: 'Muestra lo último del log, y lo sigue con -f',
  last: 'cuántas líneas como máximo',
  follow: 'muestra las líneas nuevas al llegar, hasta Ctrl-C',
  level: 'líneas de este nivel y superiores',
  session: 'líneas de una tarea, como la nombra wasap sessions',
  json: 'las líneas tal como están en el archivo',
  example: '\nEjemplo: wasap logs -f --level warn\nLas horas están en UTC.',
};

const logsHelp = { en: english, es: spanish };
