import { join } from 'node:path';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import { isWorkspaceName } from '../../../git/workspaces/workspace-name.ts';

/** The place here of another machine's project, also before it has been brought. */
export interface ProjectPlace {
  readonly path: string;
  readonly isHere: boolean;
}

/** Undefined where no folder of that name could be a project here. */
export function placeIn(
  { findByName, root }: Pick<Workspaces, 'findByName' | 'root'>,
  project: string,
): ProjectPlace | undefined {
  const known = findByName(project);
  if (known !== undefined) return { path: known.path, isHere: true };
  return root === undefined || !isWorkspaceName(project)
    ? undefined
    : { path: join(root, project), isHere: false };
}
