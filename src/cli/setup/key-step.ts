import { checkKey, type KeyAnswer, type KeyQuestion } from '../../models/check-key.ts';
import { modelIdOf, profileOf } from '../../models/profile.ts';
import { isLoopback } from '../../settings/settings.ts';
import type { SetupStep, StepContext } from './step.ts';
import type { SetupWords } from './texts/texts.ts';

const CHECK_WITHIN_MS = 20_000;
const MIN_KEY_LENGTH = 8;

type KeyTexts = SetupWords['setup']['key'];

/** A key is stored once it has worked, or when the person wants it anyway. */
export const keyStep: SetupStep = async (context) => {
  const { settings, ask, words } = context;
  const { key: texts, skip } = words.setup;
  const { apiKey, baseUrl } = settings.model;
  const known = apiKey === undefined ? [] : [{ value: 'keep', label: texts.keep } as const];
  const choice = await ask.choose(texts.question, [
    ...known,
    ...keyEntryOptions(baseUrl, texts),
    { value: 'server', label: texts.server, hint: baseUrl ?? texts.serverHint },
    { value: 'skip', label: skip },
  ]);
  if (choice === 'skip') return;
  if (choice === 'server') await enterServer(context);
  else if (choice === 'keep') showKeyAnswer(await tryOut({ apiKey, baseUrl }, context), context);
  else await enterKey(context, choice === 'enter' ? baseUrl : undefined);
};

/** With a server of one's own, an answer says where the key goes: one of Anthropic must not be sent there. */
function keyEntryOptions(baseUrl: string | undefined, texts: KeyTexts) {
  const enter = { value: 'enter', label: texts.enter, hint: texts.enterHint } as const;
  if (baseUrl === undefined) return [enter];
  return [
    { ...enter, label: texts.enterForServer, hint: baseUrl },
    { value: 'anthropic', label: texts.anthropic, hint: texts.enterHint },
  ] as const;
}

/** A server on this machine needs no key. Beyond it the key and the code would travel unencrypted without https. */
async function enterServer(context: StepContext): Promise<void> {
  const { ask, words, save, settings } = context;
  const { key: texts } = words.setup;
  const baseUrl = await ask.line(texts.serverPrompt, {
    initial: settings.model.baseUrl ?? '',
    hint: texts.serverHint,
    wrong: (text) => (isServer(text) ? undefined : texts.serverWrong),
  });
  save({ ANTHROPIC_BASE_URL: baseUrl });
  const answer = await tryOut({ apiKey: settings.model.apiKey, baseUrl }, context);
  if (answer.kind === 'no-key' || answer.kind === 'key') ask.bad(texts.serverNeedsKey);
  else if (answer.kind === 'answers') ask.good(texts.serverWorks(settings.model.id));
  else ask.bad(texts.serverUnsure(answer.detail));
}

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** @param baseUrl where the key is tried; another server is left once a key is kept */
async function enterKey(context: StepContext, baseUrl: string | undefined): Promise<void> {
  const { ask, words, settings } = context;
  const { key: texts, skip } = words.setup;
  const leaves = baseUrl === settings.model.baseUrl ? {} : { ANTHROPIC_BASE_URL: '' };
  const keep = (key: string): void => context.save({ ANTHROPIC_API_KEY: key, ...leaves });
  for (;;) {
    const key = await ask.secret(texts.prompt, (text) => (isKey(text) ? undefined : texts.wrong));
    const answer = await tryOut({ apiKey: key, baseUrl }, context);
    showKeyAnswer(answer, context);
    if (answer.kind === 'answers') return keep(key);
    const next = await ask.choose(texts.after, [
      { value: 'again', label: texts.again },
      // A refused key would only be refused again.
      ...(answer.kind === 'key' || answer.kind === 'no-key'
        ? []
        : [{ value: 'keep', label: texts.keepAnyway } as const]),
      { value: 'skip', label: skip },
    ]);
    if (next === 'keep') keep(key);
    if (next !== 'again') return;
  }
}

function isKey(text: string): boolean {
  return text.length >= MIN_KEY_LENGTH && /^[\x21-\x7e]+$/.test(text);
}

async function tryOut(
  { apiKey, baseUrl }: Pick<KeyQuestion, 'apiKey' | 'baseUrl'>,
  context: StepContext,
): Promise<KeyAnswer> {
  const { ask, words, settings } = context;
  ask.say(words.setup.key.checking);
  const { id, profiles } = settings.model;
  const model = modelIdOf(profileOf(profiles, id), id);
  return await checkKey({ apiKey, baseUrl, model, signal: AbortSignal.timeout(CHECK_WITHIN_MS) });
}

function showKeyAnswer(answer: KeyAnswer, { ask, words, settings }: StepContext): void {
  const { key: texts } = words.setup;
  if (answer.kind === 'answers') ask.good(texts.works(settings.model.id));
  else if (answer.kind === 'no-key') ask.bad(texts.wrong);
  else if (answer.kind === 'key') ask.bad(texts.refused(answer.detail));
  else ask.bad(texts.unsure(answer.detail));
}
