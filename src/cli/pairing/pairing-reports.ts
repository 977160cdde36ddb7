import { join } from 'node:path';
import type { LinkState } from '../../channels/whatsapp/link-state.ts';
import type { LinkRequest } from '../../channels/whatsapp/relinkable.ts';
import type { WhatsAppChannel } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { ChannelReceiver } from '../../contracts/channel.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { createRedactor } from '../../policy/redaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { openLog } from '../../telemetry/log.ts';
import { askControl, refusalIn } from '../control/control-client.ts';
import type { ControlAnswer, LinkReport } from '../control/control-protocol.ts';
import { numberOf } from '../phone-argument.ts';
import { whatsappChannels } from './whatsapp.ts';

export interface PairingReports {
  /**
   * True: the running program links the device, because two connections of one device would disconnect each other.
   */
  readonly byRunningProgram: boolean;
  /** States of the link, until nobody reads any more or `signal` aborts. */
  readonly reports: AsyncIterable<LinkReport>;
  /**
   * Resolves when the phone has sent the new device its history, or will not any more. Await it while reading the
   * reports: otherwise the next connection would hold back waiting messages for 20 s.
   */
  firstHistory(): Promise<void>;
}

/** The client itself gives up after 20 s. */
const HISTORY_WITHIN_MS = 21_000;
const LOOK_MS = 100;

/** Begins to link a device, in the running program or in this one. */
export async function pairingReports(
  settings: Settings,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<PairingReports> {
  const phone = request.pairingPhone === undefined ? {} : { phone: request.pairingPhone };
  const ask = request.fresh ? 'relink' : 'pair';
  const answers = await askControl(settings.folders.data, { ask, ...phone }, signal);
  if (answers === undefined) return ownPairing(settings, request, signal);
  return { byRunningProgram: true, reports: reportsIn(answers), firstHistory: async () => undefined };
}

function ownPairing(settings: Settings, request: LinkRequest, signal: AbortSignal): PairingReports {
  let channel: WhatsAppChannel | undefined;
  const opened = (made: WhatsAppChannel): void => {
    channel = made;
  };
  return {
    byRunningProgram: false,
    reports: ownReports(settings, request, { signal, opened }),
    async firstHistory() {
      const untilUpMs = systemClock.upMs() + HISTORY_WITHIN_MS;
      while (!signal.aborted && channel?.hasFirstHistory === false && systemClock.upMs() < untilUpMs)
        await systemClock.sleep(LOOK_MS, signal);
    },
  };
}

async function* reportsIn(answers: AsyncIterable<ControlAnswer>): AsyncIterable<LinkReport> {
  for await (const answer of answers) {
    if (answer.say === 'refused') throw refusalIn(answer);
    if (answer.say === 'link' || answer.say === 'doctor') yield answer.link;
  }
}

async function* ownReports(
  settings: Settings,
  request: LinkRequest,
  { signal, opened }: { readonly signal: AbortSignal; opened(channel: WhatsAppChannel): void },
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
    opened(channel);
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

/** Messages that arrive meanwhile stay where they are: the program reads them at its next start. */
const NOBODY: ChannelReceiver = {
  receive: async () => {
    throw new Failure('unavailable', fault('pairing-no-messages'));
  },
  receiveUnreadable: async () => undefined,
  receiveGap: () => undefined,
  interrupt: () => undefined,
};
