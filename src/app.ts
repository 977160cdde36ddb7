import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Agent, createAgent } from './agent/agent.ts';
import { sessionRestorer } from './agent/restore-session.ts';
import { createTranscripts } from './agent/transcript.ts';
import { agentModels, createAssignments } from './app/assignments.ts';
import { jobPorts, mcpPorts, secretaryParts, voicePorts, webParts } from './app/feature-ports.ts';
import {
  commandPolicy,
  createPullFollowing,
  createRedactedCheckpoints,
  createSentFiles,
  environmentOf,
  type HostContext,
  hostPlatform,
  projectFolders,
  worktreePorts,
} from './app/host-context.ts';
import { closeApp, openPersistence } from './app/persistence.ts';
import { openProcesses, PROCESS_RECORD_AGE_MS, testRunner } from './app/processes.ts';
import { programFacts, shownSettings } from './app/program-facts.ts';
import { lookIn, openClaudeFiles, ownerNotes, projectReading } from './app/reading.ts';
import { createRedaction } from './app/redaction.ts';
import { openWebChats, type WebChats } from './app/web-chats.ts';
import { withRedaction } from './channels/with-redaction.ts';
import type { Machines } from './cluster/machines.ts';
import type { Channel } from './contracts/channel.ts';
import type { ChatCommand } from './contracts/commands.ts';
import type { Sandbox } from './contracts/exec.ts';
import type { RunSession } from './contracts/feature.ts';
import type { Model } from './contracts/model.ts';
import type { Redactor } from './contracts/policy.ts';
import type { Store } from './contracts/store.ts';
import { systemClock } from './core/clock.ts';
import type { ConversationId, InstanceId, SessionId } from './core/ids.ts';
import type { Log } from './core/log.ts';
import type { CommandFileRegistry } from './features/command-files/command-file.ts';
import { commandsOf, sessionToolsOf, toolsOf } from './features/contributions.ts';
import { createFeatures } from './features/index.ts';
import { openFactorFile } from './features/lock/pin-and-totp.ts';
import type { McpFigures } from './features/mcp/figures.ts';
import type { AboutProgram, FeatureParts } from './features/parts.ts';
import { maskAll } from './gateway/feature-actions.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { registerInstance, storeHeartbeat, takeOverGone } from './gateway/maintenance/instances.ts';
import { maintenanceTimer } from './gateway/maintenance/maintenance.ts';
import { createOutgoing, type OutgoingMessages } from './gateway/outgoing/outgoing.ts';
import { createAccessCheck } from './gateway/people/access.ts';
import { knownPeople } from './gateway/people/known-people.ts';
import { reasonOfNo } from './gateway/questions/answer-words.ts';
import { createColourLines } from './pictures/colour-lines.ts';
import { hostPrograms } from './processes/process-table.ts';
import type { Settings } from './settings/settings.ts';
import { SESSIONS } from './store/data-folder.ts';
import type { OpenStore } from './store/open.ts';
import type { LogEcho } from './telemetry/log.ts';
import type { Tracing } from './telemetry/tracer.ts';
import { createToolboxes } from './tools/toolbox.ts';

export interface AppParts {
  readonly settings: Settings;
  /** Folder of the installed program. */
  readonly packageRoot: string;
  readonly version: string;
  /** Undefined: it is alone. */
  readonly machines?: Machines | undefined;
  /** The console, if one is used: it is there before anything else is. */
  readonly channels: readonly Channel[];
  /** Further channels, which keep their records in the store. */
  readonly linked?: (parts: ProgramLinkParts) => Promise<readonly Channel[]>;
  readonly model: Model;
  readonly echo?: LogEcho | undefined;
  /** See `openSandbox`. */
  readonly sandbox: Sandbox;
  /** Counts the calls of MCP servers for the metrics; missing: they are not counted. */
  readonly mcpFigures?: McpFigures;
  /** Looks at everything that has to work. */
  readonly checkUp: AboutProgram['checkUp'];
  /** Sees the events of every run, in a program that does one task. */
  readonly watchRuns?: (run: RunSession) => RunSession;
  /** How it serves the console in the browser; missing: it does not. */
  readonly console?: FeatureParts['console']['served'];
  /** Missing: the work of ended programs is taken over. `none`: it stays theirs; a session: only with its program's. */
  readonly takesOver?: 'none' | SessionId;
}

