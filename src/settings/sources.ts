import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type * as z from 'zod';
import { codeOf, messageOf } from '../core/failure.ts';
import { isMapping } from '../core/json.ts';
import { oneLine } from '../core/text.ts';
import { type Fault, fault } from '../core/texts/faults.ts';
import { readPrebuiltYaml } from '../core/yaml-trees.ts';
import {
  isSecret,
  isVariable,
  type VariableName,
  type Variables,
  variableNames,
  variableOf,
} from './variables.ts';

/** Texts of variables and where they come from, for error texts: `the environment`, or the path of a file. */
export interface VariableSource {
  readonly where: string;
  readonly texts: Readonly<Record<string, string | undefined>>;
}

export const ENVIRONMENT = 'the environment';

type SettingsTree = { readonly [key: string]: unknown };

const MAX_VALUE_LENGTH = 60;

/**
 * Reads the variables from several sources; the first source that names a variable decides, an empty text included,
 * so that a file's value can be switched off.
 * @param problems takes one sentence for each wrong value
 */
export function readVariables(sources: readonly VariableSource[], problems: Fault[]): Variables {
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const name of variableNames()) {
    const source = sources.find(({ texts }) => texts[name] !== undefined);
    const text = source?.texts[name]?.trim();
    if (!text) continue;
    const parsed = variableOf(name).schema().safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    // The rest is still needed to find what else is wrong.
    else for (const { message } of parsed.error.issues) problems.push(wrongVariable(name, source, message));
  }
  return values as Variables;
}

function wrongVariable(name: VariableName, source: VariableSource | undefined, expected: string): Fault {
  const where = source?.where ?? '';
  return isSecret(name)
    ? fault('setting-secret', name, where, expected)
    : fault('setting-variable', name, where, showValue(source?.texts[name]), expected);
}

/** The variables that have a place in agent.yaml, as such a file would have them. */
export function asAgentFile(variables: Variables): SettingsTree {
  let tree: SettingsTree = {};
  for (const name of variableNames()) {
    const place = variableOf(name).inFile;
    const value = variables[name];
    if (place === undefined || value === undefined) continue;
    const [section = '', ...below] = place;
    tree = mergeTrees(tree, {
      [section]: below.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    });
  }
  return tree;
}

/** A `.env` file; one that does not exist says nothing. */
export function readDotEnv(folder: string, problems: Fault[]): VariableSource {
  const where = join(folder, '.env');
  const texts = parseEnv(readText(where, problems) ?? '');
  for (const name of Object.keys(texts)) {
    if (isVariable(name) || COMPOSE_NAMES.includes(name)) continue;
    const near = nearestName(name);
    problems.push(
      near === undefined
        ? fault('setting-unknown', where, name)
        : fault('setting-unknown-near', where, name, near),
    );
  }
  return { where, texts };
}

/** docker-compose.yml and docker-compose.cluster.yml take these from the same file. */
const COMPOSE_NAMES = [
  'CONFIG_FOLDER',
  'CPU_LIMIT',
  'EXTRA_PACKAGES',
  'MEMORY_LIMIT',
  'POSTGRES_PASSWORD',
  'PROJECTS_FOLDER',
];

function nearestName(name: string): string | undefined {
  return variableNames().find((known) => isOneSlipAway(name.toUpperCase(), known));
}

/** One letter more, less, other, or two of them exchanged. */
function isOneSlipAway(one: string, other: string): boolean {
  let [start, end] = [0, 0];
  while (start < one.length && one[start] === other[start]) start += 1;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isExchanged = left.length === 2 && left === `${right[1]}${right[0]}`;
  return Math.max(left.length, right.length) <= 1 || isExchanged;
}

export interface ConfigFile<T> {
  /** `agent.yaml`. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly packageRoot: string;
  /** The person's own folder. */
  readonly own: string;
  /** The settings that win over both files. */
  readonly over: SettingsTree;
}

/**
 * A shipped file of `config/` with the person's own merged over it: maps merge, lists and single values replace.
 * @returns undefined when something is wrong; `problems` then says what, with file, field and value
 */
