import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../channels/console/console.ts';
import type { AskForCode, CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { SECOND_MS, systemClock } from '../../core/clock.ts';
import { phoneArgument } from '../../core/command-line.ts';
import { Failure } from '../../core/failure.ts';
import { texts } from '../../core/texts/texts.ts';
import { createConsoleVisitors } from '../../gateway/people/console-visitors.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { type OpenStore, openStore } from '../../store/open.ts';
import { createAddressStore, linkTo } from './rows/address-store.ts';
import { type WebConsoleTexts, webConsoleTexts } from './texts/texts.ts';
import { createVisitStore } from './visit-store.ts';

/** An action that lets another person in, or stays valid, asks for the code first if a lock is set up. */
export const webSubCommand =
  (askForCode: AskForCode): SubCommand =>
  (program, host) => {
    const help = webHelp[host.terminalLocale];
    const command = program
      .command('web')
      .description(help.about)
      .addHelpText('after', help.example)
      .action(() =>
        withStore(host, async (store, settings) => {
          const link = newLink(store, LOCAL, webTerminalTexts(settings));
          host.output.write(`${link}\n`);
          if (host.output.isTTY) await openInBrowser(link, settings);
        }),
      );
    command
      .command('link')
      .description(help.link.about)
      .addHelpText('after', help.link.example)
      .option('--for <number>', help.link.for, phoneArgument(host.terminalLocale))
      .action(async ({ for: number = LOCAL }: { readonly for?: string }) => {
        if (number !== LOCAL) await askForCode(host);
        await withStore(host, async (store, settings) => {
          assertCanEnter(number, store, settings);
          host.output.write(`${newLink(store, number, webTerminalTexts(settings))}\n`);
        });
      });
    command
      .command('token')
      .description(help.token.about)
      .addHelpText('after', help.token.example)
      .option('--for <number>', help.token.for, phoneArgument(host.terminalLocale))
      .action(async ({ for: number = LOCAL }: { readonly for?: string }) => {
        await askForCode(host);
        await withStore(host, async (store, settings) => {
          assertCanEnter(number, store, settings);
          const token = createVisitStore(store).grantReading(number, systemClock.nowMs());
          host.output.write(`${token}\n`);
        });
      });
    command
      .command('off')
      .description(help.off.about)
      .addHelpText('after', help.off.example)
      .action(() =>
        withStore(host, async (store, settings) => {
          const ended = createVisitStore(store).endAll(LOCAL);
          host.output.write(`${webTerminalTexts(settings).off(String(ended))}\n`);
        }),
      );
  };

type WebTerminalTexts = WebConsoleTexts['terminal'];

function webTerminalTexts({ terminalLocale }: Settings): WebTerminalTexts {
  return webConsoleTexts(texts(terminalLocale)).terminal;
}

/** @throws Failure `denied` for a person who may not write to the agent: their link or token would open no page */
function assertCanEnter(number: string, { people, outsideAgents }: OpenStore, settings: Settings): void {
  const known = { access: settings.access.list, people, outsideAgents };
  if (createConsoleVisitors(known).visitor(number) !== undefined) return;
  throw new Failure('denied', webTerminalTexts(settings).stranger(`+${number}`));
}

async function withStore(
  host: CliHost,
  act: (store: OpenStore, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const store = openStore({ path: join(settings.folders.data, 'wasap.db') });
  try {
    await act(store, settings);
  } finally {
    store.close();
  }
}

/** @throws Failure `unavailable` when no running program serves the console */
function newLink(store: OpenStore, person: string, words: WebTerminalTexts): string {
  const { database, instances } = store;
  const living = instances.all().filter(({ id }) => instances.isHeld(id) !== false);
  const served = createAddressStore(database)
    .all()
    .find(({ instance }) => living.some(({ id }) => id === instance));
  if (served === undefined) throw new Failure('unavailable', words.notServed);
  return linkTo(served.address, createVisitStore(store).invite(person, systemClock.nowMs()));
}

/** How long the program that opens a browser may take, and how long a browser may take to read the file. */
const MAX_OPEN_MS = 5 * SECOND_MS;
const MAX_READ_MS = 10 * SECOND_MS;
/** Variables that a browser needs to appear on this person's screen. */
const SCREEN_VARIABLES = [
  'PATH',
  'HOME',
  'LANG',
  'BROWSER',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

/**
 * Everybody on this machine can read the arguments of programs: the link goes through a file that only this user can.
 */
async function openInBrowser(link: string, { folders, hostEnvironment }: Settings): Promise<void> {
  const file = join(folders.data, 'open-console.html');
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const environment = Object.fromEntries(
    SCREEN_VARIABLES.flatMap((name) => {
      const value = hostEnvironment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { runHelper } = await import('../../processes/run-helper.ts');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">\n`, {
    mode: 0o600,
  });
  try {
    const signal = AbortSignal.timeout(MAX_OPEN_MS);
    const { code } = await runHelper({ program, args: [file], cwd: '/', environment, signal });
    // The link is printed as well: where nothing can open it, nothing more happens.
    if (code === 0) await systemClock.sleep(MAX_READ_MS);
  } finally {
    rmSync(file, { force: true });
  }
}

const english = {
  about: 'Open the console of the running program in a browser',
  example: '\nExample: wasap web',
  link: {
    about: 'Print a link to sign in: valid once, for 10 minutes',
    example: '\nExample: wasap web link --for +34600111222',
    for: 'for somebody who can write to the agent, with their rights',
  },
  token: {
    about: 'Print a token for the read API: valid until wasap web off',
    example: '\nExample: wasap web token --for +34600111222',
    for: 'for somebody who can write to the agent, with their rights',
  },
  off: {
    about: 'Sign out every browser, and end all links and tokens',
    example: '\nExample: wasap web off',
  },
};

const spanish: typeof english = {
  about: 'Abre en un navegador la consola del programa en marcha',
  example: '\nEjemplo: wasap web',
  link: {
    about: 'Crea un enlace para entrar: sirve una vez, por 10 minutos',
    example: '\nEjemplo: wasap web link --for +34600111222',
    for: 'para alguien que puede escribirle al agente, con sus permisos',
  },
  token: {
    about: 'Crea un token para la API de lectura: vale hasta wasap web off',
    example: '\nEjemplo: wasap web token --for +34600111222',
    for: 'para alguien que puede escribirle al agente, con sus permisos',
  },
  off: {
    about: 'Cierra la sesión de cada navegador y anula enlaces y tokens',
    example: '\nEjemplo: wasap web off',
  },
};

const webHelp = { en: english, es: spanish };
