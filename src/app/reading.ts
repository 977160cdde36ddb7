import { join } from 'node:path';
import type { ReadingPorts } from '../agent/parts.ts';
import { filesWithin } from '../agent/prompt/project-map.ts';
import { createPrompts } from '../agent/prompt/prompt.ts';
import { createCodeReader } from '../code-reading/code-reader.ts';
import { createProjectMaps } from '../code-reading/map/project-maps.ts';
import type { Bootstrap } from '../contracts/assignment.ts';
import type { ProjectMaps } from '../contracts/code.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { Supervisor } from '../contracts/exec.ts';
import type { CommandPolicy, Redactor } from '../contracts/policy.ts';
import type { Specialists } from '../contracts/specialists.ts';
import type { SessionWorkspace } from '../contracts/tool.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import {
  type CommandFileParts,
  openCommandFiles,
} from '../features/command-files/files/open-command-files.ts';
import { describedTools } from '../features/contributions.ts';
import { openHooks } from '../features/hooks/hooks-file.ts';
import { createNoteStore, type OwnerNotes } from '../features/notes/note.ts';
import { createNoteFiles, createNotes } from '../features/notes/notes.ts';
import type { ClaudeFiles } from '../features/parts.ts';
import { installedSpecialists } from '../features/secretary/specialists/specialists.ts';
import { openSkills } from '../features/skills/open-skills.ts';
import { createBootstrapFiles } from '../files/bootstrap-files.ts';
import { createDocumentReader } from '../files/documents/document-reader.ts';
import type { FolderLook } from '../gateway/report/report-lookup.ts';
import { createProjectFiles } from '../git/project-files.ts';
import { isGitName, isSecretPath } from '../policy/file-classes.ts';
import { secretsInText } from '../policy/find-secrets.ts';
import type { Environment } from '../processes/command-environment.ts';
import { ownFoldersOf } from '../settings/own-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { SESSIONS } from '../store/data-folder.ts';
import type { OpenStore } from '../store/open.ts';
import { type HostContext, workspaceParts } from './host-context.ts';

interface ReadingParts {
  readonly redactor: Redactor;
  readonly sentFiles: SentFiles;
  readonly workspaces: Pick<Workspaces, 'isRealFolder'>;
  readonly policy: CommandPolicy;
  readonly supervisor: Supervisor;
  readonly log: Log;
}

/** Readers of projects and of the owner's files; outlines and maps as well. */
export function projectReading(host: HostContext, parts: ReadingParts): ReadingPorts {
  const { log, sentFiles, redactor, workspaces, policy, supervisor } = parts;
  const { environment, packageRoot, settings } = host;
  const { folders, mapTokens: tokens } = settings;
  const code = createCodeReader({ folder: codeFolder(packageRoot) });
  const documents = createDocumentReader({ folder: join(packageRoot, 'dist', 'documents') });
  const keptIn = join(folders.data, 'maps');
  return {
    workspace: workspaceParts(host, { code, documents, redactor, policy, supervisor, log }),
    isRealFolder: workspaces.isRealFolder,
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    sentFiles,
    bootstrap: ownerFiles(settings),
    specialists: openSpecialists(settings, packageRoot),
    maps: projectMaps({
      packageRoot,
      environment,
      tokens,
      ownFolders: ownFoldersOf(folders, packageRoot),
      keptIn,
      usual: settings.workspace.projectRoot,
      log,
    }),
  };
}

/** What a report needs to know of a project as it is now. */
export function lookIn({ files, code, git }: SessionWorkspace): FolderLook {
  return {
    async faultsIn(path) {
      if ((await files.hashOf(path)) === undefined) return [];
      const { text } = await files.readText(path);
      return code.newFaults(path, undefined, text);
    },
    uncommittedIn: (paths) => git.listUncommitted(paths),
  };
}

/** See `createBootstrapFiles`. */
export function ownerFiles({ folders }: Pick<Settings, 'folders'>): Bootstrap {
  return createBootstrapFiles(workspaceFolder(folders));
}

/** Lines that the owner has kept in these files. */
export function ownerNotes(
  { folders }: Pick<Settings, 'folders'>,
  { store, redactor }: { store: OpenStore; redactor: Redactor },
): OwnerNotes {
  return createNotes({
    files: createNoteFiles(workspaceFolder(folders)),
    rows: createNoteStore(store.database),
    clock: systemClock,
    holdsSecret: (text) => redactor.redact(text) !== text || secretsInText(text).length > 0,
  });
}

/** Where the owner's files are. */
export function workspaceFolder({ data }: Settings['folders']): string {
  return join(data, 'workspace');
}

interface MapContext {
  readonly packageRoot: string;
  /** Environment for git. */
  readonly environment: Environment;
  /** Most tokens of a map. */
  readonly tokens: number;
  /** Folders of this program, absolute. */
  readonly ownFolders: readonly string[];
  /** Where maps are kept; missing = nowhere. */
  readonly keptIn?: string;
  /** The project whose map is drawn beforehand; missing = none. */
  readonly usual?: string;
  readonly log: Log;
}

/** Maps of projects; undefined where none are wanted. */
export function projectMaps(host: MapContext): ProjectMaps | undefined {
  const { packageRoot, environment, tokens, keptIn, usual, log } = host;
  if (tokens === 0) return undefined;
  return createProjectMaps({
    folder: codeFolder(packageRoot),
    files: createProjectFiles({
      environment,
      ownFolders: host.ownFolders,
      isSecret: isSecretPath,
      isGitName,
    }),
    keptIn,
    usual,
    most: filesWithin(tokens),
    broken: (why) => log.warn('app.map_broken', { why }),
  });
}

/** The build's output for grammars. */
function codeFolder(packageRoot: string): string {
  return join(packageRoot, 'dist', 'code-reading');
}

/** What projects and the owner keep in the format of Claude Code. */
export function openClaudeFiles(
  { settings: { folders }, packageRoot, linked }: HostContext,
  parts: CommandFileParts,
): ClaudeFiles {
  const { policy, supervisor } = parts;
  return {
    commandFiles: openCommandFiles({ folders, packageRoot, linked }, parts),
    skills: openSkills(folders),
    hooks: {
      hooksOf: openHooks(ownFoldersOf(folders, packageRoot)),
      policy,
      supervisor,
      transcriptOf: (session) => join(folders.data, SESSIONS, `${session}.jsonl`),
    },
  };
}

/** The specialists of this installation. */
export function openSpecialists(
  { folders, model }: Pick<Settings, 'folders'> & { model: Pick<Settings['model'], 'profiles'> },
  packageRoot: string,
): Specialists {
  const known = Object.keys(model.profiles);
  return installedSpecialists(
    { configFolder: folders.config, tools: describedTools(), model: { known } },
    packageRoot,
  );
}
