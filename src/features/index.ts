import type { ChatCommand } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import type { SessionId } from '../core/ids.ts';
import { once } from '../core/memoize.ts';
import { handlerOf } from '../gateway/feature-actions.ts';
import { aboutProgram } from './about-program.ts';
import { approvalsFeature } from './approvals/approvals-feature.ts';
import { commandFilesFeature } from './command-files/command-files-feature.ts';
import { conversationFeature } from './conversation/conversation-feature.ts';
import { createOfferStore } from './conversation/offer.ts';
import { costFeature } from './cost/cost-feature.ts';
import { createSpendingReport } from './cost/rows/spending-report.ts';
import { cronFeature } from './cron/cron-feature.ts';
import { createCronStore } from './cron/rows/cron-store.ts';
import { createFollowUpStore } from './follow-ups/follow-up.ts';
import { followUpsFeature } from './follow-ups/follow-ups-feature.ts';
import { helpFeature } from './help/help-feature.ts';
import { createHookStore } from './hooks/hook.ts';
import { hooksFeature } from './hooks/hooks-feature.ts';
import { jobsFeature } from './jobs/jobs-feature.ts';
import { createJobStore } from './jobs/rows/job-store.ts';
import { findLock } from './lock/decide-lock.ts';
import { createLockStore } from './lock/lock.ts';
import { lockFeature } from './lock/lock-feature.ts';
import { mcpFeature } from './mcp/mcp-feature.ts';
import { createMcpStore } from './mcp/rows/mcp-store.ts';
import { mcpServeFeature } from './mcp-serve/mcp-serve-feature.ts';
import { createOutsideTaskStore } from './mcp-serve/rows/outside-task-store.ts';
import { createChosenModelStore } from './models/model-choice.ts';
import { modelsFeature } from './models/models-feature.ts';
import { notesFeature } from './notes/notes-feature.ts';
import { commandsOf, describedTools } from './offered.ts';
import type { FeatureParts } from './parts.ts';
import { peopleFeature } from './people/people-feature.ts';
import { createRefusedSenders } from './people/rows/refused-senders.ts';
import { policyFeature } from './policy/policy-feature.ts';
import { createPullRequestStore } from './pull-requests/pull-request.ts';
import { pullRequestsFeature } from './pull-requests/pull-requests-feature.ts';
import { quietFeature } from './quiet/quiet-feature.ts';
import { createQuietStore, type QuietTimes, quietTimes } from './quiet/quiet-times.ts';
import { createRewindStore } from './rewind/rewind.ts';
import { rewindFeature } from './rewind/rewind-feature.ts';
import { createRoutingStore } from './secretary/rows/routing-store.ts';
import { secretaryFeature } from './secretary/secretary-feature.ts';
import { createDoubtedEnds } from './sessions/doubted-ends.ts';
import { sessionsFeature } from './sessions/sessions-feature.ts';
import { settingsFeature } from './settings/settings-feature.ts';
import { skillsFeature } from './skills/skills-feature.ts';
import { tracingFeature } from './tracing/tracing-feature.ts';
import { createUndoStore, lastUndone, type UndoStore } from './undo/undo.ts';
import { undoFeature } from './undo/undo-feature.ts';
import { createVoiceStore } from './voice/voice.ts';
import { voiceFeature } from './voice/voice-feature.ts';
import { webFeature } from './web/web-feature.ts';
import { webChatFeature } from './web-chat/web-chat-feature.ts';
import { createAddressStore } from './web-console/rows/address-store.ts';
import { createVisitStore } from './web-console/visit-store.ts';
import { webConsoleFeature } from './web-console/web-console-feature.ts';
import { createNewWorkspaceStore } from './workspaces/new-workspace.ts';
import { workspacesFeature } from './workspaces/workspaces-feature.ts';
import { worktreesFeature } from './worktrees/worktrees-feature.ts';

/** All features, in the order in which a message is offered to them. */
export function createFeatures(parts: FeatureParts): readonly Feature[] {
  const { store, settings, outgoing, people, notes, running } = parts;
  const { database } = store;
  const { clock, log } = running;
  const undos = createUndoStore(database);
  const undone = (session: SessionId): void => {
    for (const { runs } of features) runs?.onUndone?.(session);
  };
  const landed = (session: SessionId): void => {
    for (const { runs } of features) runs?.onLanded?.(session);
  };
  const features: readonly Feature[] = [
    conversationFeature({
      rows: createOfferStore(database),
      store,
      outgoing,
      clock,
      log,
    }),
    webChatIn(parts),
    sessionsIn(parts, () => features),
    approvalsFeature(),
    policyIn(parts),
    worktreesIn(parts, landed),
    pullRequestsIn(parts, undos),
    secretaryIn(parts),
    jobsIn(parts),
    undoIn(parts, undos, undone),
    rewindIn(parts, undone),
    followUpsIn(parts),
    cronIn(parts),
    workspacesIn(parts),
    webFeature(parts.services.web),
    notesFeature({ notes, isOwners: people.isOwners, ownerAlone: people.ownerAlone }),
    costIn(parts),
    modelsFeature({ rows: createChosenModelStore(database), clock, machine: running.machines?.cell }),
    voiceIn(parts),
    ...aboutProgram(parts),
    peopleFeature({
      settings,
      people: store.people,
      outsideAgents: store.outsideAgents,
      refusedSenders: once(() => createRefusedSenders(database)),
    }),
    settingsFeature({ settings: parts.about.shownSettings }),
    tracingIn(parts),
    mcpIn(parts),
    mcpServeIn(parts),
    ...projectFileFeatures(parts),
    hooksIn(parts),
    quietIn(parts),
    webConsoleIn(parts, () => features),
    helpFeature(),
    lockIn(parts, () => features),
  ];
  return features;
}

