import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { namesInNow } from '../../files/look-at-path.ts';

/** The files of the program in DATA_DIR. Any other file there belongs to someone else. */
const RECORDS =
  /^(\.gitignore|agent_sessions|before-restore-.+|checkpoints|checks|console\.sock|control\.sock|images|input-history\.jsonl|instances|lock|maps|processes|protected|restoring|voice|wasap\.db.*|wasap\.log.*|web-files|web-uploads|workspace|worktrees)$/;

/** The files that people write in CONFIG_DIR for the program. */
const SETTINGS = /^(\.env|access\.yaml|agent\.yaml|tool-commands\.yaml|agents|commands|evals|jobs)$/;

export interface OwnFiles {
  readonly folder: string;
  /** Names in the folder that are the program's. */
  readonly names: readonly string[];
  readonly bytes: number;
}

/** @param packageRoot a checkout keeps its records in itself, beside files of its own */
export function recordsIn(folder: string, packageRoot: string): OwnFiles {
  const isInCheckout = folder === join(packageRoot, 'data');
  // Without a database the program was never here, and a folder of such a name belongs to someone else.
  const isUsed = existsSync(join(folder, 'wasap.db'));
  return ownFiles(folder, (name) => isUsed && RECORDS.test(name) && !(isInCheckout && name === 'workspace'));
}

export function settingsIn(folder: string): OwnFiles {
  return ownFiles(folder, (name) => SETTINGS.test(name));
}

/** Copies of projects that tasks worked in, and that nobody has decided about yet. */
export function openWorktrees(data: string): number {
  return namesInNow(join(data, 'worktrees')).length;
}

/**
 * Removes them, and the folder if nothing else is in it.
 * @returns what is left there
 */
export function removeOwnFiles({ folder, names }: OwnFiles): readonly string[] {
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
