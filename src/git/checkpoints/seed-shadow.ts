import { link, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { gitFolderOf, type Shadow } from './shadow.ts';

/**
 * Fills an empty shadow from another one, because its workspace is a copy: contents are hard-linked, so that they
 * take no room, and only files that differ are stored anew. Where files cannot be linked it stays empty.
 */
export async function seedShadow(from: Shadow, to: Shadow): Promise<void> {
  await Promise.all([from.whenPrepared(), to.whenPrepared()]);
  try {
    if (await isThere(to.indexOf(''))) return;
    // Read before the contents: everything that it names exists by then.
    const index = await readFile(from.indexOf(''));
    await linkObjects(join(gitFolderOf(from.folder), 'objects'), join(gitFolderOf(to.folder), 'objects'));
    const made = `${to.indexOf('')}.${newMessageId()}`;
    await writeFile(made, index, { mode: 0o600 });
    await rename(made, to.indexOf(''));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

async function linkObjects(from: string, to: string): Promise<void> {
  for (const folder of await readdir(from)) {
    if (folder === 'info') continue;
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    const files = (await readdir(join(from, folder))).filter((name) => !name.startsWith('tmp_'));
    // The index of a pack is linked after the pack, because git trusts it.
    const lists = (name: string): number => Number(name.endsWith('.idx'));
    for (const name of files.sort((a, b) => lists(a) - lists(b)))
      await linkOnce(join(from, folder, name), join(to, folder, name));
  }
}

async function linkOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
