import type { SubCommand } from '../contracts/sub-command.ts';
import { readSettings } from '../settings/settings.ts';
import type { Linking, PairOptions } from './link-device.ts';
import { phoneArgument } from './phone-argument.ts';

const EXIT_NOT_LINKED = 1;
/** The exit code of programs that Ctrl-C stopped. */
const EXIT_STOPPED = 130;

export const pair: SubCommand = (program, host) => {
  program
    .command('pair')
    .description('Link WhatsApp on your phone, by QR code or typed code')
    .addHelpText('after', '\nExample: wasap pair --phone +34600111222')
    .option('--phone <number>', 'link with a code that you type on the phone with this number', phoneArgument)
    .option('--new', 'replace the linked phone with another one')
    .option('--json', 'one JSON object a line: {"qr"}, {"code"}, {"paired"}, {"failed"}')
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

function exitCodeOf({ kind }: Linking): number {
  if (kind === 'linked' || kind === 'already') return 0;
  return kind === 'stopped' || kind === 'stopped-here' ? EXIT_STOPPED : EXIT_NOT_LINKED;
}
