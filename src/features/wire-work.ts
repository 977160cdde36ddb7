/** What features that work in projects get of the program, written out. */
import type { Feature } from '../contracts/feature.ts';
import type { SessionId } from '../core/ids.ts';
import { describedTools } from './contributions.ts';
import { createFollowUpStore } from './follow-ups/follow-up.ts';
import { followUpsFeature } from './follow-ups/follow-ups-feature.ts';
import { createJobStore } from './jobs/job-store.ts';
import { jobsFeature } from './jobs/jobs-feature.ts';
import type { FeatureParts } from './parts.ts';
import { createPullRequestStore } from './pull-requests/pull-request.ts';
import { pullRequestsFeature } from './pull-requests/pull-requests-feature.ts';
import { createRewindStore } from './rewind/rewind.ts';
import { rewindFeature } from './rewind/rewind-feature.ts';
import { createRoutingStore } from './secretary/routing-store.ts';
import { secretaryFeature } from './secretary/secretary-feature.ts';
import { createDoubtedEnds } from './sessions/doubted-ends.ts';
import { sessionsFeature } from './sessions/sessions-feature.ts';
import { lastUndone, type UndoStore } from './undo/undo.ts';
import { undoFeature } from './undo/undo-feature.ts';
import { wireQuietTimes } from './wire-chats.ts';
import { createNewWorkspaceStore } from './workspaces/new-workspace.ts';
import { workspacesFeature } from './workspaces/workspaces-feature.ts';
import { worktreesFeature } from './worktrees/worktrees-feature.ts';

export function wireSessions(
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

export function wireWorktrees(parts: FeatureParts, landed: (session: SessionId) => void): Feature {
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

export function wirePullRequests(parts: FeatureParts, undos: UndoStore): Feature {
  const { store, outgoing, running } = parts;
  return pullRequestsFeature({
    rows: createPullRequestStore(store.database),
    store,
    undoOf: lastUndone(undos),
    outgoing,
    clock: running.clock,
    log: running.log,
    isQuiet: wireQuietTimes(parts).isQuiet,
    follow: parts.services.followedPulls,
  });
}

export function wireSecretary({
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

export function wireJobs({
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

export function wireUndo(
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

export function wireRewind(parts: FeatureParts, undone: (session: SessionId) => void): Feature {
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

export function wireFollowUps(parts: FeatureParts): Feature {
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
    isQuiet: wireQuietTimes(parts).isQuiet,
    hasFollowedPull: (session) => pulls.ofSession(session)?.state === 'followed',
    runTests: work.runTests,
  });
}

export function wireWorkspaces(parts: FeatureParts): Feature {
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