function webChatIn({ store, settings, console: { chats }, running }: FeatureParts): Feature {
  return webChatFeature({
    rows: chats.rows,
    files: chats.files,
    store,
    settings,
    clock: running.clock,
  });
}

function sessionsIn(
  { store, work, people, gateway, running, console: { colourLines } }: FeatureParts,
  features: () => readonly Feature[],
): Feature {
  const { database } = store;
  return sessionsFeature({
    features,
    database,
    machines: running.machines,
    store,
    checkpoints: work.checkpoints,
    visitors: people.consoleVisitors,
    wouldAct: gateway.wouldAct,
    colourLines,
    doubtedEnds: createDoubtedEnds(database),
  });
}

function policyIn({ store, about: { policy }, program, people }: FeatureParts): Feature {
  const { database } = store;
  return policyFeature({ database, store, policy, program, visitors: people.consoleVisitors });
}

function tracingIn({ store, settings, people, running }: FeatureParts): Feature {
  return tracingFeature({
    store,
    database: store.database,
    visitors: people.consoleVisitors,
    settings,
    clock: running.clock,
    log: running.log,
  });
}

function pullRequestsIn(parts: FeatureParts, undos: UndoStore): Feature {
  const { store, outgoing, running } = parts;
  return pullRequestsFeature({
    rows: createPullRequestStore(store.database),
    store,
    undoOf: lastUndone(undos),
    outgoing,
    clock: running.clock,
    log: running.log,
    isQuiet: quietTimesIn(parts).isQuiet,
    follow: parts.services.followedPulls,
  });
}

function worktreesIn(parts: FeatureParts, landed: (session: SessionId) => void): Feature {
  const { store, program, outgoing, gateway, running } = parts;
  const { checkpoints, worktrees, endCommands, removeStrayWorktrees } = parts.work;
  return worktreesFeature({
    store,
    program,
    worktrees,
    checkpoints,
    outgoing,
    endCommands,
    landed,
    removeStrayWorktrees,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    wake: gateway.wake,
  });
}

function secretaryIn({
  store,
  program,
  people,
  work: { secretary },
  outgoing,
  gateway,
  running,
}: FeatureParts): Feature {
  return secretaryFeature({
    rows: createRoutingStore(store.database),
    store,
    ports: secretary.ports,
    specialists: secretary.specialists,
    program,
    visitors: people.consoleVisitors,
    tools: describedTools(),
    outgoing,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    handIn: gateway.handIn,
  });
}

