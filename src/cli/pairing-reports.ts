import { join } from 'node:path';
import { Failure } from '../base/failure.ts';
import type { LinkState } from '../channels/whatsapp/link-state.ts';
import type { LinkRequest } from '../channels/whatsapp/relinkable.ts';
import type { ChannelReceiver } from '../contracts/channel.ts';
import { createRedactor } from '../policy/redaction.ts';
import type { Settings } from '../settings.ts';
import { openStore } from '../store/open.ts';
import { openLog } from '../telemetry/log.ts';
import { askControl } from './control-client.ts';
import type { ControlAnswer, LinkReport } from './control-protocol.ts';
import { numberOf } from './own-number.ts';
import { whatsappChannels } from './whatsapp.ts';

export interface PairingReports {
  /** The running program links the device: two connections of one device would throw each other out. */
  readonly byRunningProgram: boolean;
  /** How the link is, until nobody reads any more or `signal` aborts. */
  readonly reports: AsyncIterable<LinkReport>;
}

/** Begins to link a device, in the running program or in this one. */
export async function pairingReports(
  settings: Settings,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<PairingReports> {
  const phone = request.pairingPhone === undefined ? {} : { phone: request.pairingPhone };
  const ask = request.fresh ? 'relink' : 'pair';
  const answers = await askControl(settings.folders.data, { ask, ...phone }, signal);
  return answers === undefined
    ? { byRunningProgram: false, reports: ownReports(settings, request, signal) }
    : { byRunningProgram: true, reports: reportsIn(answers) };
}

async function* reportsIn(answers: AsyncIterable<ControlAnswer>): AsyncIterable<LinkReport> {
  for await (const answer of answers) {
    if (answer.say === 'refused') throw new Failure('unavailable', answer.why);
    yield answer.link;
  }
}

async function* ownReports(
  settings: Settings,
  request: LinkRequest,
  signal: AbortSignal,
): AsyncIterable<LinkReport> {
  const { folders } = settings;
  const { redact } = createRedactor({ secrets: settings.secrets });
  const log = openLog({ path: join(folders.data, 'wasap.log'), redact });
  const store = openStore({ path: join(folders.data, 'wasap.db'), log });
  const waiting: LinkState[] = [];
  let wake: () => void = () => undefined;
  const onState = (state: LinkState): void => {
    waiting.push(state);
    wake();
  };
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    const channel = (await whatsappChannels(settings, { store, log }, onState))(request);
    try {
      await channel.start(NOBODY);
      while (!signal.aborted) {
        const state = waiting.shift();
        if (state !== undefined) yield { state, sinceMs: Date.now(), number: numberOf(channel.own.phone) };
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      await channel.stop();
    }
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
