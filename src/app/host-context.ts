import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DocumentReader } from '../contracts/binary-files.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { CodeReader } from '../contracts/code.ts';
import type { WorktreeFacts } from '../contracts/commands.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { Sandbox, Supervisor } from '../contracts/exec.ts';
import type { Ownership } from '../contracts/machines.ts';
import type { CommandPolicy, Redactor } from '../contracts/policy.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { Store } from '../contracts/store.ts';
import type { SessionWorkspace } from '../contracts/tool.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import type { LinkedFolders, Worktrees } from '../contracts/worktrees.ts';
import { DAY_MS, MINUTE_MS, systemClock } from '../core/clock.ts';
import { isFailure } from '../core/failure.ts';
import { canonicalJson, sha256 } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import type { PullFollowOptions } from '../features/pull-requests/pull-requests-feature.ts';
import { keepSentFile, removeSentFiles, sentFileBytes } from '../files/inbox-folder.ts';
import { createKeptImages } from '../files/kept-files.ts';
import { folderAt, realPath } from '../files/look-at-path.ts';
import { commonGitFolder } from '../files/repository-folders.ts';
import { createWorkspaceFiles } from '../files/workspace-files.ts';
import { createCheckpoints } from '../git/checkpoints/checkpoints.ts';
import { createGit } from '../git/git.ts';
import { createGitHub } from '../git/github/github.ts';
import { createPullWatch } from '../git/github/watch-pulls.ts';
import { hasRemote } from '../git/plain-repository.ts';
import { createWorkspaces } from '../git/workspaces/workspaces.ts';
import { linkDependencies } from '../git/worktrees/link-dependencies.ts';
import { removeStrays } from '../git/worktrees/remove-folder.ts';
import { endSetup, runSetup } from '../git/worktrees/run-setup.ts';
import { createWorktrees } from '../git/worktrees/worktrees.ts';
import { profileOf } from '../models/profile.ts';
import { createTranscriber } from '../models/speech.ts';
import { createExecutables } from '../policy/executables.ts';
import { isProtectedPath, isSecretPath } from '../policy/file-classes.ts';
import { openCommandPolicy, projectScripts } from '../policy/open-command-policy.ts';
import { createPathGuard } from '../policy/path-guard.ts';
import { commandEnvironment, type Environment, findProgram } from '../processes/command-environment.ts';
import { ownFoldersOf } from '../settings/own-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { createProjectChecks } from '../tools/checks/project-checks.ts';
import type { Redaction } from './redaction.ts';

/** Settings, environment and folders of this machine, for the parts of the program. */
export interface HostContext {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly packageRoot: string;
  readonly linked: LinkedFolders;
  /** See `AppParts`. */
  readonly machines?: Pick<Ownership, 'ownsItsWork'> | undefined;
}

interface WorkspaceContext {
  readonly code: CodeReader;
  readonly documents: DocumentReader;
  readonly redactor: Redactor;
  readonly policy: CommandPolicy;
  readonly supervisor: Supervisor;
  readonly log: Log;
}

/** Parts of a session for one project folder. */
export function workspaceParts(
  { settings, environment, packageRoot, linked, machines }: HostContext,
  { code, documents, redactor, policy, supervisor, log }: WorkspaceContext,
): (root: string) => SessionWorkspace {
  const { folders, github, workspace } = settings;
  const ownFolders = ownFoldersOf(folders, packageRoot);
  const searchProgram = findProgram('rg', environment.PATH ?? '');
  return (root) => {
    const guard = createPathGuard({ root, ownFolders, linked: () => linked(root) });
    const files = createWorkspaceFiles({ guard, searchProgram });
    const checked = { root, files, policy, supervisor, redactor, clock: systemClock, log };
    return {
      guard,
      files,
      code,
      documents,
      checks: settings.checksAfterEdits ? createProjectChecks(checked) : undefined,
      git: createGit({ root, environment, token: github.token, ownsItsWork: machines?.ownsItsWork }),
      ...pullRequestsOf(root, { github, usual: workspace.projectRoot, redactor, machines }),
    };
  };
}

/** Each session has a folder of its own, so that the worktree in it can have the project's name. */
export function worktreeFacts({ folders, worktrees, github }: Settings): WorktreeFacts {
  return {
    folderOf: (session, project) => join(worktreesFolder(folders), session, basename(project)),
    maxParallelTasks: worktrees.parallel,
    hasRepository: (project) => existsSync(join(project, '.git')),
    canOpenPullRequests: github.token !== undefined && github.repository !== undefined,
  };
}

