import type { Dirent } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseNames, readFrontmatter } from '../../claude-files/frontmatter.ts';
import { findPlugins } from '../../claude-files/plugins.ts';
import type { PathGuard, WorkspaceFiles } from '../../contracts/workspace-files.ts';
import { isFailure } from '../../core/failure.ts';
import { type JsonObject, sha256 } from '../../core/json.ts';
import { foldName } from '../../core/nearest-name.ts';
import { isInside } from '../../core/paths.ts';
import { oneLine } from '../../core/text.ts';
import { decodeUtf8 } from '../../files/bootstrap-files.ts';
import { entriesOfFolder, isMissing, realPath } from '../../files/look-at-path.ts';
import { createWorkspaceFiles } from '../../files/workspace-files.ts';
import { createPathGuard } from '../../policy/path-guard.ts';
import type { Skill, SkillFault, SkillIndex, SkillOrigin, Skills, UnusableSkill } from './skill.ts';

/** Largest `SKILL.md`, in bytes. */
const MAX_BYTES = 256 * 1024;
/** Skills that are read of a project with all its plugins; one's own have a count of their own. */
const MAX_OF_PROJECT = 300;
const MAX_OWN = 200;
/** Headers that are remembered by the hash of their file. */
const MAX_REMEMBERED = 1_000;
/** Files of a skill that are listed. */
const MAX_FILES = 60;

interface SkillFolders {
  /** CONFIG_DIR; its `skills/` are the person's own. */
  readonly config: string;
  /** DATA_DIR. */
  readonly data: string;
}

/** The skills of this installation. What a file says is remembered by its content alone. */
export function openSkills({ config, data }: SkillFolders): Skills {
  // Skills are only read, and what the package brings is no secret.
  const ownFolders = [config, data];
  const headerOf = createHeaderCache();
  /** Nothing outside the folder, by whatever path or link. */
  const filesIn = (folder: string): WorkspaceFiles =>
    createWorkspaceFiles({ guard: createPathGuard({ root: folder, ownFolders }), searchProgram: undefined });
  return {
    async in(project) {
      if (realPath(project) === undefined) return { found: [], unusable: [] };
      const guard = createPathGuard({ root: project, ownFolders });
      return gatherSkills(await skillPlaces(project, config), { guard, filesIn, headerOf });
    },
    read: async ({ folder }, file) => filesIn(folder).readText(file),
    async filesOf({ folder }, signal) {
      const { paths, leftOut } = await filesIn(folder).list({ limit: MAX_FILES + 1, signal });
      const others = paths.filter((one) => one !== SKILL_FILE);
      return {
        paths: others.slice(0, MAX_FILES),
        leftOut: leftOut + Math.max(0, others.length - MAX_FILES),
      };
    },
  };
}

const SKILL_FILE = 'SKILL.md';

type ReadHeader = (text: string, folderName: string) => Promise<SkillHeader | SkillFault>;

function createHeaderCache(): ReadHeader {
  const remembered = new Map<string, SkillHeader | SkillFault>();
  return async (text, folderName) => {
    const key = sha256(`${folderName}\n${text}`);
    const before = remembered.get(key);
    if (before !== undefined) return before;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // A header takes up to some milliseconds to read, and of new ones there may be hundreds.
    await nextTurn();
    const header = await readSkillHeader(text, folderName);
    remembered.set(key, header);
    return header;
  };
}

interface SkillReadContext {
  /** Judges paths in the project. */
  readonly guard: PathGuard;
  readonly filesIn: (folder: string) => WorkspaceFiles;
  readonly headerOf: ReadHeader;
}

async function gatherSkills(places: readonly SkillFolder[], reading: SkillReadContext): Promise<SkillIndex> {
  const gathered = new GatheredSkills();
  let left = MAX_OF_PROJECT;
  for (const place of places) {
    const names = await skillNames(place, reading);
    if (names === 'closed') {
      gathered.unusable.push({ place: shownPlace(place), fault: 'closed' });
      continue;
    }
    const most = place.origin === 'mine' ? MAX_OWN : left;
    if (names.length > most) gathered.unusable.push({ place: shownPlace(place), fault: 'too-many' });
    const read = names.slice(0, most);
    if (place.origin !== 'mine') left -= read.length;
    for (const name of read) gathered.add(await readSkill(place, name, reading));
  }
  return { found: gathered.found(), unusable: gathered.unusable };
}

type ReadSkill =
  | { readonly kind: 'read'; readonly skill: Skill; readonly prefix: string }
  | { readonly kind: 'unusable'; readonly unusable: UnusableSkill }
  /** A folder of something else. */
  | { readonly kind: 'none' };

class GatheredSkills {
  readonly unusable: UnusableSkill[] = [];
  readonly #found = new Map<string, Skill>();

