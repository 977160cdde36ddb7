import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SandboxState } from '../../contracts/exec.ts';
import { phoneDigits } from '../../core/phone-number.ts';
import { sandboxText } from '../../sandbox/provider.ts';
import type { Settings } from '../../settings/settings.ts';
import { listEntries } from '../../settings/variable-formats.ts';
import { isBroad } from '../broad-project.ts';
import { doctorSandbox } from '../open-sandbox.ts';
import type { SetupStep, StepContext } from './step.ts';

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
