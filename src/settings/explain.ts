import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pair, YAMLMap } from 'yaml';
import { isMapping } from '../core/json.ts';
import type { Fault } from '../core/texts/faults.ts';
import type { Locale } from '../core/texts/texts.ts';
import { createRedactor } from '../policy/redaction.ts';
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

/** A setting as a file has it: the place of a single value or a list. */
interface FileSetting {
  readonly place: readonly string[];
  /** Its value, in one line as it would be written. */
  readonly text: string;
  /** What its comment says; empty where it stands below another setting's. */
  readonly description: string;
}

/** Each model has many, which are described at the first one. */
const LEFT_OUT = ['models'];

/** Every setting of an `agent.yaml`, in the order of the file. */
export async function fileSettings(document: string): Promise<readonly FileSetting[]> {
  const { isMap, isScalar, parseDocument, stringify } = await import('yaml');
  const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');
  const commentOf = ({ key }: Pair): string => (isScalar(key) ? inOneLine(key.commentBefore ?? '') : '');

  /** The comment of a section stands with its first setting; below the section's name it belongs to the map. */
  const settingsIn = (pair: Pair, above: readonly string[], ofSection: string): readonly FileSetting[] => {
    const place = [...above, nameOf(pair)];
    const comment = joinTexts(ofSection, commentOf(pair));
    const { value } = pair;
    if (!isMap(value))
      return [{ place, text: stringify(value, { flow: true }).trim(), description: comment }];
    const inside = joinTexts(comment, inOneLine((value as YAMLMap).commentBefore ?? ''));
    return value.items.flatMap((inner, index) => settingsIn(inner, place, index === 0 ? inside : ''));
  };

  const { contents } = parseDocument(document);
  if (!isMap(contents)) return [];
  return contents.items
    .filter((pair) => !LEFT_OUT.includes(nameOf(pair)))
    .flatMap((pair) => settingsIn(pair, [], ''));
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

/** Paragraphs above the last one are about the file. */
function inOneLine(comment: string): string {
  const [last = ''] = comment.split(/\n\s*\n/).slice(-1);
  return last
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/** A value as people may see it: of a secret only that it is set. */
type VisibleValue =
  | { readonly kind: 'not-set' }
  | { readonly kind: 'secret' }
  | { readonly kind: 'text'; readonly text: string };

/** Passwords inside other values, as in a URL, are taken out. */
export function visibleValues(
  settings: readonly Pick<ExplainedSetting, 'isSecret' | 'text'>[],
): (setting: Pick<ExplainedSetting, 'isSecret' | 'text'>) => VisibleValue {
  const secrets = settings.flatMap(({ isSecret, text }) => (isSecret && text !== undefined ? [text] : []));
  const { redact } = createRedactor({ secrets });
  return ({ text, isSecret }) => {
    if (text === undefined) return { kind: 'not-set' };
    return isSecret ? { kind: 'secret' } : { kind: 'text', text: redact(text) };
  };
}
