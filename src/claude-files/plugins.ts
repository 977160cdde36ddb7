import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Plugin, SkippedSpecialistFile, SpecialistSkipReason } from '../contracts/specialists.ts';
import { codeOf } from '../core/failure.ts';
import { readBeginning } from '../core/file-access.ts';
import { jsonIn } from '../core/json.ts';
import { isInside } from '../core/paths.ts';
import { bootstrapFault, decodeUtf8 } from '../files/bootstrap-files.ts';
import { entriesOfFolder, isMissing } from '../files/look-at-path.ts';

const MARKETPLACE = '.claude-plugin/marketplace.json';
const FOLDER = 'plugins';

const MAX_BYTES = 256 * 1024;
const MAX_PLUGINS = 100;
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** First halves of references to what comes with no plugin: one of this name would be taken for what it is not. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['project', 'mine', 'wasap']);

const Marketplace = z.object({ plugins: z.array(z.unknown()) });
const Entry = z.object({ name: z.string(), source: z.string() });

export interface PluginSearchResult {
  /** In the order of the marketplace file, else by name; no two of one name. */
  readonly found: readonly Plugin[];
  readonly skipped: readonly SkippedSpecialistFile[];
}

/**
 * The plugins of a workspace: those in its marketplace file, else the folders of `plugins/`. A folder counts by its
 * real path, which has to be inside the workspace. Never throws for the disk's contents.
 * @param workspace canonical path
 */
export function findPlugins(workspace: string): PluginSearchResult {
  const listed = readMarketplace(workspace);
  if (listed.kind === 'listed') return pluginsOfEntries(workspace, MARKETPLACE, listed.entries);
  const folders = pluginsOfEntries(workspace, FOLDER, foldersOf(workspace));
  return listed.kind === 'absent'
    ? folders
    : { ...folders, skipped: [skippedFile(MARKETPLACE, listed.why), ...folders.skipped] };
}

interface NamedPlugin {
  readonly name: string;
  /** Relative to the workspace, as it is written. */
  readonly source: string;
}

type MarketplaceListing =
  | { readonly kind: 'listed'; readonly entries: readonly (NamedPlugin | undefined)[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly why: SpecialistSkipReason };

function readMarketplace(workspace: string): MarketplaceListing {
  try {
    const file = path.join(workspace, MARKETPLACE);
    if (isMissing(file)) return { kind: 'absent' };
    const real = realpathSync.native(file);
    if (!isInside(real, workspace)) return { kind: 'broken', why: 'link' };
    const { bytes, size } = readBeginning(real, MAX_BYTES);
    if (size > MAX_BYTES) return { kind: 'broken', why: 'too-large' };
    const text = decodeUtf8(bytes, false);
    return text === undefined ? { kind: 'broken', why: 'not-text' } : entriesIn(text);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'broken', why: bootstrapFault(code) };
  }
}

function entriesIn(text: string): MarketplaceListing {
  const read = Marketplace.safeParse(jsonIn(text));
  if (!read.success) return { kind: 'broken', why: 'marketplace' };
  return { kind: 'listed', entries: read.data.plugins.map((entry) => Entry.safeParse(entry).data) };
}

function foldersOf(workspace: string): readonly NamedPlugin[] {
  const folder = path.join(workspace, FOLDER);
  if (isMissing(folder)) return [];
  return entriesOfFolder(folder)
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => ({ name, source: `${FOLDER}/${name}` }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param file that names them, for the list of skipped ones */
function pluginsOfEntries(
  workspace: string,
  file: string,
  entries: readonly (NamedPlugin | undefined)[],
): PluginSearchResult {
  const found = new Map<string, Plugin>();
  const skipped: SkippedSpecialistFile[] = [];
  for (const entry of entries.slice(0, MAX_PLUGINS)) {
    const judged = judgePlugin(workspace, entry);
    const where = entry === undefined || file === FOLDER ? (entry?.source ?? file) : `${file}: ${entry.name}`;
    if ('why' in judged) skipped.push(skippedFile(where, judged.why));
    else if (found.has(judged.plugin)) skipped.push(skippedFile(where, 'taken'));
    else found.set(judged.plugin, judged);
  }
  const left = entries.length - MAX_PLUGINS;
  if (left > 0) skipped.push(skippedFile(file, 'too-many', String(left)));
  return { found: [...found.values()], skipped };
}

function judgePlugin(
  workspace: string,
  entry: NamedPlugin | undefined,
): Plugin | { readonly why: SpecialistSkipReason } {
  if (entry === undefined) return { why: 'marketplace' };
  const { name, source } = entry;
  if (!NAME.test(name)) return { why: 'plugin-name' };
  if (OWN_SOURCES.has(name.toLowerCase())) return { why: 'plugin-reserved' };
  if (path.isAbsolute(source) || source.includes('\0')) return { why: 'plugin-source' };
  try {
    const folder = realpathSync.native(path.join(workspace, source));
    if (!isInside(folder, workspace)) return { why: 'plugin-source' };
    return statSync(folder).isDirectory() ? { plugin: name, folder } : { why: 'plugin-folder' };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return { why: 'plugin-folder' };
  }
}

function skippedFile(file: string, why: SpecialistSkipReason, detail = ''): SkippedSpecialistFile {
  return { file, why, detail };
}