  found(): readonly Skill[] {
    return [...this.#found.values()];
  }

  /** Under its bare name, unless an earlier place has that: nothing of a project hides what is one's own. */
  add(read: ReadSkill): void {
    if (read.kind === 'none') return;
    if (read.kind === 'unusable') {
      this.unusable.push(read.unusable);
      return;
    }
    const { skill, prefix } = read;
    const free = [skill.name, `${prefix}:${skill.name}`].find((name) => !this.#found.has(foldName(name)));
    if (free === undefined) this.unusable.push({ place: skill.place, fault: 'taken' });
    else this.#found.set(foldName(free), { ...skill, name: free });
  }
}

/** Names of the folders in a place, sorted; `closed` for one that leads out of the project, or to secrets. */
async function skillNames(
  place: SkillFolder,
  { guard }: SkillReadContext,
): Promise<readonly string[] | 'closed'> {
  if (isMissing(path.join(place.root, place.folder))) return [];
  const folder = await folderAt(place, '.', guard);
  if (folder === 'closed') return 'closed';
  if (folder === undefined) return [];
  return entriesOfFolder(folder)
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

/**
 * The canonical folder. One's own may be a link, which is then one's own choice; one of a project may not be the
 * project itself, or all of its files would be those of a skill.
 */
async function folderAt(
  { origin, root, folder }: SkillFolder,
  name: string,
  guard: PathGuard,
): Promise<string | 'closed' | undefined> {
  if (origin === 'mine') return realPath(path.join(root, folder, name));
  try {
    const { real, exists } = await guard.resolve(path.posix.join(folder, name), 'read');
    if (!exists) return undefined;
    return isInside(guard.root, real) ? 'closed' : real;
  } catch (error) {
    if (isFailure(error)) return 'closed';
    throw error;
  }
}

async function readSkill(
  place: SkillFolder,
  name: string,
  { guard, filesIn, headerOf }: SkillReadContext,
): Promise<ReadSkill> {
  const shown = `${shownPlace(place)}/${name}`;
  const unusable = (fault: SkillFault): ReadSkill => ({
    kind: 'unusable',
    unusable: { place: shown, fault },
  });
  const folder = await folderAt(place, name, guard);
  if (folder === undefined) return { kind: 'none' };
  if (folder === 'closed') return unusable('closed');
  const bytes = await bytesIn(filesIn(folder));
  if (bytes === undefined) return { kind: 'none' };
  if (typeof bytes === 'string') return unusable(bytes);
  const text = decodeUtf8(Buffer.from(bytes), false);
  if (text === undefined) return unusable('not-text');
  const header = await headerOf(text, name);
  if (typeof header === 'string') return unusable(header);
  const skill = { ...header, origin: place.origin, folder, place: shown, hash: sha256(bytes) };
  return { kind: 'read', skill, prefix: place.prefix };
}

/** Undefined when the folder has no `SKILL.md`, or it is a file. */
async function bytesIn(files: WorkspaceFiles): Promise<Uint8Array | SkillFault | undefined> {
  try {
    return (await files.readBytes(SKILL_FILE, MAX_BYTES)).bytes;
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.kind === 'not-found') return undefined;
    return error.facts.rule === 'too-large' ? 'too-large' : 'closed';
  }
}

function shownPlace({ origin, root, folder }: SkillFolder): string {
  return origin === 'mine' ? path.join(root, folder) : folder;
}

const SKILLS = 'skills';
const OF_PROJECT = '.claude/skills';
/** Folders that are looked into for skills of their own: those of packages lie near the root (`apps/web`). */
const MAX_FOLDERS = 200;
const MAX_DEPTH = 2;
const FOLDERS_A_TURN = 50;
/** Installed packages bring skills for those who work on them. */
const INSTALLED = /^(?:node_modules|venv|vendor|site-packages|target|dist|build)$/i;

/** A folder of skills. */
interface SkillFolder {
  readonly origin: SkillOrigin;
  /** Stands before a skill's name where that is taken: `mine`, a plugin, `apps:web` for a folder of the project. */
  readonly prefix: string;
  /** No skill may lead out of it; canonical for those of a project. */
  readonly root: string;
  /** Below the root. */
  readonly folder: string;
}

/**
 * Where skills are looked for, in the order in which they take a name: one's own, the project's, those of its plugins,
 * then those of folders inside the project.
 */
async function skillPlaces(project: string, configFolder: string): Promise<readonly SkillFolder[]> {
  const inside = (folder: string): string => path.relative(project, folder).replaceAll(path.sep, '/');
  return [
    { origin: 'mine', prefix: 'mine', root: path.join(configFolder, SKILLS), folder: '.' },
    { origin: 'project', prefix: 'project', root: project, folder: OF_PROJECT },
    ...findPlugins(project).found.map(
      ({ plugin, folder }): SkillFolder => ({
        origin: 'plugin',
        prefix: plugin,
        root: project,
        folder: path.posix.join(inside(folder), SKILLS),
      }),
    ),
    ...(await foldersWithSkills(project)).map(
      (folder): SkillFolder => ({
        origin: 'project',
        prefix: folder.replaceAll('/', ':'),
        root: project,
        folder: `${folder}/${OF_PROJECT}`,
      }),
    ),
  ];
}

/** Folders of the project that keep skills for themselves, the outer ones first; links are not followed. */
async function foldersWithSkills(project: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level: readonly string[] = foldersIn(project);
  let left = MAX_FOLDERS;
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level.slice(0, left)) {
      if (left % FOLDERS_A_TURN === 0) await nextTurn();
      left -= 1;
      const entries = entriesOfFolder(path.join(project, folder));
      if (entries.some((entry) => entry.name === '.claude' && entry.isDirectory())) found.push(folder);
      next.push(...namesOfFolders(entries).map((name) => `${folder}/${name}`));
    }
    level = next;
  }
  return found.filter((folder) => entriesOfFolder(path.join(project, folder, OF_PROJECT)).length > 0);
}

