import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure, isFailure, sentenceIn } from '../../core/failure.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { ExplainedSetting } from '../../settings/explain.ts';
import { readSettings } from '../../settings/settings.ts';
import type { VariableName } from '../../settings/variables.ts';
import { saveVariables, withVariables } from '../env-file.ts';
import { type ConfigContext, configContext, settingNamed } from './setting-named.ts';

/** A path in them would lead elsewhere when the program starts in another folder. */
const FOLDERS: readonly VariableName[] = ['PROJECT_ROOT', 'PROJECTS_ROOT', 'DATA_DIR'];

/**
 * Saves a setting where `wasap setup` saves it.
 * @param given undefined: asked for, if it is a secret
 * @throws Failure `invalid` for a value that the program could not start with; then nothing is saved
 */
export async function setSetting(host: CliHost, name: string, given: string | undefined): Promise<void> {
  const context = await configContext(host);
  const { file, words } = context;
  const setting = settingNamed(name, context);
  assertRead(setting, context);
  if (given !== undefined && setting.isSecret) host.errors.write(`${words.inHistory(setting.name)}\n`);
  const typed = (given ?? (await valueFor(setting, host, context))).trim();
  const value = FOLDERS.includes(setting.name) && typed !== '' ? toAbsolutePath(typed) : typed;
  assertWritable(setting.name, value, context);
  await assertUsable(host, setting.name, value);
  saveVariables(file, { [setting.name]: value });
  const shown = setting.isSecret ? words.hidden : value;
  host.output.write(`${words.saved(setting.name, shown)}\n${words.savedIn(file)}\n`);
  if (setting.from.kind === 'environment') host.errors.write(`${words.overridden(setting.name)}\n`);
}

export async function unsetSetting(host: CliHost, name: string): Promise<void> {
  const context = await configContext(host);
  const { file, words } = context;
  const setting = settingNamed(name, context);
  const wasSet = saveVariables(file, { [setting.name]: undefined });
  host.output.write(`${wasSet ? words.unset(setting.name, file) : words.wasNotSet(setting.name, file)}\n`);
  const after = settingNamed(name, await configContext(host));
  if (after.from.kind === 'environment') host.errors.write(`${words.overridden(setting.name)}\n`);
  if (after.from.kind === 'file') host.output.write(`${words.stillIn(setting.name, after.from.path)}\n`);
}

/** The file lies in this folder: by then it was found. */
function assertRead({ name }: ExplainedSetting, { words }: ConfigContext): void {
  if (name === 'CONFIG_DIR') throw new Failure('invalid', words.notHere(name));
}

async function valueFor(
  { name, isSecret }: ExplainedSetting,
  { input, output }: CliHost,
  { words }: ConfigContext,
): Promise<string> {
  if (!input.isTTY) {
    const piped = (await readAll(input)).trim();
    if (piped !== '') return piped;
  }
  if (!isSecret || !input.isTTY || !output.isTTY) throw new Failure('invalid', words.noValue(name));
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message: words.prompt(name) });
  if (isCancel(answer)) throw new Failure('stopped', words.stopped);
  return answer ?? '';
}

function toAbsolutePath(path: string): string {
  return path === '~' || path.startsWith('~/') ? `${homedir()}${path.slice(1)}` : resolve(path);
}

/** A line break, or every kind of quote at once, has no form in such a file. */
function assertWritable(name: VariableName, value: string, { words }: ConfigContext): void {
  const read = parseEnv(withVariables('', { [name]: value }))[name];
  if (read !== value || /\p{Cc}/u.test(value)) throw new Failure('invalid', words.unwritable(name));
}

/** What was wrong before does not stand in the way: values are corrected one after the other. */
async function assertUsable(
  { packageRoot, terminalLocale }: CliHost,
  name: VariableName,
  value: string,
): Promise<void> {
  const before = await problemsOf(terminalLocale, () => readSettings({ packageRoot }));
  const after = await problemsOf(terminalLocale, () =>
    readSettings({ packageRoot, overrides: { [name]: value } }),
  );
  const added = after.filter((problem) => !before.includes(problem));
  if (added.length > 0) throw new Failure('invalid', added.join('\n').replace(/^- /gm, ''));
}

async function problemsOf(locale: Locale, read: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return sentenceIn(locale, error)
      .split('\n')
      .filter((line) => line.startsWith('- '));
  }
}
