import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure, isFailure, sentenceIn, unreachable } from '../../core/failure.ts';
import { nearestName } from '../../core/nearest-name.ts';
import { isInside } from '../../core/paths.ts';
import { columnsOf, tableOf, widthOf } from '../../core/terminal-output.ts';
import type { Locale } from '../../core/texts/texts.ts';
import {
  type ExplainedSetting,
  type ExplainedSettings,
  explainSettings,
  visibleValues,
} from '../../settings/explain.ts';
import { readSettings } from '../../settings/settings.ts';
import type { VariableName } from '../../settings/variables.ts';
import { writeComplaint } from '../complain.ts';
import { saveVariables, withVariables } from '../env-file.ts';
import type { configTexts } from './texts/en.ts';
import { configWords } from './texts/texts.ts';

/** The settings as they are written, also where one of them is wrong: it has to be seen to be corrected. */
interface ConfigContext extends ExplainedSettings {
  readonly words: typeof configTexts;
  readonly locale: Locale;
}

async function configContext({
  packageRoot,
  terminalLocale: locale,
}: Pick<CliHost, 'packageRoot' | 'terminalLocale'>): Promise<ConfigContext> {
  const explained = await explainSettings({ packageRoot }, locale);
  return { ...explained, locale, words: configWords(locale).config };
}

/** @throws Failure `not-found` with the nearest name */
function settingNamed(typed: string, { settings, words }: ConfigContext): ExplainedSetting {
  const name = typed.toUpperCase().replaceAll('-', '_');
  const found = settings.find((setting) => setting.name === name);
  if (found !== undefined) return found;
  const near = nearestName(
    name,
    settings.map((setting) => setting.name),
  );
  throw new Failure('not-found', near === undefined ? words.unknown(typed) : words.unknownNear(typed, near));
}

export interface GetOptions {
  readonly all?: true;
  readonly json?: true;
}

/** Shows one setting, or all that are set; faults in them go to the error output. */
export async function getSettings(
  host: CliHost,
  name: string | undefined,
  { all, json }: GetOptions,
): Promise<void> {
  const context = await configContext(host);
  const { settings, words } = context;
  const show = createValueText(context);
  const named = name === undefined ? undefined : settingNamed(name, context);
  const isListed = ({ from }: ExplainedSetting): boolean =>
    all === true || (from.kind !== 'default' && from.kind !== 'nowhere');
  const listed = named === undefined ? settings.filter(isListed) : [named];
  if (json === true) {
    host.output.write(listed.map((setting) => `${JSON.stringify(asJson(setting, show))}\n`).join(''));
  } else if (named === undefined) {
    const rest = settings.length - listed.length;
    const lines = [
      ...(listed.length === 0 ? [] : [settingsTable(listed, context, widthOf(host.output)), '']),
      ...(rest === 0 ? [] : [words.others(rest)]),
    ];
    host.output.write(`${lines.join('\n').trimEnd()}\n`);
  } else {
    const about = wrapAnsi(named.description, columnsOf(host.output));
    host.output.write(
      `${named.name} = ${show(named)}\n${words.columns.from}: ${originText(named, context)}\n\n${about}\n`,
    );
  }
  await complainOfSettings(host);
}

async function complainOfSettings({ packageRoot, errors, terminalLocale }: CliHost): Promise<void> {
  try {
    await readSettings({ packageRoot });
  } catch (error) {
    if (!isFailure(error)) throw error;
    writeComplaint(errors, sentenceIn(terminalLocale, error));
  }
}

function createValueText({ settings, words }: ConfigContext): (setting: ExplainedSetting) => string {
  const visible = visibleValues(settings);
  return (setting) => {
    const value = visible(setting);
    if (value.kind === 'text') return value.text;
    return value.kind === 'secret' ? words.hidden : words.notSet;
  };
}

function settingsTable(listed: readonly ExplainedSetting[], context: ConfigContext, width: number): string {
  const { words } = context;
  const show = createValueText(context);
  return tableOf(
    listed,
    [
      { title: words.columns.name, text: ({ name }) => name },
      { title: words.columns.value, text: show },
      { title: words.columns.from, text: (setting) => originText(setting, context) },
    ],
    width,
  );
}

function originText({ from }: ExplainedSetting, { words }: ConfigContext): string {
  switch (from.kind) {
    case 'environment':
      return words.origin.environment;
    case 'file':
      return besideHome(from.path);
    case 'default':
      return words.origin.usual;
    case 'nowhere':
      return words.origin.nowhere;
    default:
      return unreachable(from);
  }
}

/** As people write it. */
function besideHome(path: string): string {
  const home = homedir();
  return isInside(path, home) ? `~${path.slice(home.length)}` : path;
}

function asJson(setting: ExplainedSetting, show: (setting: ExplainedSetting) => string): object {
  const { name, text, isSecret, from } = setting;
  return {
    name,
    value: text === undefined || isSecret ? null : show(setting),
    secret: isSecret,
    set: text !== undefined,
    from: from.kind === 'file' ? from.path : from.kind,
  };
}

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
