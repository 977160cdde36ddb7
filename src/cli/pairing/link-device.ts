import { join } from 'node:path';
import type { LinkState } from '../../channels/whatsapp/link-state.ts';
import type { LinkRequest } from '../../channels/whatsapp/relinkable.ts';
import type { WhatsAppChannel } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { ChannelReceiver } from '../../contracts/channel.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure, unreachable } from '../../core/failure.ts';
import { numberOf } from '../../core/phone-number.ts';
import { fitToScreen } from '../../core/terminal-output.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import { createRedactor } from '../../policy/redaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { openLog } from '../../telemetry/log.ts';
import { askControl, refusalIn } from '../control/control-client.ts';
import type { ControlAnswer, LinkReport } from '../control/control-protocol.ts';
import type { LinkNotice } from '../program-link.ts';
import { createLinkNews, type LinkReader, linkLines } from './link-text.ts';
import { whatsappChannels } from './whatsapp.ts';

export interface PairOptions {
  readonly phone?: string;
  readonly new?: true;
  readonly json?: true;
}

/** How it ended; `stopped`: by Ctrl-C. */
export type LinkingEnd = PairingEnd | { readonly kind: 'stopped' | 'stopped-here' | 'ended' };

/** Runs until the device is linked and stored, or nothing more can be done, and shows all of it. */
export async function linkDevice(
  settings: Settings,
  options: PairOptions,
  notice: LinkNotice,
): Promise<LinkingEnd> {
  const output =
    options.json === true
      ? jsonLinkOutput
      : textLinkOutput({ locale: settings.terminalLocale, terminal: notice.terminal }, options);
  const show = (lines: readonly string[]): void => {
    if (lines.length > 0) notice.show(lines);
  };
  const first = await whileAsked((signal) => followPairing(settings, { options, output, show, signal }));
  // The device was removed on the phone, which shows only now, and was moved aside: another one can be linked.
  const again = first.kind === 'refused' && first.state.kind === 'logged_out' && options.new !== true;
  const end = again
    ? await whileAsked((signal) => followPairing(settings, { options, output, show, signal }))
    : first;
  // The link was shown as soon as it happened.
  if (end.kind !== 'linked') show(output.end(end));
  return end;
}

interface FollowLinkParts {
  readonly options: PairOptions;
  readonly output: LinkOutput;
  show(lines: readonly string[]): void;
  readonly signal: AbortSignal;
}

async function followPairing(
  settings: Settings,
  { options, output, show, signal }: FollowLinkParts,
): Promise<LinkingEnd> {
  const request = { pairingPhone: options.phone, fresh: options.new === true };
  const { byRunningProgram, reports, firstHistory } = await pairingReports(settings, request, signal);
  if (request.fresh) show(output.putAside);
  let soFar = PAIRING_BEGINS;
  for await (const report of reports) {
    const judged = judgePairing(soFar, report);
    soFar = judged.soFar;
    const { end } = judged;
    if (end?.kind === 'linked') {
      show([...output.end(end), ...(byRunningProgram ? [] : output.staying)]);
      await firstHistory();
    }
    if (end !== undefined) return end;
    show(output.change(report));
  }
  if (!signal.aborted) return { kind: 'ended' };
  return { kind: byRunningProgram && !request.fresh ? 'stopped-here' : 'stopped' };
}

interface LinkOutput {
  readonly putAside: readonly string[];
  /** Shown when it is linked, before the end. */
  readonly staying: readonly string[];
  change(report: LinkReport): readonly string[];
  end(end: LinkingEnd): readonly string[];
}

const jsonLinkOutput: LinkOutput = {
  putAside: [],
  staying: [],
  change: ({ state }) => (state.at === 'pairing' ? [JSON.stringify({ [state.by]: state.show })] : []),
  end: (end) => {
    const isLinked = end.kind === 'linked' || end.kind === 'already';
    return [JSON.stringify(isLinked ? { paired: end.number } : { failed: whyOf(end) })];
  },
};

function whyOf(end: Exclude<LinkingEnd, { kind: 'linked' | 'already' }>): string {
  if (end.kind === 'refused') return end.state.why;
  return 'why' in end ? `${end.kind}: ${end.why}` : end.kind;
}

