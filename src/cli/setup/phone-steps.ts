import { join } from 'node:path';
import { storedLink } from '../../channels/whatsapp/stored-link.ts';
import { phoneDigits } from '../../core/phone-number.ts';
import { inspectDatabase } from '../../store/inspect.ts';
import { askControl } from '../control-client.ts';
import { linkDevice } from '../link-device.ts';
import { isRoomForQr } from '../qr-picture.ts';
import { hearFromOwner } from './hear-from-owner.ts';
import type { Step, StepContext } from './step.ts';

export const phoneStep: Step = async (context) => {
  const { settings, ask, words } = context;
  const { phone: texts, skip } = words.setup;
  if (settings.channels !== undefined && !settings.channels.includes('whatsapp'))
    return ask.bad(texts.consoleOnly);
  const number = linkedNumber(context);
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

function linkedNumber({ settings }: StepContext): string | undefined {
  const opened = inspectDatabase(join(settings.folders.data, 'wasap.db'));
  if (opened === undefined) return undefined;
  try {
    const { device } = storedLink(opened.whatsapp);
    return device.kind === 'linked' ? (device.number ?? '') : undefined;
  } finally {
    opened.close();
  }
}

/** Waits for a message of an owner and answers it: everything else can be right and this wrong. */
export const testStep: Step = async (context) => {
  const { settings, ask, words } = context;
  const { test: texts, skip } = words.setup;
  if (linkedNumber(context) === undefined) return;
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
      return ask.bad(texts.notSent(heard.why));
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
