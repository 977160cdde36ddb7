import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { DrawQr, OpenLock } from './open-lock.ts';

export const lockSubCommand =
  (open: OpenLock, drawQr: DrawQr): SubCommand =>
  (program, host) => {
    const lock = program
      .command('lock')
      .description('Set up a PIN, or codes of an app, for the chat')
      .addHelpText('after', '\nExample: wasap lock')
      .action(async () => {
        const { showLock } = await import('./set-up.ts');
        await showLock(host, open);
      });
    lock
      .command('setup')
      .argument('[kind]', 'pin, or totp for an authenticator app', 'pin')
      .description('Choose a PIN, or scan a secret with an authenticator app; asks in this terminal')
      .addHelpText('after', '\nExample: wasap lock setup totp')
      .action(async (kind: string) => {
        const { setUpLock } = await import('./set-up.ts');
        await setUpLock(host, kind, { open, drawQr });
      });
    lock
      .command('off')
      .description('Take the PIN or secret away, and unlock every chat')
      .addHelpText('after', '\nExample: wasap lock off')
      .action(async () => {
        const { switchLockOff } = await import('./set-up.ts');
        await switchLockOff(host, open);
      });
  };
