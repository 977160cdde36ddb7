import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { shellWord } from '../../core/text.ts';
import { formatBytes } from '../../core/texts/format.ts';
import { dropLink, userOf } from '../../features/backup/archive/database.ts';
import { namesInNow } from '../../files/look-at-path.ts';
import { hostPrograms } from '../../processes/process-table.ts';
import { isCheckout, readSettings, type Settings } from '../../settings/settings.ts';
import { askConfirmation, isBroad } from '../confirm.ts';
import { linkedNumber } from '../linked-number.ts';
import { installedService, uninstallService } from '../service/run-service.ts';
import type { uninstallTexts } from './texts/en.ts';
import { uninstallWords } from './texts/texts.ts';

export interface UninstallOptions {
  readonly all?: true;
  readonly yes?: true;
}

/** What there is to take away; undefined or without names: nothing of that kind. */
interface UninstallFindings {
  readonly service: string | undefined;
  /** The number, empty where it is not known. */
  readonly link: string | undefined;
  readonly records: OwnFiles;
  readonly settings: OwnFiles;
  readonly copies: number;
}

type UninstallTexts = typeof uninstallTexts;
type ConfirmRemoval = (question: string, initial: boolean) => Promise<boolean>;

/**
 * Tells what there is, asks about each thing, and takes away what the person says. Projects are never touched.
 * @throws Failure `conflict` while the program runs, other than as the service that is taken away first
 */
export async function runUninstall(host: CliHost, { all, yes }: UninstallOptions): Promise<void> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const locale = settings.terminalLocale;
  const words = uninstallWords(locale).uninstall;
  assertOwnFolders(settings, words);
  const show = (lines: readonly string[]): void => void host.output.write(`${lines.join('\n')}\n`);
  const found = findAll(settings, host.packageRoot);
  const { stopped, noTerminal } = words;
  const wanted: ConfirmRemoval = async (question, usual) => {
    const initial = all ?? usual;
    return yes ? initial : await askConfirmation(host, question, { locale, initial, stopped, noTerminal });
  };
  show(foundLines(found, words));
  if (found.service !== undefined && (await wanted(words.askService, true)))
    await uninstallService(host, { yes: true });
  await assertNotRunning(settings, words);
  await takeAway(found, { words, show, wanted });
  show(['', words.projects, words.package, `  ${removalOf(host.packageRoot)}`]);
}

/** @throws Failure `denied` where everything of a person, or a project, lies in one of the folders */
function assertOwnFolders({ folders, hostEnvironment }: Settings, words: UninstallTexts): void {
  for (const folder of [folders.data, folders.config]) {
    if (isBroad(folder, hostEnvironment.HOME) || existsSync(join(folder, '.git')))
      throw new Failure('denied', words.shared(folder));
  }
}

interface RemovalParts {
  readonly words: UninstallTexts;
  readonly wanted: ConfirmRemoval;
  show(lines: readonly string[]): void;
}

async function takeAway(
  { records, link, settings }: UninstallFindings,
  { words, show, wanted }: RemovalParts,
): Promise<void> {
  const takesRecords = records.names.length > 0 && (await wanted(words.askRecords, false));
  // The link is among the records.
  const takesLink = link !== undefined && !takesRecords && (await wanted(words.askLink, false));
  const takesSettings = settings.names.length > 0 && (await wanted(words.askSettings, false));
  if (takesRecords) show(removeAndReport(records, words));
  if (takesLink) dropLink(join(records.folder, 'wasap.db'));
  if (link !== undefined && (takesRecords || takesLink)) show([words.linkRemoved]);
  if (takesSettings) show(removeAndReport(settings, words));
}

function findAll(settings: Settings, packageRoot: string): UninstallFindings {
  const { data, config } = settings.folders;
  return {
    service: installedService(settings),
    link: linkIn(data),
    records: recordsIn(data, packageRoot),
    settings: settingsIn(config),
    copies: openWorktrees(data),
  };
}

