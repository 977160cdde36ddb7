import type { SubCommand } from '../../../contracts/sub-command.ts';
import { lockHelp } from './lock-help.ts';
import type { DrawQr, OpenLock } from './open-lock.ts';

export const lockSubCommand =
  (open: OpenLock, drawQr: DrawQr): SubCommand =>
  (program, host) => {
    const help = lockHelp[host.helpLocale];
    const lock = program
      .command('lock')
      .description(help.about)
      .addHelpText('after', help.example)
      .action(async () => {
        const { showLock } = await import('./set-up.ts');
        await showLock(host, open);
      });
    lock
      .command('setup')
      .argument('[kind]', help.setup.kind, 'pin')
      .description(help.setup.about)
      .addHelpText('after', help.setup.example)
      .action(async (kind: string) => {
        const { setUpLock } = await import('./set-up.ts');
        await setUpLock(host, kind, { open, drawQr });
      });
    lock
      .command('off')
      .description(help.off.about)
      .addHelpText('after', help.off.example)
      .action(async () => {
        const { switchLockOff } = await import('./set-up.ts');
        await switchLockOff(host, open);
      });
  };
