import { Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { countOf } from '../../core/count-of.ts';
import { logsHelp } from './logs-help.ts';
import type { LogsOptions } from './run-logs.ts';

/** As `LOG_LEVELS`, which would load what reads the log with every sub-command. */
const LEVELS: readonly LogsOptions['level'][] = ['info', 'warn', 'error'];
const DEFAULT_COUNT = 100;

export const logs: SubCommand = (program, host) => {
  const help = logsHelp[host.helpLocale];
  program
    .command('logs')
    .description(help.about)
    .addOption(
      new Option('-n, --last <n>', help.last).argParser(countOf(host.helpLocale)).default(DEFAULT_COUNT),
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
