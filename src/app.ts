import { join } from 'node:path';
import { createAgent } from './agent/agent.ts';
import type { WorkspaceParts } from './agent/parts.ts';
import { createPrompts } from './agent/prompt.ts';
import { restoreSession } from './agent/restore.ts';
import { createTranscripts } from './agent/transcript.ts';
import { systemClock } from './base/clock.ts';
import type { InstanceId } from './base/ids.ts';
import type { Log } from './base/log.ts';
import { redacted } from './channels/redacted.ts';
import { chatCommands } from './commands/index.ts';
import type { Channel } from './contracts/channel.ts';
import type { ProgramFacts } from './contracts/commands.ts';
import type { Sandbox } from './contracts/exec.ts';
import type { Model, ToolSpec } from './contracts/model.ts';
import type { CommandPolicy } from './contracts/policy.ts';
import type { SessionMode } from './contracts/session.ts';
import type { Store } from './contracts/store.ts';
import { commandEnvironment, type Environment } from './exec/command-environment.ts';
import { findProgram } from './exec/find-program.ts';
import { createGit } from './exec/git.ts';
import { createGitHub } from './exec/github.ts';
import { isFolder } from './exec/is-folder.ts';
import { hostProcesses } from './exec/process-table.ts';
import { createSupervisor } from './exec/supervisor.ts';
import { createWorkspaceFiles } from './exec/workspace-files.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { registerInstance, takeOverGone } from './gateway/instances.ts';
import { createOutgoing } from './gateway/outgoing.ts';
import { priceOf } from './models/price.ts';
import { profileOf } from './models/profile.ts';
import { callRules } from './policy/call-rules.ts';
import { createExecutables } from './policy/executables.ts';
import { openCommandPolicy } from './policy/open-command-policy.ts';
import { createPathGuard } from './policy/path-guard.ts';
import { projectScripts } from './policy/project-scripts.ts';
import { createRedactor } from './policy/redaction.ts';
import type { Settings } from './settings.ts';
import { openStore } from './store/open.ts';
import { openLog } from './telemetry/log.ts';
import { tools } from './tools/index.ts';
import { toolSpec } from './tools/spec.ts';

/** Conversations that may run at the same time. */
const MOST_PARALLEL = 4;

export interface AppParts {
  readonly settings: Settings;
  /** Folder of the installed program. */
  readonly packageRoot: string;
  readonly version: string;
  readonly channel: Channel;
  readonly model: Model;
  /** See `openSandbox`. */
  readonly sandbox: Sandbox;
}

export interface App {
  readonly gateway: Gateway;
  readonly store: Store;
  readonly log: Log;
  /** Loads beforehand what the first message needs; nothing depends on it. */
  warm(): void;
  /** Ends what runs at its next step, stores it, and closes everything. */
  close(): Promise<void>;
}

/** Puts the program together; decides nothing. Throws Failure when settings or the data folder cannot be used. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, packageRoot, channel, model, sandbox } = parts;
  const { folders } = settings;
  const redactor = createRedactor({ secrets: settings.secrets });
  const environment = environmentOf(settings);
  const grounds: Grounds = { settings, environment, packageRoot };
  // Before anything is opened: a configuration that cannot be used must leave nothing behind.
  const policy = await commandPolicy({ ...grounds, platform: hostPlatform(), sandbox });
  const log = openLog({ path: join(folders.data, 'wasap.log'), redact: redactor.redact });
  const store = openStore({ path: join(folders.data, 'wasap.db'), log });
  const processes = hostProcesses();
  const instance = await registerInstance({ store, processes, clock: systemClock });
  const supervision = { redactor, environment, processes, sandbox, log };
  const folder = join(folders.data, 'processes');
  const supervisor = createSupervisor({ folder, clock: systemClock, ...supervision });
  const channels = [redacted(channel, redactor)];
  const outgoing = createOutgoing({ store, channels, instance, clock: systemClock, log });
  const transcripts = createTranscripts(join(folders.data, 'agent_sessions'));
  const agent = createAgent({
    store,
    model,
    tools,
    specs: toolSpecs(),
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    transcripts,
    announcer: outgoing.announcer,
    nudge: outgoing.nudge,
    workspace: workspaceParts(grounds),
    policy,
    rules: callRules,
    redactor,
    supervisor,
    limits: settings.limits,
    priceOf: (id) => priceOf(profileOf(settings.model.profiles, id)),
    writeEnabled: settings.access.writeEnabled,
    edits: settings.edits,
    clock: systemClock,
    log,
  });
  const gateway = createGateway({
    store,
    channels,
    outgoing,
    commands: chatCommands,
    program: programFacts(parts),
    allowedPhoneNumbers: settings.access.phoneNumbers,
    locale: settings.locale,
    instance,
    clock: systemClock,
    log,
    maxParallel: MOST_PARALLEL,
    runSession: agent.run,
    restoreSession: async (id) =>
      restoreSession({ store, path: transcripts.pathOf(id), instance, nowMs: systemClock.nowMs() }) !==
      undefined,
    collectProcesses: () => supervisor.collect(PROCESS_RECORD_AGE_MS),
    takeOverGone: () => takeOverGone(instance, { store, processes }),
  });
  const warm = (): void => [gateway, agent].forEach((part) => void part.warm());
  return { gateway, store, log, warm, close: () => closeApp({ gateway, store, instance }) };
}

/** Records of ended commands are kept for 10 minutes after their end, as the specification says of its registry. */
const PROCESS_RECORD_AGE_MS = 10 * 60_000;

