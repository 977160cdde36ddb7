import type { SubCommand } from '../../contracts/sub-command.ts';
import { phoneArgument } from '../../core/command-line.ts';
import { readSettings } from '../../settings/settings.ts';
import type { LinkingEnd, PairOptions } from './link-device.ts';

const EXIT_NOT_LINKED = 1;
/** The exit code of programs that Ctrl-C stopped. */
const EXIT_STOPPED = 130;

export const pair: SubCommand = (program, host) => {
  const help = pairHelp[host.terminalLocale];
  program
    .command('pair')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--phone <number>', help.phone, phoneArgument(host.terminalLocale))
    .option('--new', help.new)
    .option('--json', help.json)
    .action(async (options: PairOptions) => {
      const settings = await readSettings({ packageRoot: host.packageRoot });
      const { linesFor, linkDevice } = await import('./link-device.ts');
      const end = await linkDevice(settings, options, {
        show: linesFor(host.output),
        terminal: host.output,
      });
      host.setExitCode(exitCodeOf(end));
    });
};

function exitCodeOf({ kind }: LinkingEnd): number {
  if (kind === 'linked' || kind === 'already') return 0;
  return kind === 'stopped' || kind === 'stopped-here' ? EXIT_STOPPED : EXIT_NOT_LINKED;
}

const english = {
  about: 'Link WhatsApp on your phone, by QR code or typed code',
  example: '\nExample: wasap pair --phone +34600111222',
  phone: 'link with a code that you type on the phone with this number',
  new: 'replace the linked phone with another one',
  json: 'one JSON object a line: {"qr"}, {"code"}, {"paired"}, {"failed"}',
};

const spanish: typeof english = {
  about: 'Vincula WhatsApp en tu teléfono, con QR o código escrito',
  example: '\nEjemplo: wasap pair --phone +34600111222',
  phone: 'vincula con un código que escribes en el teléfono de este número',
  new: 'cambia el teléfono vinculado por otro',
  json: 'un objeto JSON por línea: {"qr"}, {"code"}, {"paired"}, {"failed"}',
};

const pairHelp = { en: english, es: spanish };