/** A damaged database can be taken away as well. */
function linkIn(data: string): string | undefined {
  try {
    return linkedNumber(data);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

function foundLines(
  { service, link, records, settings, copies }: UninstallFindings,
  words: UninstallTexts,
): readonly string[] {
  return [
    words.found,
    service === undefined ? words.noService : words.service(service),
    link === undefined ? words.noLink : words.link(link === '' ? '?' : `+${link}`),
    records.names.length === 0 ? words.noRecords : words.records(records.folder, formatBytes(records.bytes)),
    ...(copies === 0 ? [] : [words.copies(copies)]),
    settings.names.length === 0
      ? words.noSettings
      : words.settings(settings.folder, settings.names.join(', ')),
    '',
  ];
}

/** @throws Failure `conflict` */
async function assertNotRunning({ folders }: Settings, words: UninstallTexts): Promise<void> {
  if ((await userOf(folders.data, hostPrograms())) !== undefined)
    throw new Failure('conflict', words.running(folders.data));
}

function removeAndReport(files: OwnFiles, words: UninstallTexts): readonly string[] {
  const left = removeOwnFiles(files);
  return [
    words.removed(files.folder),
    ...(left.length === 0 ? [] : [words.left(files.folder, left.join(', '))]),
  ];
}

/** How the program itself is removed; it cannot do that while it runs. */
function removalOf(packageRoot: string): string {
  return isCheckout(packageRoot)
    ? `npm rm -g wasap-agent; rm -rf ${shellWord(packageRoot)}`
    : 'npm rm -g wasap-agent';
}

/** The files of the program in DATA_DIR. Any other file there belongs to someone else. */
const RECORDS =
  /^(\.gitignore|agent_sessions|before-restore-.+|checkpoints|checks|console\.sock|control\.sock|images|input-history\.jsonl|instances|lock|maps|processes|protected|restoring|voice|wasap\.db.*|wasap\.log.*|web-files|web-uploads|workspace|worktrees)$/;

/** The files that people write in CONFIG_DIR for the program. */
const SETTINGS = /^(\.env|access\.yaml|agent\.yaml|tool-commands\.yaml|agents|commands|evals|jobs)$/;

interface OwnFiles {
  readonly folder: string;
  /** Names in the folder that are the program's. */
  readonly names: readonly string[];
  readonly bytes: number;
}

/** @param packageRoot a checkout keeps its records in itself, beside files of its own */
function recordsIn(folder: string, packageRoot: string): OwnFiles {
  const isInCheckout = folder === join(packageRoot, 'data');
  // Without a database the program was never here, and a folder of such a name belongs to someone else.
  const isUsed = existsSync(join(folder, 'wasap.db'));
  return ownFiles(folder, (name) => isUsed && RECORDS.test(name) && !(isInCheckout && name === 'workspace'));
}

function settingsIn(folder: string): OwnFiles {
  return ownFiles(folder, (name) => SETTINGS.test(name));
}

/** Copies of projects that tasks worked in, and that nobody has decided about yet. */
function openWorktrees(data: string): number {
  return namesInNow(join(data, 'worktrees')).length;
}

/**
 * Removes them, and the folder if nothing else is in it.
 * @returns what is left there
 */
function removeOwnFiles({ folder, names }: OwnFiles): readonly string[] {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  const left = namesInNow(folder);
  if (left.length === 0) removeFolder(folder);
  return left;
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Nothing was ever there, or it cannot be removed where it lies, as a volume of a container.
    if (codeOf(error) === undefined) throw error;
  }
}

function ownFiles(folder: string, isOwn: (name: string) => boolean): OwnFiles {
  const names = namesInNow(folder).filter(isOwn);
  const bytes = names.reduce((sum, name) => sum + bytesOf(join(folder, name)), 0);
  return { folder, names, bytes };
}

/** Links are not followed. */
function bytesOf(path: string): number {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return 0;
  if (!facts.isDirectory()) return facts.size;
  return namesInNow(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
