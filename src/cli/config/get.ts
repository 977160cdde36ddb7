import { homedir } from 'node:os';
import wrapAnsi from 'wrap-ansi';
import type { CliHost } from '../../contracts/sub-command.ts';
import { isFailure, sentenceIn, unreachable } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { columnsOf, tableOf, widthOf } from '../../core/terminal-output.ts';
import { type ExplainedSetting, visibleValues } from '../../settings/explain.ts';
import { readSettings } from '../../settings/settings.ts';
import { writeComplaint } from '../complain.ts';
import { type ConfigContext, configContext, settingNamed } from './setting-named.ts';

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
