import type { GitChange, GitStatus } from '../contracts/git.ts';
import type { ToolContext } from '../contracts/tool.ts';
import { isFailure } from '../core/failure.ts';

/** Uncommitted changes of files that git knows, by who made them; sorted as git lists them. */
interface UncommittedFiles {
  /** As this session left them. */
  readonly own: readonly string[];
  /** Changed by the person, or by a command. */
  readonly others: readonly string[];
}

/** Codes of `git status` for a file in conflict. */
const CONFLICT = /^(?:DD|AU|UD|UA|DU|AA|UU)$/;

export function isInConflict({ code }: GitChange): boolean {
  return CONFLICT.test(code);
}

/** Changed files that are neither in conflict nor unknown to git. */
export function changedFiles({ changes }: Pick<GitStatus, 'changes'>): readonly GitChange[] {
  return changes.filter((change) => change.code !== '??' && !isInConflict(change));
}

export async function sortByMaker(
  paths: readonly string[],
  context: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<UncommittedFiles> {
  const isOwn = await Promise.all(paths.map((path) => isAsLeft(path, context)));
  return {
    own: paths.filter((_, at) => isOwn[at]),
    others: paths.filter((_, at) => !isOwn[at]),
  };
}

/** True for a file of which every uncommitted change is this session's. */
async function isAsLeft(
  path: string,
  { workspace: { files }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<boolean> {
  const written = ledger.listWritten().find((file) => file.path === path);
  if (written === undefined || written.heldForeignChanges) return false;
  try {
    return (await files.hashOf(path)) === written.after;
  } catch (error) {
    // A secret file, or a link that leads out of the project.
    if (isFailure(error)) return false;
    throw error;
  }
}