/** Leaves work to the next program: only an instance with nothing left is forgotten. */
async function closeApp({
  gateway,
  store,
  instance,
}: {
  gateway: Gateway;
  store: Store;
  instance: InstanceId;
}): Promise<void> {
  await gateway.stop();
  if (gateway.summary().allDone) store.instances.forget(instance);
  store.close();
}

/** Schemas are derived when the first session begins, not at every start. In talk the agent only looks. */
function toolSpecs(): (mode: SessionMode) => readonly ToolSpec[] {
  const made = new Map<SessionMode, readonly ToolSpec[]>();
  return (mode) => {
    const offered = mode === 'agent' ? tools : tools.filter((tool) => tool.effect === 'reads');
    const specs = made.get(mode) ?? offered.map(toolSpec);
    made.set(mode, specs);
    return specs;
  };
}

function programFacts({ settings, version, sandbox }: AppParts): ProgramFacts {
  return {
    name: 'wasap-agent',
    version,
    model: settings.model.id,
    workspace: settings.workspace.projectRoot,
    writeEnabled: settings.access.writeEnabled,
    sandbox: sandbox.known,
    limits: settings.limits,
  };
}

interface Grounds {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly packageRoot: string;
}

function workspaceParts({ settings, environment, packageRoot }: Grounds): (root: string) => WorkspaceParts {
  const { folders, github } = settings;
  const ownFolders = [folders.data, folders.config, join(packageRoot, 'config')];
  const searchProgram = findProgram('rg', environment.PATH ?? '');
  return (root) => {
    const guard = createPathGuard({ root, ownFolders });
    return {
      guard,
      files: createWorkspaceFiles({ guard, searchProgram }),
      git: createGit({ root, environment, token: github.token }),
      github:
        github.token === undefined || github.repository === undefined
          ? undefined
          : createGitHub({ token: github.token, repository: github.repository, apiUrl: github.apiUrl }),
      missingGitHub: missingGitHub(settings),
    };
  };
}

function missingGitHub({ github }: Settings): string {
  const missing = [
    ...(github.token === undefined ? ['GITHUB_TOKEN'] : []),
    ...(github.repository === undefined ? ['GITHUB_REPO (owner/name)'] : []),
  ];
  return `No pull request can be opened: ${missing.join(' and ')} must be set where the program is started.`;
}

/** What commands see of the environment that this program was started in. */
export function environmentOf({ hostEnvironment, workspace }: Settings): Environment {
  return commandEnvironment(hostEnvironment, {
    workspaces: [workspace.projectRoot, workspace.projectsRoot ?? ''],
    isFolder,
  });
}

/** How command lines of this machine are read. */
export function hostPlatform(): 'posix' | 'windows' {
  return process.platform === 'win32' ? 'windows' : 'posix';
}

export interface PolicyGrounds extends Grounds {
  readonly platform: 'posix' | 'windows';
  /** Undefined: none. */
  readonly sandbox?: Sandbox;
}

/** The command policy of the shipped and the person's own configuration; the project that is worked on has no say. */
export function commandPolicy(grounds: PolicyGrounds): Promise<CommandPolicy> {
  const { settings, environment, packageRoot, platform, sandbox } = grounds;
  const { folders, policy } = settings;
  return openCommandPolicy({
    file: join(packageRoot, 'config', 'tool-commands.yaml'),
    ownFile: join(folders.config, 'tool-commands.yaml'),
    packageRoot,
    platform,
    guardFor: (root) => createPathGuard({ root, ownFolders: [folders.data, folders.config] }),
    executables: createExecutables({ searchPath: environment.PATH ?? '', platform }),
    projectScripts: projectScripts(policy, sandbox),
    extraAllowed: policy.shellAllowlist ?? [],
    mode: policy.mode,
  });
}
