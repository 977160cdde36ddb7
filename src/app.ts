import { join } from 'node:path';
import { createAgent } from './agent/agent.ts';
import { createPrompts } from './agent/prompt/prompt.ts';
import { sessionRestorer } from './agent/restore.ts';
import { createTranscripts } from './agent/transcript.ts';
import { assignments } from './app/assignments.ts';
import { featureParts } from './app/feature-parts.ts';
import {
  checkpoints,
  commandPolicy,
  environmentOf,
  type HostContext,
  hostPlatform,
  redaction,
  sentFiles,
  worktreeFacts,
  worktreePorts,
} from './app/host-context.ts';
import { closeApp, openPersistence } from './app/persistence.ts';
import { projectFolders } from './app/projects.ts';
import { ownerFiles, projectReading } from './app/reading.ts';
import { withRedaction } from './channels/redacted.ts';
import { allCommands } from './commands/index.ts';
import type { Channel } from './contracts/channel.ts';
import type { ProgramFacts } from './contracts/commands.ts';
import type { Sandbox } from './contracts/exec.ts';
import type { Model } from './contracts/model.ts';
import type { Redactor } from './contracts/policy.ts';
import type { Store } from './contracts/store.ts';
import type { AnyTool } from './contracts/tool.ts';
import type { Workspaces } from './contracts/workspaces.ts';
import { systemClock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import type { Locale } from './core/texts/texts.ts';
import { openCommandFiles } from './features/command-files/files/open-command-files.ts';
import { createFeatures, sessionNotesOf, toolsOf } from './features/index.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { presence, registerInstance } from './gateway/maintenance/instances.ts';
import { maintenanceTimer } from './gateway/maintenance/maintenance-timer.ts';
import { createOutgoing, type Outgoing, type OutgoingParts } from './gateway/outgoing/outgoing.ts';
import { createAccessCheck } from './gateway/people/access.ts';
import { knownPeople } from './gateway/people/known-people.ts';
import { createGitStarter } from './git/git-starter.ts';
import { startGitsWith } from './git/run-git.ts';
import { priceOf } from './models/price.ts';
import { profileOf } from './models/profile.ts';
import { callRules } from './policy/call-rules.ts';
import { hostProcesses } from './processes/process-table.ts';
import { hostPrograms } from './processes/program-table.ts';
import { createSupervisor, type SupervisorParts } from './processes/supervisor.ts';
import type { Settings } from './settings/settings.ts';
import type { OpenStore } from './store/open.ts';
import type { LogEcho } from './telemetry/log.ts';
import type { Tracing } from './telemetry/tracer.ts';
import { offeredTools } from './tools/offered.ts';

/** Sessions that may run at the same time; more where one conversation may have more, so that there is one for others. */
const MAX_PARALLEL = 4;

export interface AppParts {
  readonly settings: Settings;
  /** Folder of the installed program. */
  readonly packageRoot: string;
  readonly version: string;
  /** The console, if one is used: it is there before anything else is. */
  readonly channels: readonly Channel[];
  /** Further channels, which keep their records in the store. */
  readonly linked?: (parts: LinkParts) => Promise<readonly Channel[]>;
  readonly model: Model;
  readonly echo?: LogEcho | undefined;
  /** See `openSandbox`. */
  readonly sandbox: Sandbox;
  /** Looks at everything that has to work; words for a chat. */
  checkUp(locale: Locale): Promise<string>;
}

export interface LinkParts {
  readonly packageRoot: string;
  readonly store: Store;
  readonly log: Log;
  readonly redactor: Redactor;
}

export interface App {
  readonly gateway: Gateway;
  /** The console first. */
  readonly channels: readonly Channel[];
  readonly store: OpenStore;
  readonly log: Log;
  readonly traces: Tracing;
  /** Loads beforehand what the first message needs; nothing depends on it. */
  warm(): void;
  /** Ends what runs at its next step, stores it, and closes everything. */
  close(): Promise<void>;
}

/** Puts the program together; decides nothing. Throws Failure when settings or the data folder cannot be used. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, packageRoot, model, sandbox } = parts;
  const { redactor, learnSecrets } = redaction(settings);
  const environment = environmentOf(settings);
  const host: HostContext = { settings, environment, packageRoot, linked: (at) => linkedTo(at, store) };
  // Before anything is opened: a configuration that cannot be used must leave nothing behind.
  const policy = await commandPolicy({ ...host, platform: hostPlatform(), sandbox });
  const { log, store, tracer, traces } = openPersistence(parts, redactor);
  const processes = hostProcesses();
  const here = { store, programs: hostPrograms(), clock: systemClock };
  const instance = await registerInstance(here);
  const gitStarter = createGitStarter(join(packageRoot, 'dist', 'git', 'starter.cjs'));
  startGitsWith(gitStarter);
  const supervision = { redactor, learnSecrets, processes, sandbox, clock: systemClock, log };
  const supervisor = createSupervisor(supervisedIn(host, supervision));
  const channels = await openChannels(parts, { packageRoot, store, log, redactor });
  const states = checkpoints(host, { redactor, learnSecrets });
  const kept = { store, checkpoints: states, log, tracer };
  const outgoing = wayOut({ ...kept, channels, instance, settings, features: () => features });
  const workspaces = projectFolders(settings);
  const shared = { ...kept, sentFiles: sentFiles(settings, workspaces), clock: systemClock };
  const transcripts = createTranscripts(join(settings.folders.data, 'agent_sessions'));
  const reading = projectReading(host, { store, redactor, log });
  const fileHost = { ...host, folders: settings.folders };
  const commandFiles = openCommandFiles(fileHost, { redactor, learnSecrets, policy, supervisor });
  const program = programFacts(parts, workspaces);
  const accessCheck = createAccessCheck(settings.access.list, store.people);
  const apart = worktreePorts(host, { ...kept, supervisor, workspaces });
  const features = createFeatures(
    featureParts(
      { settings, model, packageRoot, checkUp: parts.checkUp },
      {
        ...shared,
        ...apart,
        outgoing,
        accessCheck,
        program,
        instance,
        redactor,
        notes: reading.notes,
        commandFiles,
      },
      () => gateway,
    ),
  );
  const tools = toolsOf(features);
  const agent = createAgent({
    ...shared,
    model,
    ...assignments({ model, features }),
    ...worksWith(tools, workspaces),
    sessionNotes: sessionNotesOf(features),
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    transcripts,
    ...knownPeople(settings, store),
    ...saidThrough(outgoing),
    ...reading,
    policy,
    rules: callRules,
    redactor,
    learnSecrets,
    supervisor,
    ...ruledBy(settings),
  });
  const gateway = createGateway({
    ...shared,
    endCommands: apart.endCommands,
    channels,
    outgoing,
    commands: allCommands(features),
    features,
    accessCheck,
    program,
    ...servedBy(parts),
    instance,
    runSession: agent.run,
    restoreSession: sessionRestorer({ store, transcripts, instance, clock: systemClock }),
    recordEnds: () => agent.recordEnds(instance),
    collectProcesses: () => supervisor.collect(PROCESS_RECORD_AGE_MS),
    everyFiveMinutes: maintenanceTimer.everyFiveMinutes,
    removeTranscript: transcripts.remove,
    ...presence(instance, here),
  });
  const warm = (): void => [gateway, agent].forEach((part) => void part.warm());
  const close = () => closeApp({ gateway, store, instance, traces, gitStarter });
  return { gateway, channels, store, log, traces, warm, close };
}

async function openChannels({ channels, linked }: AppParts, parts: LinkParts): Promise<readonly Channel[]> {
  const all = [...channels, ...((await linked?.(parts)) ?? [])];
  return all.map((one) => withRedaction(one, parts.redactor));
}

interface WayOutParts extends Omit<OutgoingParts, 'clock' | 'limits' | 'mostParallel'> {
  readonly settings: Settings;
}

/** Whom the gateway serves, how many at a time, and how long it keeps what is over. */
function servedBy(parts: AppParts) {
  const { locale, worktrees, backlog, keep } = parts.settings;
  const maxParallel = Math.max(MAX_PARALLEL, worktrees.parallel + 1);
  return { locale, maxParallel, backlog, keep };
}

/** What is said to people. */
function wayOut({ settings, ...parts }: WayOutParts): Outgoing {
  const { limits } = settings;
  const { mostParallel } = worktreeFacts(settings);
  return createOutgoing({ ...parts, clock: systemClock, limits, mostParallel });
}

/** What a run may use, and where. */
function worksWith(tools: readonly AnyTool[], workspaces: Workspaces) {
  return {
    tools,
    specs: offeredTools(tools, workspaces),
    workspaces,
  };
}

/** What a run says, and looks up to say it. */
function saidThrough({ announcer, nudge, lookBeforeEnd }: Outgoing) {
  return { announcer, nudge, lookBeforeEnd };
}

function linkedTo(folder: string, { worktrees }: Pick<Store, 'worktrees'>): readonly string[] {
  return worktrees.at(folder)?.made?.linked ?? [];
}

/** What a run may cost and change. */
function ruledBy({ limits, model, access, edits, mapTokens }: Settings) {
  const price = (id: string) => priceOf(profileOf(model.profiles, id));
  return { limits, priceOf: price, writeEnabled: access.writeEnabled, edits, mapTokens };
}

/** Where commands leave their records, and what they see. */
function supervisedIn(
  { settings, environment, linked }: HostContext,
  supervision: Omit<SupervisorParts, 'folder' | 'environment' | 'linked'>,
): SupervisorParts {
  return { ...supervision, folder: join(settings.folders.data, 'processes'), environment, linked };
}

/** Records of ended commands are kept for 10 minutes after their end, as the specification says of its registry. */
const PROCESS_RECORD_AGE_MS = 10 * 60_000;

function programFacts({ settings, version, sandbox }: AppParts, workspaces: Workspaces): ProgramFacts {
  return {
    name: 'wasap-agent',
    version,
    model: settings.model.id,
    workspaces,
    writeEnabled: settings.access.writeEnabled,
    sandbox: sandbox.known,
    policyMode: settings.policy.mode,
    limits: settings.limits,
    worktrees: worktreeFacts(settings),
    timezone: settings.timezone,
    bootstrap: ownerFiles(settings),
  };
}
