import type { AppParts, LinkParts } from '../app.ts';
import type { LinkState } from '../channels/whatsapp/link-state.ts';
import type { RelinkableChannel } from '../channels/whatsapp/relinkable.ts';
import type { Machines } from '../cluster/machines.ts';
import type { Channel } from '../contracts/channel.ts';
import { systemClock } from '../core/clock.ts';
import { numberOf } from '../core/phone-number.ts';
import type { TerminalSize } from '../core/terminal-output.ts';
import type { CellFacts } from '../features/doctor/facts.ts';
import type { Settings } from '../settings/settings.ts';
import type { LinkReport } from './control/control-protocol.ts';

/** The link of a running program: its channel and its state. */
export interface ProgramLink {
  readonly channel: RelinkableChannel;
  report(): LinkReport;
  /** Calls `changed` after every change, until the returned function is called. */
  watch(changed: (link: LinkReport) => void): () => void;
}

export interface ProgramLinks {
  /** For `createApp`: WhatsApp, if it is configured, or if a device is linked and nothing is configured. */
  readonly linked: NonNullable<AppParts['linked']>;
  /** Undefined while WhatsApp is not used. Nothing of it is loaded then. */
  current(): ProgramLink | undefined;
  /** Only of a cell. */
  readonly machines?: Machines;
  /** Only of a cell: how it is connected. */
  cellFacts?(): Promise<CellFacts | undefined>;
}

/** The person at the terminal. */
export interface LinkNotice {
  /** Shows codes to link a device, and the state of the link. */
  show(lines: readonly string[]): void;
  readonly terminal: TerminalSize;
}

/** With a phone of its own, which takes no part in the work. */
export interface PhoneLinks extends Omit<ProgramLinks, 'linked'> {
  linked(parts: LinkParts): Promise<readonly Channel[]>;
}

export function programLinks(settings: Settings, notice: LinkNotice): PhoneLinks {
  let link: ProgramLink | undefined;
  return {
    current: () => link,
    async linked(parts) {
      if (!(await wantsWhatsApp(settings, parts))) return [];
      link = await openLink(settings, parts, notice);
      return [link.channel];
    },
  };
}

async function openLink(
  settings: Settings,
  parts: LinkParts,
  { show, terminal }: LinkNotice,
): Promise<ProgramLink> {
  const { whatsappChannels } = await import('./pairing/whatsapp.ts');
  const { createRelinkable } = await import('../channels/whatsapp/relinkable.ts');
  const { createLinkNews } = await import('./pairing/link-text.ts');
  const watchers = new Set<(link: LinkReport) => void>();
  let sinceMs = systemClock.nowMs();
  const linesOf = createLinkNews({ locale: settings.terminalLocale, terminal });
  const onState = (state: LinkState): void => {
    sinceMs = systemClock.nowMs();
    const lines = linesOf(state);
    if (lines.length > 0) show(lines);
    for (const changed of watchers) changed(report());
  };
  const make = await whatsappChannels(settings, parts, onState);
  const channel = createRelinkable(make);
  const report = (): LinkReport => ({
    state: channel.state,
    sinceMs,
    number: numberOf(channel.own.phone),
  });
  return {
    channel,
    report,
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}

async function wantsWhatsApp({ channels }: Settings, { store }: LinkParts): Promise<boolean> {
  if (channels !== undefined) return channels.includes('whatsapp');
  if (!store.knowsWhatsApp()) return false;
  const { isAnyDeviceLinked } = await import('../channels/whatsapp/auth-state.ts');
  return isAnyDeviceLinked(store.whatsapp());
}