export async function readConfigFile<T>(
  { name, schema, packageRoot, own: folder, over }: ConfigFile<T>,
  problems: Fault[],
): Promise<T | undefined> {
  const shippedPath = join(packageRoot, 'config', name);
  const ownPath = join(folder, name);
  const { shipped, own } = await readTrees({ name, packageRoot, own: folder }, problems);
  if (shipped === undefined || own === undefined) return undefined;
  const merged = mergeTrees(mergeTrees(shipped, own), over);
  const parsed = schema.safeParse(merged);
  if (parsed.success) return parsed.data;
  const fileOf: FileOf = (path) => (valueAt(own, path) === undefined ? shippedPath : ownPath);
  const wrong = parsed.error.issues.flatMap(complaints);
  problems.push(...wrong.map((one) => wrongField(one, { merged, shipped, fileOf })));
  return undefined;
}

/** The file in which something is written. */
type FileOf = (path: readonly PropertyKey[]) => string;

interface Written {
  readonly merged: SettingsTree;
  /** It names all settings that there are. */
  readonly shipped: SettingsTree;
  readonly fileOf: FileOf;
}

function wrongField(
  { path, expectation, isUnknown }: SettingsComplaint,
  { merged, shipped, fileOf }: Written,
): Fault {
  const name = path.join('.');
  const value = valueAt(merged, path);
  // A missing value is reported at the map that should hold it.
  if (value === undefined) return fault('setting-missing', fileOf(path.slice(0, -1)), name, expectation);
  const near = isUnknown ? nearestKey(path, shipped) : undefined;
  return near === undefined
    ? fault('setting-in-file', fileOf(path), name, showValue(value), expectation)
    : fault('setting-unknown-near', fileOf(path), name, near);
}

/** Both files as they are written; undefined: it cannot be read. */
export async function readTrees(
  { name, packageRoot, own }: Omit<ConfigFile<unknown>, 'schema' | 'over'>,
  problems: Fault[],
): Promise<{ readonly shipped: SettingsTree | undefined; readonly own: SettingsTree | undefined }> {
  return {
    shipped: await readYaml(join(packageRoot, 'config', name), packageRoot, problems),
    own: await readYaml(join(own, name), packageRoot, problems),
  };
}

interface SettingsComplaint {
  readonly path: readonly PropertyKey[];
  readonly expectation: string;
  readonly isUnknown: boolean;
}

/** An unknown key is reported at the map that holds it; a person looks for the key itself. */
function complaints(issue: z.core.$ZodIssue): readonly SettingsComplaint[] {
  if (issue.code === 'unrecognized_keys') {
    const expectation = 'there is no such setting';
    return issue.keys.map((key) => ({ path: [...issue.path, key], expectation, isUnknown: true }));
  }
  const expectation = issue.message.replace(/^Invalid (input|option): /, '');
  return [{ path: issue.path, expectation, isUnknown: false }];
}

/** The setting that was probably meant. */
function nearestKey(path: readonly PropertyKey[], shipped: SettingsTree): string | undefined {
  const map = valueAt(shipped, path.slice(0, -1));
  const known = isMapping(map) ? Object.keys(map) : [];
  return known.find((key) => isOneSlipAway(String(path.at(-1)), key));
}

/** @returns an empty tree when the file does not exist, undefined when it cannot be read as a map */
async function readYaml(
  path: string,
  packageRoot: string,
  problems: Fault[],
): Promise<SettingsTree | undefined> {
  const text = readText(path, problems);
  if (text === undefined) return {};
  try {
    const tree = readPrebuiltYaml(text, packageRoot) ?? (await import('yaml')).parse(text) ?? {};
    if (isMapping(tree)) return tree;
    problems.push(fault('settings-no-map', path, showValue(tree)));
  } catch (error) {
    problems.push(noYaml(path, messageOf(error)));
  }
  return undefined;
}

/** The library draws the place below its words; its number is enough, and one line. */
function noYaml(path: string, message: string): Fault {
  const [, why, line] = /^(.*) at line (\d+), column \d+:/.exec(message) ?? [];
  return why === undefined || line === undefined
    ? fault('settings-unreadable', path, message)
    : fault('no-yaml', `${path}:${line}`, why);
}

function readText(path: string, problems: Fault[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      problems.push(fault('settings-unreadable', path, code ?? messageOf(error)));
    return undefined;
  }
}

function mergeTrees(base: SettingsTree, over: SettingsTree): SettingsTree {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isMapping(below) && isMapping(value) ? mergeTrees(below, value) : value;
  }
  return merged;
}

/** Undefined where nothing is written. */
export function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isMapping(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    tree,
  );
}

function showValue(value: unknown): string {
  return value === undefined ? 'missing' : oneLine(JSON.stringify(value), MAX_VALUE_LENGTH);
}
