import { Option } from 'commander';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { countOf } from '../../../core/count-of.ts';
import type { SessionsOptions } from './run-sessions.ts';

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
  program
    .command('sessions')
    .description('List tasks and talks: how each went, what it cost')
    .addHelpText('after', '\nExample: wasap sessions --last 5')
    .addOption(new Option('-n, --last <n>', 'how many to show').argParser(countOf).default(DEFAULT_COUNT))
    .addOption(new Option('--all', 'show all that are kept').conflicts('last'))
    .addOption(new Option('--status <status>', 'show only those with this status').choices(STATUSES))
    .option('--json', 'as JSON lines')
    .action(async (options: SessionsOptions) => {
      const { runSessions } = await import('./run-sessions.ts');
      await runSessions(host, options);
    });
};
