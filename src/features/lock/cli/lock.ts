import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { DrawQr, OpenLock } from './at-terminal.ts';

export const lockSubCommand =
  (open: OpenLock, drawQr: DrawQr): SubCommand =>
  (program, host) => {
    const help = lockHelp[host.terminalLocale];
    const lock = program
      .command('lock')
      .description(help.about)
      .addHelpText('after', help.example)
      .action(async () => {
        const { showLock } = await import('./at-terminal.ts');
        await showLock(host, open);
      });
    lock
      .command('setup')
      .argument('[kind]', help.setup.kind, 'pin')
      .description(help.setup.about)
      .addHelpText('after', help.setup.example)
      .action(async (kind: string) => {
        const { setUpLock } = await import('./at-terminal.ts');
        await setUpLock(host, kind, { open, drawQr });
      });
    lock
      .command('off')
      .description(help.off.about)
      .addHelpText('after', help.off.example)
      .action(async () => {
        const { switchLockOff } = await import('./at-terminal.ts');
        await switchLockOff(host, open);
      });
  };

const english = {
  about: 'Set up a PIN, or codes of an app, for the chat',
  example: '\nExample: wasap lock',
  setup: {
    kind: 'pin, or totp for an authenticator app',
    about: 'Choose a PIN, or scan a secret with an authenticator app; asks in this terminal',
    example: '\nExample: wasap lock setup totp',
  },
  off: {
    about: 'Take the PIN or secret away, and unlock every chat',
    example: '\nExample: wasap lock off',
  },
};

const spanish: typeof english = {
  about: 'Configura un PIN, o códigos de una app, para el chat',
  example: '\nEjemplo: wasap lock',
  setup: {
    kind: 'pin, o totp para una app de autenticación',
    about: 'Elige un PIN, o escanea un secreto con una app de autenticación; pregunta en esta terminal',
    example: '\nEjemplo: wasap lock setup totp',
  },
  off: {
    about: 'Quita el PIN o el secreto, y desbloquea todos los chats',
    example: '\nEjemplo: wasap lock off',
  },
};

const lockHelp = { en: english, es: spanish };