function jobsIn({
  store,
  settings,
  program,
  people,
  work: { jobs },
  outgoing,
  running,
}: FeatureParts): Feature {
  return jobsFeature({
    rows: createJobStore(store.database),
    store,
    outgoing,
    program,
    planJob: jobs.planJob,
    savedJobs: jobs.savedJobs,
    visitors: people.consoleVisitors,
    tools: describedTools(),
    settings,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

function undoIn(
  { store, program, work: { checkpoints }, outgoing, gateway, running }: FeatureParts,
  rows: UndoStore,
  undone: (session: SessionId) => void,
): Feature {
  return undoFeature({
    rows,
    store,
    program,
    checkpoints,
    outgoing,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    undone,
    wake: gateway.wake,
  });
}

function rewindIn(parts: FeatureParts, undone: (session: SessionId) => void): Feature {
  const { store, program, work, outgoing, gateway, running } = parts;
  return rewindFeature({
    rows: createRewindStore(store.database),
    store,
    program,
    checkpoints: work.checkpoints,
    outgoing,
    endCommands: work.endCommands,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    undone,
    wake: gateway.wake,
  });
}

function followUpsIn(parts: FeatureParts): Feature {
  const { store, work, outgoing, running } = parts;
  const pulls = createPullRequestStore(store.database);
  return followUpsFeature({
    rows: createFollowUpStore(store.database),
    store,
    worktrees: work.worktrees,
    outgoing,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    isQuiet: quietTimesIn(parts).isQuiet,
    hasFollowedPull: (session) => pulls.ofSession(session)?.state === 'followed',
    runTests: work.runTests,
  });
}

function costIn({ store, program, running: { machines } }: FeatureParts): Feature {
  return costFeature({ spending: once(() => createSpendingReport(store.database)), program, machines });
}

function voiceIn({ store, program, services: { voice }, outgoing, running }: FeatureParts): Feature {
  return voiceFeature({
    rows: createVoiceStore(store.database),
    store,
    program,
    voice,
    outgoing,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

function mcpIn({ store, services, people, running }: FeatureParts): Feature {
  return mcpFeature({
    rows: createMcpStore(store.database),
    store,
    ports: services.mcp,
    isOwners: people.isOwners,
    clock: running.clock,
    log: running.log,
  });
}

function mcpServeIn({ store, settings, outgoing, gateway, running }: FeatureParts): Feature {
  return mcpServeFeature({
    rows: createOutsideTaskStore(store.database),
    store,
    outgoing,
    settings,
    cancel: gateway.cancel,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

function quietTimesIn({ settings, store, running }: FeatureParts): QuietTimes {
  return quietTimes({
    rows: createQuietStore(store.database),
    store,
    settings,
    clock: running.clock,
  });
}

function quietIn(parts: FeatureParts): Feature {
  const { store, settings, outgoing, running } = parts;
  const { clock } = running;
  const locks = { rows: createLockStore(store.database), clock, idleMs: settings.lockIdleMs };
  return quietFeature({
    rows: createQuietStore(store.database),
    store,
    outgoing,
    times: quietTimesIn(parts),
    instance: running.instance,
    clock,
    log: running.log,
    settings,
    isLocked: (conversation) => findLock(conversation, locks) !== undefined,
  });
}

function lockIn(
  { store, settings, outgoing, factorFile, running }: FeatureParts,
  features: () => readonly Feature[],
): Feature {
  return lockFeature({
    rows: createLockStore(store.database),
    file: factorFile,
    grants: (action) => handlerOf(action, features()).grants(action),
    yesCommands: () => commandNames(commandsOf(features()).filter(({ takesYes }) => takesYes === true)),
    store,
    outgoing,
    settings,
    instance: running.instance,
    clock: running.clock,
  });
}

function cronIn(parts: FeatureParts): Feature {
  const { store, settings, program, outgoing, people, gateway, running } = parts;
  return cronFeature({
    rows: createCronStore(store.database),
    store,
    outgoing,
    accessCheck: people.accessCheck,
    known: { access: settings.access.list, people: store.people, outsideAgents: store.outsideAgents },
    program,
    visitors: people.consoleVisitors,
    settings,
    everyMinute: running.everyMinute,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    tracer: running.tracer,
    machines: running.machines,
    isFull: gateway.isFull,
    handIn: gateway.handIn,
  });
}

function workspacesIn(parts: FeatureParts): Feature {
  const { store, program, outgoing, people, running } = parts;
  return workspacesFeature({
    rows: createNewWorkspaceStore(store.database),
    store,
    chosen: store.chosenWorkspaces,
    rightsOf: people.rightsOf,
    ownerAlone: people.ownerAlone,
    visitors: people.consoleVisitors,
    outgoing,
    program,
    machines: running.machines,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

/** Features for commands and skills that projects bring along as files. Hooks are another feature. */
function projectFileFeatures({ store, program, claudeFiles, people }: FeatureParts): readonly Feature[] {
  const { commandFiles: files, skills } = claudeFiles;
  const { isOwners, consoleVisitors: visitors } = people;
  return [
    commandFilesFeature({ files, store, program, visitors, isOwners }),
    skillsFeature({ skills, store, program, visitors, isOwners }),
  ];
}

function hooksIn({ store, claudeFiles: { hooks }, outgoing, people, running }: FeatureParts): Feature {
  return hooksFeature({
    hooksOf: hooks.hooksOf,
    policy: hooks.policy,
    supervisor: hooks.supervisor,
    transcriptOf: hooks.transcriptOf,
    rows: createHookStore(store.database),
    store,
    outgoing,
    isOwners: people.isOwners,
    clock: running.clock,
    log: running.log,
  });
}

function webConsoleIn(parts: FeatureParts, features: () => readonly Feature[]): Feature {
  const { store, settings, program, people, gateway, running } = parts;
  return webConsoleFeature({
    served: parts.console.served,
    redact: parts.console.redact,
    visits: createVisitStore(store),
    addresses: createAddressStore(store.database),
    database: store.database,
    store,
    program,
    machine: running.machines?.cell,
    visitors: people.consoleVisitors,
    features,
    openQuestions: gateway.openQuestions,
    handIn: gateway.handIn,
    write: parts.console.chats.write,
    settings,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

function commandNames(commands: readonly ChatCommand[]): readonly string[] {
  return commands.flatMap(({ name, aliases }) => [name, ...aliases]);
}