function foldersIn(folder: string): readonly string[] {
  return namesOfFolders(entriesOfFolder(folder));
}

function namesOfFolders(entries: readonly Dirent[]): readonly string[] {
  return entries
    .filter((entry) => entry.isDirectory() && isPlain(entry.name) && !INSTALLED.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** It stands in paths of commands and in texts for people. */
function isPlain(name: string): boolean {
  return /^[\p{L}\p{N}_@][\p{L}\p{M}\p{N}@._-]*$/u.test(name);
}

/** In UTF-16 code units: what published skills may have. */
const MAX_DESCRIPTION_LENGTH = 1_600;
const MAX_HINT_LENGTH = 100;
const MAX_TOOLS = 100;
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
/** `Bash(git diff *)` is one name, whatever is between its parentheses. */
const TOOL = /[^\s(]+(?:\([^)]*\))?/g;

type SkillHeader = Pick<
  Skill,
  'name' | 'description' | 'argumentHint' | 'allowedTools' | 'isForModel' | 'isForPeople' | 'body'
>;

/**
 * Reads a `SKILL.md` as its author meant it: the folder names a skill whose header does not, its first lines describe
 * one without a description, and unknown keys are ignored. Never throws.
 * @param folderName last name of its folder
 */
async function readSkillHeader(text: string, folderName: string): Promise<SkillHeader | SkillFault> {
  // It stands in the paths of commands, and in texts for people.
  if (!NAME.test(folderName)) return 'name';
  const { frontmatter, body, warning } = await readFrontmatter(text);
  // A header that cannot be read might have kept the model from using it.
  if (warning !== undefined && Object.keys(frontmatter).length === 0) return 'header';
  const description = descriptionIn(frontmatter) || firstParagraph(body);
  if (description === '') return 'description';
  return {
    name: nameIn(frontmatter) ?? folderName,
    description,
    argumentHint: hintIn(frontmatter),
    allowedTools: parseNames(frontmatter['allowed-tools'])
      .flatMap((names) => names.match(TOOL) ?? [])
      .slice(0, MAX_TOOLS),
    isForModel: !isSet(frontmatter['disable-model-invocation'], true),
    isForPeople: !isSet(frontmatter['user-invocable'], false),
    body: body.trim(),
  };
}

/** Older skills have a title in its place: `PDF Processing`. */
function nameIn({ name }: JsonObject): string | undefined {
  return typeof name === 'string' && NAME.test(name) ? name : undefined;
}

function descriptionIn({ description, when_to_use: when }: JsonObject): string {
  const parts = [description, when].filter((one) => typeof one === 'string');
  return oneLine(parts.join(' '), MAX_DESCRIPTION_LENGTH);
}

/** The first lines of the text that are no heading. */
function firstParagraph(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).map((one) => one.replace(/^#.*$/gm, '').trim());
  return oneLine(paragraphs.find((one) => one !== '') ?? '', MAX_DESCRIPTION_LENGTH);
}

/** `[file]` without quotes is a list to YAML. */
function hintIn({ 'argument-hint': hint }: JsonObject): string {
  if (typeof hint === 'string') return oneLine(hint, MAX_HINT_LENGTH);
  return Array.isArray(hint) ? oneLine(`[${hint.join(', ')}]`, MAX_HINT_LENGTH) : '';
}

/** People write `"true"` as well. */
function isSet(value: JsonObject[string] | undefined, wanted: boolean): boolean {
  return value === wanted || (typeof value === 'string' && value.toLowerCase() === String(wanted));
}
