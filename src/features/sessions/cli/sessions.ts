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
    .description('Tasks and talks of all chats, newest first: how each went, what it cost')
    .addOption(new Option('-n, --last <n>', 'at most so many').argParser(countOf).default(DEFAULT_COUNT))
    .addOption(new Option('--all', 'every one that is kept').conflicts('last'))
    .addOption(new Option('--status <status>', 'only those in this state').choices(STATUSES))
    .option('--json', 'as JSON lines')
    .action(async (options: SessionsOptions) => {
      const { runSessions } = await import('./run-sessions.ts');
      await runSessions(host, options);
    });
};
