import { basename, dirname } from 'node:path/posix';
import type { PathGuard, ResolvedPath, WorkspaceFiles } from '../../contracts/exec.ts';
import { Failure } from '../../core/failure.ts';

interface FileContext {
  readonly workspace: { readonly guard: PathGuard; readonly files: Pick<WorkspaceFiles, 'hashOf'> };
}

/** A file that is moved or deleted as a whole. */
export interface ExistingFile {
  readonly path: ResolvedPath;
  readonly hash: string;
}

/**
 * @throws Failure `not-found` without a file; `invalid` for a folder, for a link, and for a file that is too large to
 * be brought back
 */
export async function existingFile(asked: string, context: FileContext): Promise<ExistingFile> {
  const { guard, files } = context.workspace;
  const path = await guard.resolve(asked, 'write');
  await refuseLink(asked, path, guard);
  const hash = await files.hashOf(asked);
  if (hash === undefined) throw new Failure('not-found', `${asked} does not exist.`);
  return { path, hash };
}

/**
 * A link is not followed here: its target would go, and the link would stay. Folders above it may be links.
 * @throws Failure `invalid`
 */
export async function refuseLink(asked: string, path: ResolvedPath, guard: PathGuard): Promise<void> {
  // The project itself, or a folder above: no file anyway.
  if (/^\.{1,2}$/.test(basename(asked))) return;
  const folder = await guard.resolve(dirname(asked), 'write');
  const spelled = `${folder.relative === '' ? '' : `${folder.relative}/`}${basename(asked)}`;
  // A file system that ignores case gives the name as it is stored.
  if (spelled.toLowerCase() === path.relative.toLowerCase()) return;
  throw new Failure('invalid', `${asked} is a link to ${path.relative}. Name that file itself.`);
}