/** Where something of ours may lie. */
function pathsOf({ usual, list }: Pick<Workspaces, 'list' | 'usual'>): readonly string[] {
  return [...new Set([usual, ...list().found.map(({ path }) => path)])];
}

function worktreesFolder({ data }: Settings['folders']): string {
  return join(realPath(data) ?? data, 'worktrees');
}

interface WorktreePorts {
  readonly worktrees: Worktrees;
  /** Takes away what is left under names that are not known; returns how many. */
  removeStrayWorktrees(isKnown: (name: string) => boolean): Promise<number>;
  /** Ends background commands of a task; their records are completed by the next search for ends. */
  endCommands(session: Pick<SessionRecord, 'id'>): Promise<void>;
}

interface WorktreeContext {
  readonly checkpoints: Checkpoints;
  readonly supervisor: Supervisor;
  readonly store: Pick<Store, 'processes'>;
  readonly workspaces: Workspaces;
}

/** Worktrees of the project, with its dependencies, else with what the configured setup makes. */
export function worktreePorts(
  { settings, environment }: HostContext,
  { checkpoints: states, supervisor, store, workspaces }: WorktreeContext,
): WorktreePorts {
  const { folders } = settings;
  const { setup } = settings.worktrees;
  const home = worktreesFolder(folders);
  const worktrees = createWorktrees({
    home,
    states: statesFolder(folders),
    checkpoints: states,
    environment,
    isSecret: isSecretPath,
    linkDependencies: (place) => linkDependencies({ ...place, environment }),
    runSetup: async (place) =>
      setup === undefined ? undefined : runSetup({ ...place, command: setup, supervisor }),
    endSetup: (folder) => endSetup(folder, supervisor),
  });
  const projectsCalled = (name: string): readonly string[] =>
    pathsOf(workspaces).filter((path) => basename(path) === name);
  const strays = { home, projectsCalled, worktrees };
  return {
    worktrees,
    removeStrayWorktrees: (isKnown) => removeStrays(strays, isKnown),
    async endCommands({ id }) {
      const running = store.processes.list(id, systemClock.nowMs()).filter(({ fate }) => fate === undefined);
      await Promise.all(running.map((command) => supervisor.kill(command.id, 'the task is over')));
    },
  };
}

function statesFolder({ data }: Settings['folders']): string {
  return join(data, 'checkpoints');
}

/** How pull requests are followed; undefined without token or repository. */
export function createPullFollowing(
  { settings: { github, pullRequests: limits }, machines }: Pick<HostContext, 'settings' | 'machines'>,
  { redact }: Redactor,
): PullFollowOptions | undefined {
  const { token, repository, apiUrl } = github;
  if (token === undefined || repository === undefined) return undefined;
  const watch = createPullWatch({
    token,
    repository,
    apiUrl,
    redact,
    ownsItsWork: machines?.ownsItsWork,
    nowMs: () => systemClock.nowMs(),
  });
  return { watch, limits };
}

/** GITHUB_REPO is the repository of PROJECT_ROOT; of another project it is only if a remote of that one says so. */
function pullRequestsOf(
  root: string,
  {
    github,
    usual,
    redactor,
    machines,
  }: Pick<Settings, 'github'> &
    Pick<HostContext, 'machines'> & { readonly usual: string; readonly redactor: Redactor },
): Pick<SessionWorkspace, 'github' | 'missingGitHub'> {
  const { token, repository, apiUrl } = github;
  if (token === undefined || repository === undefined)
    return { github: undefined, missingGitHub: missingGitHub(github) };
  const isMeant = commonGitFolder(root) === commonGitFolder(usual) || hasRemote(root, repository);
  return {
    github: isMeant
      ? createGitHub({ token, repository, apiUrl, ownsItsWork: machines?.ownsItsWork }, redactor.redact)
      : undefined,
    missingGitHub: `No pull request can be opened from this project: GITHUB_REPO is ${repository.owner}/${repository.name}, and no remote here is that.`,
  };
}

function missingGitHub(github: Settings['github']): string {
  const missing = [
    ...(github.token === undefined ? ['GITHUB_TOKEN'] : []),
    ...(github.repository === undefined ? ['GITHUB_REPO (owner/name)'] : []),
  ];
  return `No pull request can be opened: ${missing.join(' and ')} must be set where the program is started.`;
}

