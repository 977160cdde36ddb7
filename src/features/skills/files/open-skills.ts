import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PathGuard, WorkspaceFiles } from '../../../contracts/exec.ts';
import { isFailure } from '../../../core/failure.ts';
import { sha256 } from '../../../core/json.ts';
import { foldName } from '../../../core/nearest-name.ts';
import { isInside } from '../../../core/paths.ts';
import { decodeUtf8 } from '../../../files/bootstrap-files.ts';
import { entriesOfFolder, isMissing, realPath } from '../../../files/look-at-path.ts';
import { createWorkspaceFiles } from '../../../files/workspace-files.ts';
import { createPathGuard } from '../../../policy/path-guard.ts';
import type { Skill, SkillFault, SkillIndex, Skills, UnusableSkill } from '../skill.ts';
import { readSkillHeader, type SkillHeader } from './skill-header.ts';
import { type SkillPlace, skillPlaces } from './skill-places.ts';

/** Largest `SKILL.md`, in bytes. */
const MAX_BYTES = 256 * 1024;
/** Skills that are read of a project with all its plugins; one's own have a count of their own. */
const MAX_OF_PROJECT = 300;
const MAX_OWN = 200;
/** Headers that are remembered by the hash of their file. */
const MAX_REMEMBERED = 1_000;
/** Files of a skill that are listed. */
const MAX_FILES = 60;

export interface SkillFolders {
  /** CONFIG_DIR; its `skills/` are the person's own. */
  readonly config: string;
  /** DATA_DIR. */
  readonly data: string;
}

/** The skills of this installation. What a file says is remembered by its content alone. */
export function openSkills({ config, data }: SkillFolders): Skills {
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

async function gatherSkills(places: readonly SkillPlace[], reading: SkillReadContext): Promise<SkillIndex> {
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
  place: SkillPlace,
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
  { origin, root, folder }: SkillPlace,
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
  place: SkillPlace,
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

function shownPlace({ origin, root, folder }: SkillPlace): string {
  return origin === 'mine' ? path.join(root, folder) : folder;
}
