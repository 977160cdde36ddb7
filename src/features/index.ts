import type { AccessList } from '../contracts/access.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { ChatCommand, ProgramFacts } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import type { Notes } from '../contracts/notes.ts';
import type { Keep } from '../contracts/retention.ts';
import type { Specialists } from '../contracts/specialists.ts';
import type { Store } from '../contracts/store.ts';
import type { AnyTool } from '../contracts/tool.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { Outgoing } from '../gateway/outgoing/outgoing.ts';
import { createIsOwners, createOwnerAlone } from '../gateway/people/person.ts';
import type { Database } from '../store/database.ts';
import { tools } from '../tools/index.ts';
import { approvalsFeature } from './approvals/approvals-feature.ts';
import { auditFeature } from './audit/audit-feature.ts';
import { createAuditStore } from './audit/rows/audit-store.ts';
import { createAuditCutter } from './audit/rows/cut-audit.ts';
import {
  type CommandFilesFeatureParts,
  commandFilesFeature,
  describedCommandTools,
} from './command-files/command-files-feature.ts';
import { costFeature } from './cost/cost-feature.ts';
import { type CronFeatureParts, cronFeature, describedCronTools } from './cron/cron-feature.ts';
import { createCronStore } from './cron/rows/cron-store.ts';
import { doctorFeature } from './doctor/doctor-feature.ts';
import { helpFeature, inOrderOfHelp } from './help/help-feature.ts';
import { type JobsFeatureParts, jobsFeature } from './jobs/jobs-feature.ts';
import { createJobStore } from './jobs/rows/job-store.ts';
import { describedMetricsTools, metricsFeature } from './metrics/metrics-feature.ts';
import { createMetricsReader } from './metrics/rows/metrics-reader.ts';
import { notesFeature } from './notes/notes-feature.ts';
import { policyFeature } from './policy/policy-feature.ts';
import { createPullRequestStore } from './pull-requests/pull-request-store.ts';
import { type Following, pullRequestsFeature } from './pull-requests/pull-requests-feature.ts';
import { createRoutingStore } from './secretary/rows/routing-store.ts';
import type { SecretaryPorts } from './secretary/search/secretary-worker.ts';
import { secretaryFeature } from './secretary/secretary-feature.ts';
import { sessionsFeature } from './sessions/sessions-feature.ts';
import { tracingFeature } from './tracing/tracing-feature.ts';
import { undoFeature } from './undo/undo-feature.ts';
import { createUndoStore, lastUndone } from './undo/undo-store.ts';
import { createNewWorkspaceStore } from './workspaces/new-workspace-store.ts';
import { workspacesFeature } from './workspaces/workspaces-feature.ts';
import { type WorktreesFeatureParts, worktreesFeature } from './worktrees/worktrees-feature.ts';

/** What the program has to offer; each feature is handed the few things that it needs. */
export interface FeatureParts
  extends Omit<CronFeatureParts, 'rows' | 'known' | 'program' | 'outgoing'>,
    Pick<WorktreesFeatureParts, 'worktrees' | 'endCommands' | 'removeStrayWorktrees'>,
    Omit<JobsFeatureParts, 'rows' | 'tools' | 'store' | 'outgoing' | 'program'> {
  readonly program: ProgramFacts;
  readonly outgoing: Outgoing;
  readonly keep: Keep;
  readonly database: Database;
  readonly store: Store;
  readonly access: AccessList;
  /** Lines that the owner has kept. */
  readonly notes: Notes;
  readonly checkpoints: Checkpoints;
  /** Undefined: pull requests are not followed. */
  readonly followedPulls: Following | undefined;
  readonly secretary: SecretaryPorts;
  /** Looks at everything that has to work; words for a chat. */
  checkUp(locale: Locale): Promise<string>;
  readonly specialists: Specialists;
  readonly commandFiles: CommandFilesFeatureParts['files'];
  /** Begins queued sessions that may run now. */
  wake(): void;
}