/** States of projects, outside of them. Diffs of them are shown without secrets. */
export function createRedactedCheckpoints(
  { settings, environment, packageRoot }: HostContext,
  { redactor, learnSecrets }: Pick<Redaction, 'redactor' | 'learnSecrets'>,
): Checkpoints {
  const { folders } = settings;
  const states = createCheckpoints({
    folder: statesFolder(folders),
    environment,
    ownFolders: ownFoldersOf(folders, packageRoot),
    isSecret: isSecretPath,
  });
  return {
    ...states,
    async diff(workspace, steps, options) {
      await learnSecrets(workspace);
      const { diff, leftOut } = await states.diff(workspace, steps, options);
      return { diff: redactor.redact(diff), leftOut };
    },
  };
}

/** The environment of commands, from that of the program. */
export function environmentOf({
  hostEnvironment,
  workspace,
}: Pick<Settings, 'hostEnvironment' | 'workspace'>): Environment {
  return commandEnvironment(hostEnvironment, {
    workspaces: [workspace.projectRoot, workspace.projectsRoot ?? ''],
    folderAt,
    ceiling: workspace.projectsRoot,
  });
}

const BYTES_PER_MB = 1_000_000;
const TRANSCRIBE_TIMEOUT_MS = MINUTE_MS;

/** Where the files that people send are kept, and what is made of them. */
export function createSentFiles(
  { inbox, folders, model }: Pick<Settings, 'inbox' | 'folders' | 'model'>,
  workspaces: Workspaces,
): SentFiles {
  const images = createKeptImages(join(folders.data, 'images'));
  const { transcribe } = inbox;
  return {
    limits: { fileBytes: inbox.fileMb * BYTES_PER_MB, dayBytes: inbox.dayMb * BYTES_PER_MB },
    hasVision: (id) => profileOf(model.profiles, id).vision,
    keepImage: images.keep,
    imageBytes: images.bytesOf,
    keepDocument: (document) => keepSentFile({ ...document, isObeyed: isProtectedPath }),
    bringDocument,
    transcribe: transcribe && createTranscriber({ ...transcribe, timeoutMs: TRANSCRIBE_TIMEOUT_MS }),
    async removeOld(nowMs) {
      const beforeMs = nowMs - inbox.keepDays * DAY_MS;
      const kept = await Promise.all([
        images.removeOlder(beforeMs),
        ...pathsOf(workspaces).map((path) => removeSentFiles(path, beforeMs)),
      ]);
      return kept.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function bringDocument(
  document: { readonly workspace: string; readonly path: string },
  workspace: string,
): Promise<string | undefined> {
  const bytes = await sentFileBytes(document);
  if (bytes === undefined) return undefined;
  try {
    const name = basename(document.path);
    return await keepSentFile({ workspace, name, bytes, isObeyed: isProtectedPath });
  } catch (error) {
    if (isFailure(error) && error.kind !== 'unavailable') return undefined;
    throw error;
  }
}

/** How command lines of this machine are read. */
export function hostPlatform(): 'posix' | 'windows' {
  return process.platform === 'win32' ? 'windows' : 'posix';
}

/**
 * The command policy of the shipped and the person's own configuration; the project that is worked on has no say.
 * @param sandbox undefined: none
 */
export function commandPolicy(
  { settings, environment, packageRoot, linked }: HostContext,
  platform: 'posix' | 'windows',
  sandbox?: Pick<Sandbox, 'state'>,
): Promise<CommandPolicy> {
  const { folders, policy } = settings;
  const ownFolders = ownFoldersOf(folders, packageRoot);
  return openCommandPolicy({
    file: join(packageRoot, 'config', 'tool-commands.yaml'),
    ownFile: join(folders.config, 'tool-commands.yaml'),
    packageRoot,
    platform,
    guardFor: (root) => createPathGuard({ root, ownFolders, linked: () => linked(root) }),
    executables: createExecutables({ searchPath: environment.PATH ?? '', platform, linked }),
    projectScripts: projectScripts(policy, sandbox),
    extraAllowed: policy.shellAllowlist ?? [],
    mode: policy.mode,
    compound: policy.compound,
    isConfined: async () => (await sandbox?.state())?.kind === 'on',
    environment: sha256(canonicalJson(environment)),
    linked,
  });
}

/** The projects that people can choose. */
export function projectFolders(
  settings: Pick<Settings, 'folders' | 'workspace' | 'hostEnvironment' | 'github'>,
): Workspaces {
  const { folders, workspace } = settings;
  return createWorkspaces({
    usual: workspace.projectRoot,
    root: workspace.projectsRoot,
    // No project lies in what the package brings.
    ownFolders: [folders.data, folders.config],
    environment: environmentOf(settings),
    token: settings.github.token,
  });
}

/** Names of the folders that people can work in. */
export function projectNames(workspaces: Pick<Workspaces, 'list' | 'usual'>): readonly string[] {
  return pathsOf(workspaces).map((path) => basename(path));
}
