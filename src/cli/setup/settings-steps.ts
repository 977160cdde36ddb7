import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SandboxState } from '../../contracts/exec.ts';
import { phoneDigits } from '../../core/phone-number.ts';
import { checkKey, type KeyAnswer, type KeyQuestion } from '../../models/check-key.ts';
import { modelIdOf, profileOf } from '../../models/profile.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import { isLoopback, type Settings } from '../../settings/settings.ts';
import { listEntries } from '../../settings/variable-formats.ts';
import { isBroad } from '../confirm.ts';
import { doctorSandbox } from '../open-sandbox.ts';
import type { SetupStep, StepContext } from './step.ts';
import type { SetupWords } from './texts/texts.ts';

const CHECK_WITHIN_MS = 20_000;
const MIN_KEY_LENGTH = 8;

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
function keyEntryOptions(baseUrl: string | undefined, texts: SetupWords['setup']['key']) {
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

export const projectStep: SetupStep = async ({ settings, wrong, ask, words, save }) => {
  const { project: texts, skip } = words.setup;
  const now = settings.workspace.projectRoot;
  const choice = await ask.choose(texts.question, [
    { value: 'keep', label: now },
    { value: 'change', label: texts.change },
    { value: 'skip', label: skip },
  ]);
  if (choice === 'skip') return;
  // Only a named folder applies to every later start: otherwise each uses its working folder.
  const folder = choice === 'keep' ? now : await askForFolder(now, { settings, ask, words });
  if (choice === 'change') save({ PROJECT_ROOT: folder });
  // The configured folder cannot be used, so nothing would start: it is removed.
  else if (wrong?.includes('- PROJECT_ROOT ') === true) save({ PROJECT_ROOT: '' });
  if (isBroad(folder, settings.hostEnvironment.HOME)) ask.bad(texts.broad);
  else if (!existsSync(join(folder, '.git'))) ask.bad(texts.noGit);
  if (settings.workspace.projectsRoot === undefined) ask.say(texts.several);
};

async function askForFolder(
  now: string,
  { settings, ask, words }: Pick<StepContext, 'settings' | 'ask' | 'words'>,
): Promise<string> {
  const texts = words.setup.project;
  const wrong = (text: string): string | undefined => wrongFolder(text, settings, texts);
  return resolveTyped(await ask.line(texts.prompt, { initial: now, hint: now, wrong }));
}

function resolveTyped(text: string): string {
  const path = text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : resolve(text);
  return existsSync(path) ? realpathSync(path) : path;
}

function wrongFolder(
  text: string,
  { folders }: Pick<Settings, 'folders'>,
  texts: { readonly missing: string; readonly own: string },
): string | undefined {
  const path = resolveTyped(text);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return texts.missing;
  return [folders.data, folders.config].includes(path) ? texts.own : undefined;
}

export const peopleStep: SetupStep = async ({ settings, ask, words, save }) => {
  const { people: texts, skip } = words.setup;
  const now = settings.access.list.people
    .filter(({ role }) => role === 'owner')
    .map(({ phone }) => `+${phone}`);
  const choice = await ask.choose(texts.question, [
    { value: 'keep', label: now.length === 0 ? texts.nobody : now.join(', ') },
    { value: 'change', label: texts.change },
    { value: 'skip', label: skip },
  ]);
  if (choice === 'skip') return;
  if (choice === 'change') {
    const list = await ask.line(texts.prompt, {
      initial: now.join(', '),
      hint: texts.hint,
      wrong(text) {
        const entry = listEntries(text).find((one) => phoneDigits(one) === undefined);
        return entry === undefined ? undefined : texts.wrong(entry);
      },
    });
    const numbers = listEntries(list).map((entry) => `+${phoneDigits(entry) ?? ''}`);
    save({ ALLOWED_PHONE_NUMBERS: [...new Set(numbers)].join(',') });
    ask.say(numbers.length === 0 ? texts.none : texts.owners);
  }
};

export const writesStep: SetupStep = async ({ settings, ask, words, save }) => {
  const { writes: texts, skip } = words.setup;
  const { writeEnabled } = settings.access;
  ask.say(texts.explained);
  const yes = { value: 'yes', label: texts.yes, hint: writeEnabled ? texts.now : '' } as const;
  const no = { value: 'no', label: texts.no, hint: writeEnabled ? '' : texts.now } as const;
  const choices = writeEnabled ? [yes, no] : [no, yes];
  const choice = await ask.choose(texts.question, [...choices, { value: 'skip', label: skip }]);
  const wanted = choice === 'yes';
  if (choice !== 'skip' && wanted !== writeEnabled) save({ AGENT_WRITE_ENABLED: String(wanted) });
};

/** Nothing is asked: anything missing needs an administrator. */
export const sandboxStep: SetupStep = async ({ settings, packageRoot, ask, words }) => {
  const sandbox = await doctorSandbox(settings, packageRoot);
  explainSandbox(await sandbox.state(), { settings, ask, words });
};

/** With a sandbox it also recommends what only a sandbox makes safe. */
export function explainSandbox(
  state: SandboxState,
  { settings: { folders, policy }, ask, words }: ExplainContext,
): void {
  ask.say(words.setup.sandbox);
  const text = sandboxText(state, words).replace(/^\S+ /, '');
  if (state.kind === 'on') ask.good(text);
  else ask.bad(text);
  if (state.kind === 'on' && policy.compound === 'ask')
    ask.say(words.setup.compound(join(folders.config, 'agent.yaml')));
}

interface ExplainContext extends Pick<StepContext, 'words'> {
  readonly settings: Pick<Settings, 'folders' | 'policy'>;
  readonly ask: Pick<StepContext['ask'], 'say' | 'good' | 'bad'>;
}
