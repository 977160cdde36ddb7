import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { Failure } from '../base/failure.ts';
import type { LinkState } from '../channels/whatsapp/link-state.ts';
import type { ChannelReceiver } from '../contracts/channel.ts';
import { createRedactor } from '../policy/redaction.ts';
import { readSettings, type Settings } from '../settings.ts';
import { openStore } from '../store/open.ts';
import { openLog } from '../telemetry/log.ts';
import { linkLines } from './link-text.ts';
import type { CliHost, SubCommand } from './sub-command.ts';
import { whatsappChannel } from './whatsapp.ts';

const EXIT_NOT_LINKED = 1;

interface PairOptions {
  readonly phone?: string;
  readonly json?: true;
}

export const pair: SubCommand = (program, host) => {
  program
    .command('pair')
    .description('Link this program to WhatsApp on your phone, by a QR code or a code to type')
    .option('--phone <number>', 'link by a code to type on the phone with this number', phoneDigits)
    .option('--json', 'one JSON object a line: {"qr"}, {"code"}, {"paired"}, {"failed"}')
    .action(async (options: PairOptions) => host.setExitCode(await runPair(host, options)));
};

/** Runs until the device is linked and everything about it is stored, or nothing more can be done. */
async function runPair(host: CliHost, { phone, json }: PairOptions): Promise<number> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const { folders } = settings;
  const log = openLog({
    path: join(folders.data, 'wasap.log'),
    redact: createRedactor({ secrets: settings.secrets }).redact,
  });
  const store = openStore({ path: join(folders.data, 'wasap.db'), log });
  try {
    let finish: (state: LinkState) => void = () => undefined;
    const finished = new Promise<LinkState>((resolve) => {
      finish = resolve;
    });
    const channel = await whatsappChannel(
      settings,
      { store, log },
      {
        pairingPhone: phone,
        onState(state) {
          if (state.at === 'open' || state.at === 'terminal') finish(state);
          else show(host, state, { json, settings });
        },
      },
    );
    await channel.start(NOBODY);
    const end = await finished;
    const number = channel.own.phone?.split(/[:@]/, 1)[0];
    await channel.stop();
    return report(host, end, { json, settings, number });
  } finally {
    store.close();
  }
}

/** What arrives while nobody works stays where it is: the program takes it in at its next start. */
const NOBODY: ChannelReceiver = {
  receive: async () => {
    throw new Failure('unavailable', 'Nobody takes messages while a device is being linked.');
  },
  unreadable: async () => undefined,
  missed: () => undefined,
  interrupt: () => undefined,
};

interface Shown {
  readonly json: true | undefined;
  readonly settings: Settings;
}

function show({ output }: CliHost, state: LinkState, { json, settings }: Shown): void {
  const lines = json === true ? jsonLines(state) : linkLines(state, settings.locale ?? 'en');
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
}

function jsonLines(state: LinkState): readonly string[] {
  return state.at === 'pairing' ? [JSON.stringify({ [state.by]: state.show })] : [];
}

function report(
  { output }: CliHost,
  state: LinkState,
  { json, settings, number }: Shown & { readonly number: string | undefined },
): number {
  const isLinked = state.at === 'open';
  const why = state.at === 'terminal' ? state.why : '';
  const told = isLinked ? { paired: number } : { failed: why };
  const lines = json === true ? [JSON.stringify(told)] : linkLines(state, settings.locale ?? 'en');
  output.write(`${lines.join('\n')}\n`);
  return isLinked ? 0 : EXIT_NOT_LINKED;
}

function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits;
  throw new InvalidArgumentError('Expected a phone number with its country code.');
}
