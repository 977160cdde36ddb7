import { Option } from 'commander';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { countOf } from '../../../core/count-of.ts';
import type { SessionsOptions } from './run-sessions.ts';
import { sessionsHelp } from './sessions-help.ts';

const DEFAULT_COUNT = 10;
const STATUSES: readonly SessionStatus[] = [
  'queued',
  'running',
  'waiting',
  'paused',
  'parked',
  'done',
  'failed',
  'cancelled',
];

export const sessions: SubCommand = (program, host) => {
  const help = sessionsHelp[host.helpLocale];
  program
    .command('sessions')
    .description(help.about)
    .addHelpText('after', help.example)
    .addOption(
      new Option('-n, --last <n>', help.last).argParser(countOf(host.helpLocale)).default(DEFAULT_COUNT),
    )
    .addOption(new Option('--all', help.all).conflicts('last'))
    .addOption(new Option('--status <status>', help.status).choices(STATUSES))
    .option('--json', help.json)
    .action(async (options: SessionsOptions) => {
      const { runSessions } = await import('./run-sessions.ts');
      await runSessions(host, options);
    });
};