function textLinkOutput(reader: LinkReader, { phone = '' }: PairOptions): LinkOutput {
  const { link } = texts(reader.locale);
  const news = createLinkNews(reader);
  return {
    putAside: [link.putAside],
    staying: [link.staying],
    change: ({ state }) => news(state),
    end(end) {
      switch (end.kind) {
        case 'linked':
          return [link.linked(end.number)];
        case 'already':
          return [link.alreadyLinked(end.number)];
        case 'refused':
          return linkLines(end.state, reader);
        case 'no-code':
          return [link.notLinked['no-code'](phone, end.why)];
        case 'unreachable':
        case 'outdated':
          return [link.notLinked[end.kind](end.why)];
        case 'unscanned':
        case 'ended':
        case 'stopped':
        case 'stopped-here':
          return [link.notLinked[end.kind]];
        default:
          return unreachable(end);
      }
    },
  };
}

/** Writes lines; on a screen they are wrapped between words. */
export function linesFor(output: CliHost['output']): (lines: readonly string[]) => void {
  return (lines) => {
    output.write(`${lines.map((line) => fitToScreen(output, line)).join('\n')}\n`);
  };
}

/** What has happened since the request to link a device. */
interface PairingSoFar {
  /** True while codes are on the screen. */
  readonly showing: boolean;
  /** True once codes were on the screen. */
  readonly shown: boolean;
  /** Number of series of codes that expired. */
  readonly series: number;
  /** Number of connections in a row without a code. */
  readonly failures: number;
}

export const PAIRING_BEGINS: PairingSoFar = { showing: false, shown: false, series: 0, failures: 0 };

export type PairingEnd =
  | { readonly kind: 'linked'; readonly number: string }
  | { readonly kind: 'already'; readonly number: string }
  | { readonly kind: 'unscanned' }
  | { readonly kind: 'no-code'; readonly why: string }
  | { readonly kind: 'unreachable' | 'outdated'; readonly why: string }
  | { readonly kind: 'refused'; readonly state: Extract<LinkReport['state'], { at: 'terminal' }> };

/** Each series lasts about two minutes. */
const MAX_SERIES = 3;
const MAX_FAILURES = 4;

/** What a report on the link means for a person who waits for a device to be linked. */
export function judgePairing(
  before: PairingSoFar,
  { state, number = '' }: LinkReport,
): { readonly soFar: PairingSoFar; readonly end: PairingEnd | undefined } {
  switch (state.at) {
    case 'pairing':
      return { soFar: { ...before, showing: true, shown: true, failures: 0 }, end: undefined };
    case 'open':
      return { soFar: before, end: { kind: before.shown ? 'linked' : 'already', number } };
    case 'terminal':
      return { soFar: before, end: { kind: 'refused', state } };
    case 'outdated':
      return {
        soFar: before,
        end: state.looked ? { kind: 'outdated', why: state.why } : undefined,
      };
    case 'backoff':
      return afterLoss(before, state.why);
    default:
      return { soFar: before, end: undefined };
  }
}

function afterLoss(before: PairingSoFar, why: string): ReturnType<typeof judgePairing> {
  const { showing, series, failures } = before;
  const soFar = showing
    ? { ...before, showing: false, series: series + 1 }
    : { ...before, failures: failures + 1 };
  if (soFar.series >= MAX_SERIES) return { soFar, end: { kind: 'unscanned' } };
  if (soFar.failures < MAX_FAILURES) return { soFar, end: undefined };
  // The connection itself worked: WhatsApp rejects the number.
  const end = { kind: /no pairing code/.test(why) ? 'no-code' : 'unreachable', why } as const;
  return { soFar, end };
}

interface PairingReports {
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
async function pairingReports(
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
      await channel.start(NO_RECEIVER);
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
const NO_RECEIVER: ChannelReceiver = {
  receive: async () => {
    throw new Failure('unavailable', fault('pairing-no-messages'));
  },
  receiveUnreadable: async () => undefined,
  receiveGap: () => undefined,
  interrupt: () => undefined,
};