/** All features, in the order in which a message is offered to them. */
export function createFeatures(parts: FeatureParts): readonly Feature[] {
  const { store, outgoing, accessCheck, program, locale, instance, clock, log, tracer } = parts;
  const cron = cronFeature({
    rows: createCronStore(parts.database),
    store,
    outgoing,
    accessCheck,
    known: { access: parts.access, people: store.people },
    program,
    timezone: parts.timezone,
    locale,
    everyMinute: parts.everyMinute,
    instance,
    clock,
    log,
    tracer,
    isFull: parts.isFull,
    handIn: parts.handIn,
  });
  const undos = createUndoStore(parts.database);
  const pullRequests = pullRequestsFeature({
    rows: createPullRequestStore(parts.database),
    store,
    undoOf: lastUndone(undos),
    outgoing,
    clock,
    log,
    follow: parts.followedPulls,
  });
  const undo = undoFeature({
    rows: undos,
    store,
    program,
    checkpoints: parts.checkpoints,
    outgoing,
    instance,
    clock,
    log,
    undone(session) {
      for (const { runs } of features) runs?.undone?.(session);
    },
    wake: parts.wake,
  });
  const features: readonly Feature[] = [
    worktreesIn(parts),
    pullRequests,
    secretaryIn(parts),
    jobsIn(parts),
    undo,
    cron,
    workspacesIn(parts),
    notesFeature(parts.notes),
    costFeature(),
    auditIn(parts),
    metricsIn(parts),
    doctorFeature({ checkUp: parts.checkUp, store, postbox: outgoing.postbox }),
    tracingFeature({ store, keep: parts.keep, clock, log }),
    commandFilesIn(parts),
    sessionsFeature(() => features),
    approvalsFeature(),
    policyFeature(),
    helpFeature(),
  ];
  return features;
}

function jobsIn(parts: FeatureParts): Feature {
  const { store, outgoing, program, instance, clock, log } = parts;
  return jobsFeature({
    rows: createJobStore(parts.database),
    store,
    outgoing,
    program,
    planJob: parts.planJob,
    savedJobs: parts.savedJobs,
    tools: describedTools(),
    keep: parts.keep,
    instance,
    clock,
    log,
  });
}

function worktreesIn(parts: FeatureParts): Feature {
  const { store, program, outgoing, instance, clock, log } = parts;
  return worktreesFeature({
    store,
    program,
    worktrees: parts.worktrees,
    checkpoints: parts.checkpoints,
    outgoing,
    endCommands: parts.endCommands,
    removeStrayWorktrees: parts.removeStrayWorktrees,
    instance,
    clock,
    log,
    wake: parts.wake,
  });
}

function workspacesIn({ database, store, ...parts }: FeatureParts): Feature {
  const { outgoing, program, instance, clock, log } = parts;
  const rows = createNewWorkspaceStore(database);
  const chosen = store.chosenWorkspaces;
  return workspacesFeature({ rows, store, chosen, outgoing, program, instance, clock, log });
}

function secretaryIn({ database, store, secretary: ports, ...parts }: FeatureParts): Feature {
  const { specialists, outgoing, instance, clock, log, handIn } = parts;
  const rows = createRoutingStore(database);
  return secretaryFeature({
    rows,
    store,
    ports,
    specialists,
    tools: describedTools(),
    outgoing,
    instance,
    clock,
    log,
    handIn,
  });
}

function commandFilesIn({ commandFiles: files, store, access }: FeatureParts): Feature {
  const isOwners = createIsOwners({ access, people: store.people });
  return commandFilesFeature({ files, store, isOwners });
}

function auditIn({ database, keep, clock, log }: FeatureParts): Feature {
  const cutter = createAuditCutter(database);
  return auditFeature({ rows: createAuditStore(database), cutter, keep, clock, log });
}

function metricsIn({ database, store, access }: FeatureParts): Feature {
  const ownerAlone = createOwnerAlone({ access, people: store.people });
  return metricsFeature({ rows: createMetricsReader(database), ownerAlone });
}

/** The chat commands of all features, in the order of `/help`. */
export function commandsOf(features: readonly Feature[]): readonly ChatCommand[] {
  return inOrderOfHelp(features.flatMap(({ commands = [] }) => commands));
}

/** All tools as the model sees them, sorted by name; for catalogues and checks, where nothing is carried out. */
export function describedTools(): readonly AnyTool[] {
  const described = [...describedCronTools(), ...describedMetricsTools(), ...describedCommandTools()];
  return sortedByName([...tools, ...described]);
}

/** All tools of a running program, sorted by name. */
export function toolsOf(features: readonly Feature[]): readonly AnyTool[] {
  return sortedByName([...tools, ...features.flatMap((feature) => feature.tools ?? [])]);
}

/** Notes of the features for the model, for a session in this project. */
export function sessionNotesOf(
  features: readonly Feature[],
): (project: string) => Promise<readonly string[]> {
  return async (project) => {
    const notes = await Promise.all(features.map((feature) => feature.sessionNote?.(project)));
    return notes.filter((note) => note !== undefined);
  };
}

function sortedByName(some: readonly AnyTool[]): readonly AnyTool[] {
  return [...some].sort((one, other) => (one.name < other.name ? -1 : 1));
}
