import { join } from 'node:path';
import type { LinkState } from '../../channels/whatsapp/link-state.ts';
import type { WhatsAppChannel } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { Channel, ChannelReceiver, InboundMessage } from '../../contracts/channel.ts';
import type { Store } from '../../contracts/store.ts';
import { MINUTE_MS, systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { type Failure, isFailure, sentenceIn } from '../../core/failure.ts';
import { type InstanceId, newInstanceId, newMessageId } from '../../core/ids.ts';
import { digitsOf, phoneDigits } from '../../core/phone-number.ts';
import { oneLine } from '../../core/text.ts';
import { unlessAborted, withTimeLimit } from '../../core/waiting.ts';
import { createAccessCheck } from '../../gateway/people/access.ts';
import { createRedactor } from '../../policy/redaction.ts';
import { hostPrograms } from '../../processes/process-table.ts';
import type { Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { openLog } from '../../telemetry/log.ts';
import { askControl } from '../control/control-client.ts';
import { linkedNumber } from '../linked-number.ts';
import { linkDevice } from '../pairing/link-device.ts';
import { isRoomForQr } from '../pairing/qr-picture.ts';
import { whatsappChannels } from '../pairing/whatsapp.ts';
import type { SetupStep, StepContext } from './step.ts';

export const phoneStep: SetupStep = async (context) => {
  const { settings, ask, words } = context;
  const { phone: texts, skip } = words.setup;
  if (settings.channels !== undefined && !settings.channels.includes('whatsapp'))
    return ask.bad(texts.consoleOnly);
  const number = linkedNumber(settings.folders.data);
  const first =
    number === undefined ? [] : [{ value: 'keep', label: texts.keep, hint: texts.linked(number) } as const];
  const suffix = number === undefined ? '' : `${texts.another}: `;
  const code = { value: 'code', label: `${suffix}${texts.code}` } as const;
  const qr = { value: 'qr', label: `${suffix}${texts.qr}` } as const;
  const ways = isRoomForQr(ask.terminal) ? [qr, code] : [code, { ...qr, hint: texts.qrTooLarge }];
  const choice = await ask.choose(texts.question, [...first, ...ways, { value: 'skip', label: skip }]);
  if (choice === 'skip' || choice === 'keep') return;
  const phone = choice === 'code' ? await phoneFor(context) : undefined;
  const wanted = {
    ...(phone === undefined ? {} : { phone }),
    ...(number === undefined ? {} : { new: true as const }),
  };
  await linkDevice(settings, wanted, { show: (lines) => ask.raw(lines), terminal: ask.terminal });
};

async function phoneFor({ ask, words }: StepContext): Promise<string> {
  const { phone: texts, people } = words.setup;
  const text = await ask.line(texts.prompt, {
    initial: '',
    hint: '+34 600 111 222',
    wrong: (entry) => (phoneDigits(entry) === undefined ? people.wrong(entry) : undefined),
  });
  return phoneDigits(text) ?? '';
}

/** Waits for a message of an owner and answers it: everything else can be right and this wrong. */
export const testStep: SetupStep = async (context) => {
  const { settings, ask, words } = context;
  const { test: texts, skip } = words.setup;
  if (linkedNumber(settings.folders.data) === undefined) return;
  const owners = settings.access.list.people
    .filter(({ role }) => role === 'owner')
    .map(({ phone }) => `+${phone}`);
  if (owners.length === 0) return ask.bad(texts.nobody);
  const choice = await ask.choose(texts.question, [
    { value: 'yes', label: texts.yes },
    { value: 'skip', label: skip },
  ]);
  if (choice === 'skip') return;
  if (await isRunning(context)) return ask.say(texts.running);
  const heard = await hearFromOwner(settings, {
    hello: texts.hello,
    ready: (own) =>
      ask.say(owners.includes(`+${own}`) ? texts.writeToSelf(own) : texts.write(own, owners.join(', '))),
  });
  switch (heard.kind) {
    case 'answered':
      return ask.good(texts.received(heard.phone, heard.words));
    case 'not-answered':
      return ask.bad(texts.notSent(sentenceIn(settings.terminalLocale, heard.why)));
    case 'no-link':
      return ask.bad(texts.noLink(heard.why));
    default:
      return ask.bad(texts.nothing);
  }
};

async function isRunning({ settings }: StepContext): Promise<boolean> {
  const stop = new AbortController();
  const answers = await askControl(settings.folders.data, { ask: 'link' }, stop.signal);
  stop.abort();
  return answers !== undefined;
}

const LINK_WITHIN_MS = MINUTE_MS;
const WAIT_MS = 3 * MINUTE_MS;
const MAX_WORDS_LENGTH = 60;

type HearingResult =
  | { readonly kind: 'answered'; readonly phone: string; readonly words: string }
  | { readonly kind: 'not-answered'; readonly why: Failure }
  | { readonly kind: 'no-link'; readonly why: string }
  | { readonly kind: 'nothing' };

interface HearingTexts {
  /** Text of the answer. */
  readonly hello: string;
  /** Called with the own number once messages can arrive. */
  ready(own: string): void;
}

/**
 * Connects, waits for a message of an owner and answers it. Other messages are stored: the program handles them at
 * its next start. Ctrl-C ends the waiting.
 */
async function hearFromOwner(settings: Settings, hearing: HearingTexts): Promise<HearingResult> {
  const { folders } = settings;
  const { redact } = createRedactor({ secrets: settings.secrets });
  const log = openLog({ path: join(folders.data, 'wasap.log'), redact });
  const store = openStore({ path: join(folders.data, 'wasap.db'), log, redact });
  const instance = await registerInstance(store);
  let changed: () => void = () => undefined;
  try {
    const make = await whatsappChannels(settings, { store, log }, () => changed());
    const channel = make({ pairingPhone: undefined, fresh: false });
    try {
      return await whileAsked(async (signal) => {
        const opened = new Promise<LinkState>((resolve) => {
          changed = () => isDecided(channel.state) && resolve(channel.state);
        });
        const sinceMs = systemClock.nowMs();
        const inbox = listenForMessage({ settings, store, instance, sinceMs });
        await channel.start(inbox.receiver);
        const state = await unlessLate(opened, LINK_WITHIN_MS, signal);
        if (state?.at !== 'open') return noLink(state ?? channel.state);
        hearing.ready(digitsOf(channel.own.phone ?? ''));
        const message = await unlessLate(inbox.arrived, WAIT_MS, signal);
        return message === undefined
          ? { kind: 'nothing' }
          : await answerMessage(message, channel, hearing.hello);
      });
    } finally {
      await channel.stop();
    }
  } finally {
    if (store.inbox.listUnfinished(instance).length === 0) store.instances.forget(instance);
    store.close();
  }
}

/** Only new messages belong to this program: those that another one left are not handled here. */
async function registerInstance({ instances }: Pick<Store, 'instances'>): Promise<InstanceId> {
  const id = newInstanceId();
  const { pid, mark } = await hostPrograms().self();
  instances.register({ id, pid, startTime: mark, atMs: systemClock.nowMs() });
  return id;
}

function isDecided({ at }: LinkState): boolean {
  return at === 'open' || at === 'terminal';
}

function noLink(state: LinkState): HearingResult {
  return { kind: 'no-link', why: 'why' in state ? state.why : state.at };
}

interface AwaitingParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly instance: InstanceId;
  readonly sinceMs: number;
}

/** WhatsApp gives whole seconds, and clocks differ. */
const CLOCK_SLACK_MS = MINUTE_MS;

function listenForMessage({ settings, store, instance, sinceMs }: AwaitingParts) {
  const accessCheck = createAccessCheck(settings.access.list, store.people, store.outsideAgents);
  let arrive: (message: InboundMessage) => void = () => undefined;
  const arrived = new Promise<InboundMessage>((resolve) => {
    arrive = resolve;
  });
  const isAwaited = (message: InboundMessage): boolean => {
    const admission = accessCheck(message, { localOwner: false });
    const isOwner = admission.kind === 'admitted' && admission.person.role === 'owner';
    const isNew = message.delayed !== true && message.sentAtMs >= sinceMs - CLOCK_SLACK_MS;
    return isOwner && isNew && message.group === undefined && message.text !== '';
  };
  let isHeard = false;
  const receiver: ChannelReceiver = {
    receive: async (message) => {
      const atMs = systemClock.nowMs();
      const row = store.inbox.accept({ channel: 'whatsapp', message, instance, atMs });
      if (row === undefined || isHeard || !isAwaited(message)) return;
      isHeard = true;
      store.inbox.finish(row.seq, 'done', undefined);
      arrive(message);
    },
    receiveUnreadable: async () => undefined,
    receiveGap: () => undefined,
    interrupt: () => undefined,
  };
  return { receiver, arrived };
}

async function answerMessage(
  { chat, sender, text }: InboundMessage,
  channel: Pick<Channel & WhatsAppChannel, 'send'>,
  hello: string,
): Promise<HearingResult> {
  try {
    await channel.send({ id: newMessageId(), chat, body: { kind: 'text', text: hello }, mayRepeat: false });
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'not-answered', why: error };
  }
  return { kind: 'answered', phone: digitsOf(sender), words: oneLine(text, MAX_WORDS_LENGTH) };
}

async function unlessLate<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  const first = await withTimeLimit(unlessAborted(work, signal), ms, systemClock);
  return first === 'late' ? undefined : first;
}
