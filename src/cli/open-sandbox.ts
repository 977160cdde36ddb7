import { join } from 'node:path';
import { environmentOf } from '../app/host-context.ts';
import type { Sandbox } from '../contracts/exec.ts';
import { Failure } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';
import { texts } from '../core/texts/texts.ts';
import { isProtectedPath } from '../policy/file-classes.ts';
import { createSandbox, noSandbox } from '../sandbox/sandbox.ts';
import { packageFolders } from '../sandbox/sandbox-runtime.ts';
import { sandboxText } from '../sandbox/sandbox-text.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The sandbox of this start. It is tested when its state is needed, or at once if one is required.
 * @param alsoHidden further files and folders that no command may see
 * @throws Failure `unavailable` when one is required and there is none
 */
export async function openSandbox(
  settings: Settings,
  packageRoot: string,
  alsoHidden: readonly string[] = [],
): Promise<Sandbox> {
  const { folders, policy, workspace } = settings;
  if (policy.sandbox === 'off-accepted') return noSandbox;
  const sandbox = createSandbox({
    environment: environmentOf(settings),
    // Our keys and records, even if the project is this program itself.
    hidden: [folders.data, folders.config, join(packageRoot, '.env'), ...alsoHidden],
    projects: separateProjects(workspace),
    // The scripts of one's own skills.
    skillFolders: [join(folders.config, 'skills')],
    isProtected: isProtectedPath,
    watchFolder: join(folders.data, 'protected'),
    runtime: {
      folders: packageFolders(packageRoot, process.execPath),
      workspaces: [
        workspace.projectRoot,
        ...(workspace.projectsRoot === undefined ? [] : [workspace.projectsRoot]),
      ],
      nodeVersion: process.versions.node,
    },
  });
  if (policy.sandbox !== 'required') return sandbox;
  const state = await sandbox.state();
  if (state.kind === 'on') return sandbox;
  const words = texts(settings.terminalLocale);
  throw new Failure('unavailable', words.sandbox.required(sandboxText(state, words)));
}

/** Like `openSandbox`, for reporting its state: a missing required one is not a failure here. */
export async function doctorSandbox(settings: Settings, packageRoot: string): Promise<Sandbox> {
  const { policy } = settings;
  const sandbox = policy.sandbox === 'required' ? 'auto' : policy.sandbox;
  return await openSandbox({ ...settings, policy: { ...policy, sandbox } }, packageRoot);
}

/** Empty for a single project. A PROJECT_ROOT around the others is no project: nobody works there. */
function separateProjects({ projectRoot, projectsRoot }: Settings['workspace']): readonly string[] {
  if (projectsRoot === undefined) return [];
  return isInside(projectsRoot, projectRoot) ? [projectsRoot] : [projectsRoot, projectRoot];
}
