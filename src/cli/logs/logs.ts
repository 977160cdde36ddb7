import { Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { countOf } from '../../core/count-of.ts';
import type { LogsOptions } from './run-logs.ts';

/** As `LOG_LEVELS`, which would load what reads the log with every sub-command. */
const LEVELS: readonly LogsOptions['level'][] = ['info', 'warn', 'error'];
const DEFAULT_COUNT = 100;

export const logs: SubCommand = (program, host) => {
  program
    .command('logs')
    .description('Show the newest lines of the log, and follow it with -f')
    .addOption(
      new Option('-n, --last <n>', 'how many lines at most').argParser(countOf).default(DEFAULT_COUNT),
    )
    .option('-f, --follow', 'show new lines as they come, until Ctrl-C')
    .addOption(new Option('--level <level>', 'lines of this level and above').choices(LEVELS).default('info'))
    .option('--session <id>', 'lines of one task, as wasap sessions names it')
    .option('--json', 'lines as they are in the file')
    .addHelpText('after', '\nExample: wasap logs -f --level warn\nTimes are in UTC.')
    .action(async (options: LogsOptions) => {
      const { runLogs } = await import('./run-logs.ts');
      await runLogs(host, options);
    });
};
