import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../core/json.ts';
import type { Fault } from '../core/texts/faults.ts';
import type { Locale } from '../core/texts/texts.ts';
import { fileSettings } from './file-settings.ts';
import { type SettingsRequest, variableSources } from './settings.ts';
import { ENVIRONMENT, readTrees, type VariableSource, valueAt } from './sources.ts';
import { isSecret, type VariableName, variableNames, variableOf } from './variables.ts';

/** Where the value of a setting is written. */
export type SettingOrigin =
  | { readonly kind: 'environment' }
  | { readonly kind: 'file'; readonly path: string }
  /** The program's own agent.yaml. */
  | { readonly kind: 'default' }
  | { readonly kind: 'nowhere' };

export interface ExplainedSetting {
  readonly name: VariableName;
  /** Says what an empty one means. */
  readonly description: string;
  /** As it is written, secrets included; undefined: nowhere, or switched off by an empty text. */
  readonly text: string | undefined;
  readonly isSecret: boolean;
  readonly from: SettingOrigin;
}

export interface ExplainedSettings {
  readonly settings: readonly ExplainedSetting[];
  /** The `.env` that `wasap setup` and `wasap config set` write. */
  readonly file: string;
}

/**
 * The value of each setting as it is written, and where. Wrong values are shown like others, and a file that cannot be
 * read says nothing: `readSettings` is what complains.
 */
export async function explainSettings(
  request: SettingsRequest,
  locale: Locale = 'en',
): Promise<ExplainedSettings> {
  const ignored: Fault[] = [];
  const { sources, config } = variableSources(request, ignored);
  const files = { name: 'agent.yaml', packageRoot: request.packageRoot, own: config };
  const trees = await readTrees(files, ignored);
  const written = (name: VariableName): WrittenSetting => {
    const variable = findWritten(sources, name);
    const place = variableOf(name).inFile;
    if (place === undefined) return variable ?? NOWHERE;
    // An empty text switches off a weaker variable; the value in agent.yaml then counts.
    if (variable?.text !== undefined) return variable;
    const mine = asVariable(valueAt(trees.own, place));
    if (mine !== undefined) return { text: mine, from: { kind: 'file', path: join(config, 'agent.yaml') } };
    const usual = asVariable(valueAt(trees.shipped, place));
    return usual === undefined ? NOWHERE : { text: usual, from: { kind: 'default' } };
  };
  const settings = variableNames().map((name) => ({
    name,
    description: variableOf(name)[locale],
    isSecret: isSecret(name),
    ...written(name),
  }));
  return { settings, file: join(config, '.env') };
}

/** A setting of agent.yaml that has no variable. */
interface ExplainedFileSetting {
  readonly name: string;
  /** What the comment of the shipped file says; empty where it stands below another one's. */
  readonly description: string;
  readonly text: string;
  readonly from: Extract<SettingOrigin, { kind: 'file' | 'default' }>;
}

/** The value of each setting that only agent.yaml has, as it is written, and where. */
export async function explainFileSettings(
  request: SettingsRequest,
): Promise<readonly ExplainedFileSetting[]> {
  const ignored: Fault[] = [];
  const { config } = variableSources(request, ignored);
  const files = { name: 'agent.yaml', packageRoot: request.packageRoot, own: config };
  const { own } = await readTrees(files, ignored);
  const shipped = readFileSync(join(request.packageRoot, 'config', 'agent.yaml'), 'utf8');
  const inVariables = variableNames().map((name) => variableOf(name).inFile?.join('.'));
  const settings = (await fileSettings(shipped)).filter(
    ({ place }) => !inVariables.includes(place.join('.')),
  );
  return settings.map(({ place, text: usual, description }) => {
    const mine = ownValue(own, place);
    const from = { kind: 'file', path: join(config, 'agent.yaml') } as const;
    return mine === undefined
      ? { name: place.join('.'), description, text: usual, from: { kind: 'default' } }
      : { name: place.join('.'), description, text: JSON.stringify(mine), from };
  });
}

/** At its place, or where a single word stands for all below it, as `pacing: off` does. */
function ownValue(tree: unknown, place: readonly string[]): unknown {
  const values = place.map((_, index) => valueAt(tree, place.slice(0, index + 1)));
  return values.find((value) => value !== undefined && !isMapping(value));
}

type WrittenSetting = Pick<ExplainedSetting, 'text' | 'from'>;

const NOWHERE: WrittenSetting = { text: undefined, from: { kind: 'nowhere' } };

/** What the strongest source says that names the variable. */
function findWritten(sources: readonly VariableSource[], name: VariableName): WrittenSetting | undefined {
  const source = sources.find(({ texts }) => texts[name] !== undefined);
  if (source === undefined) return undefined;
  const text = source.texts[name]?.trim() || undefined;
  return source.where === ENVIRONMENT
    ? { text, from: { kind: 'environment' } }
    : { text, from: { kind: 'file', path: source.where } };
}

/** A value of agent.yaml as its variable would be written. */
function asVariable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join('.') : String(value);
}
