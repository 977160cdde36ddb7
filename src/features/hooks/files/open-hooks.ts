import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '../../../core/failure.ts';
import { sha256 } from '../../../core/json.ts';
import { decodeUtf8 } from '../../../files/bootstrap-files.ts';
import { createWorkspaceFiles } from '../../../files/workspace-files.ts';
import { createPathGuard } from '../../../policy/path-guard.ts';
import type { BrokenHooksFile, HooksFile, HooksOf } from '../hook.ts';
import { readHooks } from './hooks-file.ts';

/** Where Claude Code looks in a project. */
const FILES = ['.claude/settings.json', '.claude/settings.local.json'];
const MAX_BYTES = 256 * 1024;

/** @param ownFolders of this program: a link that leads there is no file of the project */
export function openHooks(ownFolders: readonly string[]): HooksOf {
  return async (project) => {
    // Asked around every call, and nearly no project has them.
    const there = FILES.filter((path) => existsSync(join(project, path)));
    if (there.length === 0) return { files: [], broken: [] };
    const guard = createPathGuard({ root: project, ownFolders });
    const files = createWorkspaceFiles({ guard, searchProgram: undefined });
    const read = (await Promise.all(there.map((path) => readFile(path, files)))).flatMap((one) => one ?? []);
    return { files: read.filter(hasHooks), broken: read.filter((one) => 'fault' in one) };
  };
}

function hasHooks(read: HooksFile | BrokenHooksFile): read is HooksFile {
  return !('fault' in read) && read.hooks.length + read.ignored > 0;
}

/** Undefined for a file that is not there. */
async function readFile(
  path: string,
  files: Pick<ReturnType<typeof createWorkspaceFiles>, 'readBytes'>,
): Promise<HooksFile | BrokenHooksFile | undefined> {
  try {
    const { bytes } = await files.readBytes(path, MAX_BYTES);
    const text = decodeUtf8(Buffer.from(bytes), false);
    const read = text === undefined ? ({ kind: 'not-json' } as const) : readHooks(text);
    if (read.kind !== 'read') return { path, fault: read.kind };
    return { path, hash: sha256(bytes), hooks: read.hooks, ignored: read.ignored };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.kind === 'not-found') return undefined;
    return { path, fault: error.facts.rule === 'too-large' ? 'too-large' : 'closed' };
  }
}
