import { Option } from 'commander';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { countOf } from '../../../core/command-line.ts';
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
  const help = sessionsHelp[host.terminalLocale];
  program
    .command('sessions')
    .description(help.about)
    .addHelpText('after', help.example)
    .addOption(
      new Option('-n, --last <n>', help.last).argParser(countOf(host.terminalLocale)).default(DEFAULT_COUNT),
    )
    .addOption(new Option('--all', help.all).conflicts('last'))
    .addOption(new Option('--status <status>', help.status).choices(STATUSES))
    .option('--json', help.json)
    .action(async (options: SessionsOptions) => {
      const { runSessions } = await import('./run-sessions.ts');
      await runSessions(host, options);
    });
};

const english = {
  about: 'List tasks and talks: how each went, what it cost',
  example: '\nExample: wasap sessions --last 5',
  last: 'how many to show',
  all: 'show all that are kept',
  status: 'show only those with this status',
  json: 'as JSON lines',
};

const spanish: typeof english = {
  about: 'Lista tareas y charlas: cómo fue cada una, qué costó',
  example: '\nEjemplo: wasap sessions --last 5',
  last: 'cuántas mostrar',
  all: 'muestra todas las que se conservan',
  status: 'muestra solo las que están en este estado',
  json: 'como líneas JSON',
};

const sessionsHelp = { en: english, es: spanish };
