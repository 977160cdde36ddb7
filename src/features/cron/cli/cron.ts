import type { Command } from 'commander';
import type { CliHost, SubCommand } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';

interface NextOptions {
  readonly json?: true;
  readonly timezone?: string;
  readonly from?: string;
  readonly agent?: true;
}

export const cron: SubCommand = (program, host) => {
  program
    .command('cron')
    .description('Show when a schedule would run')
    .addHelpText('after', '\nExample: wasap cron next "0 9 * * 1-5" --timezone America/Lima')
    .command('next')
    .argument(
      '[schedule]',
      'in quotes: a cron expression of five fields (six if the first one is the second), an interval ("every 15m", "every 2h", PT15M), or one date and time (2026-12-24T09:00, with or without its offset)',
    )
    .description('Show the next three times of a schedule, or what is wrong with it; sets nothing')
    .addHelpText('after', '\nExample: wasap cron next "0 9 * * 1-5" --timezone America/Lima')
    .option('--timezone <zone>', 'IANA time zone, like Europe/Madrid; needed without --json')
    .option('--from <time>', 'date and time to count from (default: now)')
    .option('--agent', 'check it as a schedule of tasks: at least 5 minutes apart instead of 60 seconds')
    .option(
      '--json',
      'read {"id","schedule","timezone","from"} per line, write {"id","next":[times in UTC]} or {"id","error"}; exit code 1: a line could not be read',
    )
    .action((schedule: string | undefined, options: NextOptions, next: Command) => {
      if ((schedule === undefined) === (options.json === undefined)) {
        next.error('error: give one schedule in quotes, or --json and lines on standard input');
      }
      if (schedule === undefined) return answerInput(host, options);
      const { timezone } = options;
      if (timezone === undefined) {
        next.error('error: add a time zone, like --timezone America/Lima');
      }
      return tell({ schedule, timezone, from: options.from }, options, host);
    });
};

async function answerInput({ input, output, setExitCode }: CliHost, options: NextOptions): Promise<void> {
  const { cronLines } = await import('./next-times.ts');
  const unread = await cronLines({ input, output, nowMs: systemClock.nowMs(), starts: startsOf(options) });
  setExitCode(unread === 0 ? 0 : 1);
}

interface Told {
  readonly schedule: string;
  readonly timezone: string;
  readonly from: string | undefined;
}

async function tell(
  told: Told,
  options: NextOptions,
  { output, locale: readLocale }: CliHost,
): Promise<void> {
  const { cronText } = await import('./next-times.ts');
  const locale = (await readLocale()) ?? 'en';
  const lines = cronText(told, { nowMs: systemClock.nowMs(), starts: startsOf(options), locale });
  output.write(`${lines.join('\n')}\n`);
}

function startsOf({ agent }: NextOptions): 'agent' | 'message' {
  return agent ? 'agent' : 'message';
}
