import type { Dirent } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findPlugins } from '../../../claude-files/plugins.ts';
import { entriesOfFolder } from '../../../files/look-at-path.ts';
import type { SkillOrigin } from '../skill.ts';

const SKILLS = 'skills';
const OF_PROJECT = '.claude/skills';
/** Folders that are looked into for skills of their own: those of packages lie near the root (`apps/web`). */
const MAX_FOLDERS = 200;
const MAX_DEPTH = 2;
const FOLDERS_A_TURN = 50;
/** Installed packages bring skills for those who work on them. */
const INSTALLED = /^(?:node_modules|venv|vendor|site-packages|target|dist|build)$/i;

/** A folder of skills. */
export interface SkillPlace {
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
export async function skillPlaces(project: string, configFolder: string): Promise<readonly SkillPlace[]> {
  const inside = (folder: string): string => path.relative(project, folder).replaceAll(path.sep, '/');
  return [
    { origin: 'mine', prefix: 'mine', root: path.join(configFolder, SKILLS), folder: '.' },
    { origin: 'project', prefix: 'project', root: project, folder: OF_PROJECT },
    ...findPlugins(project).found.map(
      ({ plugin, folder }): SkillPlace => ({
        origin: 'plugin',
        prefix: plugin,
        root: project,
        folder: path.posix.join(inside(folder), SKILLS),
      }),
    ),
    ...(await foldersWithSkills(project)).map(
      (folder): SkillPlace => ({
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
