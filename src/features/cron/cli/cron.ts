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
  const help = cronHelp[host.terminalLocale];
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

async function showTimes(
  wanted: { readonly schedule: string; readonly timezone: string; readonly from: string | undefined },
  options: NextOptions,
  { output, terminalLocale: locale }: CliHost,
): Promise<void> {
  const { cronText } = await import('./next-times.ts');
  const lines = cronText(wanted, { nowMs: systemClock.nowMs(), starts: startsOf(options), locale });
  output.write(`${lines.join('\n')}\n`);
}

function startsOf({ agent }: NextOptions): 'agent' | 'message' {
  return agent ? 'agent' : 'message';
}

const english = {
  about: 'Show when a schedule would run',
  example: '\nExample: wasap cron next "0 9 * * 1-5" --timezone America/Lima',
  next: {
    schedule:
      'in quotes: a cron expression (five fields, or six with seconds first); an interval ("every 15m", "every 2h", PT15M); or one date and time (2026-12-24T09:00, with or without its offset)',
    about: 'Show the next three times of a schedule, or what is wrong with it; sets nothing',
    example: '\nExample: wasap cron next "0 9 * * 1-5" --timezone America/Lima',
    timezone: 'IANA time zone, like Europe/Madrid; needed without --json',
    from: 'date and time to count from (default: now)',
    agent: 'check it as a schedule of tasks: at least 5 minutes apart instead of 60 seconds',
    oneSchedule: 'error: give one schedule in quotes, or --json and lines on standard input',
    needsZone: 'error: add a time zone, like --timezone America/Lima',
    json: 'read {"id","schedule","timezone","from"} per line, write {"id","next":[times in UTC]} or {"id","error"}; exit code 1: a line could not be read',
  },
};

const spanish: typeof english = {
  about: 'Muestra cuándo correría una programación',
  example: '\nEjemplo: wasap cron next "0 9 * * 1-5" --timezone America/Lima',
  next: {
    schedule:
      'entre comillas: una expresión cron (cinco campos, o seis con segundos al principio); un intervalo ("every 15m", "every 2h", PT15M); o una fecha y hora (2026-12-24T09:00, con o sin su desfase)',
    about: 'Muestra las tres próximas veces de una programación, o qué tiene mal; no programa nada',
    example: '\nEjemplo: wasap cron next "0 9 * * 1-5" --timezone America/Lima',
    timezone: 'zona horaria IANA, como Europe/Madrid; hace falta sin --json',
    from: 'fecha y hora desde la que se cuenta (por defecto: ahora)',
    agent: 'la revisa como programación de tareas: cada 5 minutos como mínimo, en vez de 60 segundos',
    oneSchedule: 'error: escribe una programación entre comillas, o --json y líneas en la entrada estándar',
    needsZone: 'error: agrega una zona horaria, como --timezone America/Lima',
    json: 'lee {"id","schedule","timezone","from"} por línea y escribe {"id","next":[horas en UTC]} o {"id","error"}; código de salida 1: no se pudo leer una línea',
  },
};

const cronHelp = { en: english, es: spanish };
