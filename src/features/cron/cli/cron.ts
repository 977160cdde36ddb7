import type { Command } from 'commander';
import type { CliHost, SubCommand } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { cronHelp } from './cron-help.ts';

interface NextOptions {
  readonly json?: true;
  readonly timezone?: string;
  readonly from?: string;
  readonly agent?: true;
}

export const cron: SubCommand = (program, host) => {
  const help = cronHelp[host.helpLocale];
  program
    .command('cron')
    .description(help.about)
    .addHelpText('after', help.example)
    .command('next')
    .argument('[schedule]', help.next.schedule)
    .description(help.next.about)
    .addHelpText('after', help.next.example)
    .option('--timezone <zone>', help.next.timezone)
    .option('--from <time>', help.next.from)
    .option('--agent', help.next.agent)
    .option('--json', help.next.json)
    .action((schedule: string | undefined, options: NextOptions, next: Command) => {
      if ((schedule === undefined) === (options.json === undefined)) {
        next.error(help.next.oneSchedule);
      }
      if (schedule === undefined) return answerInput(host, options);
      const { timezone } = options;
      if (timezone === undefined) {
        next.error(help.next.needsZone);
      }
      return showTimes({ schedule, timezone, from: options.from }, options, host);
    });
};

async function answerInput({ input, output, setExitCode }: CliHost, options: NextOptions): Promise<void> {
  const { cronLines } = await import('./next-times.ts');
  const unread = await cronLines({ input, output, nowMs: systemClock.nowMs(), starts: startsOf(options) });
  setExitCode(unread === 0 ? 0 : 1);
}

interface WantedSchedule {
  readonly schedule: string;
  readonly timezone: string;
  readonly from: string | undefined;
}

async function showTimes(
  wanted: WantedSchedule,
  options: NextOptions,
  { output, locale: readLocale }: CliHost,
): Promise<void> {
  const { cronText } = await import('./next-times.ts');
  const locale = (await readLocale()) ?? 'en';
  const lines = cronText(wanted, { nowMs: systemClock.nowMs(), starts: startsOf(options), locale });
  output.write(`${lines.join('\n')}\n`);
}

function startsOf({ agent }: NextOptions): 'agent' | 'message' {
  return agent ? 'agent' : 'message';
}
