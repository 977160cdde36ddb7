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
    .description('Link this program to WhatsApp on your phone, by a QR code or a code to type')
    .option('--phone <number>', 'link by a code to type on the phone with this number', phoneArgument)
    .option('--new', 'put the linked device aside and link another one')
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