export interface LinkParts {
  readonly packageRoot: string;
  readonly store: OpenStore;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Words as they may be kept before they are in the inbox. */
  maskWords(words: string): string;
}

/** What a channel may need that takes part in the work of the program. */
export interface ProgramLinkParts extends LinkParts {
  readonly instance: InstanceId;
  /** Inside the caller's transaction; it is sent after that. A message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

export interface App {
  readonly gateway: Gateway;
  /** The console first. */
  readonly channels: readonly Channel[];
  readonly store: OpenStore;
  readonly log: Log;
  readonly traces: Tracing;
  readonly redactor: Redactor;
  /** Words as they may be kept outside of the inbox. */
  maskWords(words: string): string;
  readonly instance: InstanceId;
  /** In the order of `/help`. */
  readonly commands: readonly ChatCommand[];
  readonly commandFiles: Pick<CommandFileRegistry, 'list'>;
  /** Loads beforehand what the first message needs, in turns of the loop; nothing depends on it. */
  warm(): Promise<void>;
  /** Ends what runs at its next step, stores it, and closes everything. */
  close(): Promise<void>;
}

/** Puts the program together; decides nothing. Throws Failure when settings or the data folder cannot be used. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, packageRoot, model, sandbox, machines } = parts;
  const { redactor, learnSecrets, learn } = createRedaction(settings);
  const linked = createLinkedLookup(() => store);
  const host: HostContext = { settings, environment: environmentOf(settings), packageRoot, linked, machines };
  // Before anything is opened: a configuration that cannot be used must leave nothing behind.
  const policy = await commandPolicy(host, hostPlatform(), sandbox);
  const { log, store, tracer, traces } = openPersistence(parts, redactor);
  const clock = systemClock;
  const here = { store, programs: hostPrograms(), clock, only: onlyFrom(parts.takesOver, store) };
  const instance = await registerInstance(here);
  const { supervisor, starter } = openProcesses(host, { redactor, learnSecrets, sandbox, log });
  const maskWords = (words: string): string => maskAll(features, words);
  const notify = notifyBy(() => outgoing);
  const linking = { packageRoot, store, log, redactor, maskWords, instance, notify };
  const { channels, chats } = await openChannels(parts, linking);
  const states = createRedactedCheckpoints(host, { redactor, learnSecrets });
  const program = programFacts(parts, projectFolders(settings));
  const { workspaces } = program;
  const outgoing = createOutgoing({
    store,
    channels,
    checkpoints: states,
    features: () => features,
    openFor: (member, locale) => gateway.openFor(member, locale),
    lookIn: (folder) => lookIn(reading.workspace(folder)),
    limits: settings.limits,
    maxParallelTasks: program.worktrees.maxParallelTasks,
    instance,
    clock,
    log,
    tracer,
  });
  const files = createSentFiles(settings, workspaces);
  const transcripts = createTranscripts(join(settings.folders.data, SESSIONS));
  const reading = projectReading(host, { redactor, sentFiles: files, workspaces, policy, supervisor, log });
  const claudeFiles = openClaudeFiles(host, { redactor, learnSecrets, policy, supervisor });
  const people = knownPeople(settings, store, channels);
  const { isOwners, ownerAlone, rightsOf } = people;
  const accessCheck = createAccessCheck(settings.access.list, store.people, store.outsideAgents);
  const worktreeParts = { store, checkpoints: states, supervisor, workspaces };
  const { worktrees, endCommands, removeStrayWorktrees } = worktreePorts(host, worktreeParts);
  const colourLines = createColourLines(join(packageRoot, 'dist', 'pictures'));
  const features = createFeatures({
    store,
    settings,
    program,
    outgoing,
    people: { accessCheck, isOwners, ownerAlone, rightsOf, consoleVisitors: people.consoleVisitors },
    // It is made with the features, and there when they are at work.
    gateway: {
      wake: () => gateway.wake(),
      cancel: (session) => gateway.cancel(session),
      isFull: (conversation) => gateway.isFull(conversation),
      handIn: (rows) => gateway.handIn(rows),
      openQuestions: (member, locale) => gateway.openQuestions(member, locale),
      wouldAct: (member, words, locale) => gateway.wouldAct(member, words, locale),
    },
    running: { instance, clock, everyMinute: maintenanceTimer.everyMinute, log, tracer, machines },
    work: {
      checkpoints: states,
      worktrees,
      removeStrayWorktrees,
      endCommands,
      runTests: testRunner({ policy, supervisor, workspaces, log }),
      jobs: jobPorts({ settings, model, packageRoot }),
      secretary: secretaryParts({ settings, model, packageRoot }, claudeFiles.commandFiles),
    },
    services: {
      mcp: mcpPorts(host, parts, { policy, sentFiles: files, learn, log, tracer }),
      web: webParts(parts),
      voice: voicePorts(settings, redactor),
      followedPulls: createPullFollowing(host, redactor),
    },
    claudeFiles,
    about: { checkUp: parts.checkUp, shownSettings: (locale) => shownSettings(packageRoot, locale), policy },
    console: { served: parts.console, redact: redactor.redact, chats, colourLines },
    notes: ownerNotes(settings, { store, redactor }),
    factorFile: openFactorFile(settings.folders.data, learn),
  });
  const commands = commandsOf(features);
  const agent = createAgent({
    store,
    transcripts,
    models: agentModels(model, settings),
    settings,
    toolboxes: createToolboxes(toolsOf(features), workspaces, sessionToolsOf(features)),
    outgoing,
    assignments: createAssignments(model, features),
    people: { approversOf: people.approversOf, ownerAlone, reasonOfNo },
    reading,
    commands: { policy, supervisor, ownership: machines },
    redactor: { redact: redactor.redact, learnSecrets },
    checkpoints: states,
    clock,
    log,
    tracer,
  });
  const gateway = createGateway({
    store,
    outgoing,
    commands,
    features,
    program,
    accessCheck,
    sentFiles: files,
    settings,
    sessions: {
      run: parts.watchRuns?.(agent.run) ?? agent.run,
      restore: sessionRestorer({ store, transcripts, instance, clock }),
      recordEnds: () => agent.recordEnds(instance),
      endCommands,
      removeTranscript: transcripts.remove,
    },
    maintenance: {
      everyFiveMinutes: maintenanceTimer.everyFiveMinutes,
      checkpoints: states,
      collectProcesses: () => supervisor.collect(PROCESS_RECORD_AGE_MS),
      beat: () => storeHeartbeat(instance, here),
      takeOverGone: () => takeOverGone(instance, here),
    },
    instance,
    clock,
    log,
    tracer,
  });
  const close = () => closeApp({ gateway, store, instance, traces, starter });
  const opened = { gateway, channels, store, log, traces, redactor, commandFiles: claudeFiles.commandFiles };
  return { ...opened, instance, commands, maskWords, warm: () => warmInTurns(gateway, agent), close };
}

function notifyBy(outgoing: () => Pick<OutgoingMessages, 'outbox' | 'nudge'>): ProgramLinkParts['notify'] {
  return ({ conversation, key, text }) => {
    outgoing().outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
    outgoing().nudge();
  };
}

async function warmInTurns(gateway: Pick<Gateway, 'warm'>, agent: Pick<Agent, 'warm'>): Promise<void> {
  gateway.warm();
  await nextTurn();
  await agent.warm();
}

/** The ended programs whose work is taken over; undefined = of all of them. */
function onlyFrom(takesOver: AppParts['takesOver'], { sessions }: Store): readonly InstanceId[] | undefined {
  if (takesOver === undefined) return undefined;
  const holder = takesOver === 'none' ? undefined : sessions.get(takesOver)?.instance;
  return holder === undefined ? [] : [holder];
}

/** The chats of the browser come last, so that the terminal and WhatsApp are served first. */
async function openChannels(
  app: AppParts,
  parts: ProgramLinkParts,
): Promise<{ readonly channels: readonly Channel[]; readonly chats: WebChats }> {
  const chats = openWebChats(app, parts);
  const all = [...app.channels, ...((await app.linked?.(parts)) ?? []), ...chats.channels];
  return { channels: all.map((one) => withRedaction(one, parts.redactor)), chats };
}

function createLinkedLookup(store: () => Pick<Store, 'worktrees'>): HostContext['linked'] {
  return (folder) => store().worktrees.findByFolder(folder)?.made?.linked ?? [];
}
