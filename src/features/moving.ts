import type { MovingFeature } from '../contracts/machines.ts';
import type { Clock } from '../core/clock.ts';
import type { InstanceId } from '../core/ids.ts';
import { secretsInText } from '../policy/find-secrets.ts';
import type { OpenStore } from '../store/open.ts';
import { freshStartState } from './conversation/moving.ts';
import { createCronMoving, schedulesState } from './cron/moving.ts';
import { createFollowUpStore } from './follow-ups/follow-up.ts';
import { followUpsState } from './follow-ups/moving.ts';
import { createJobStore } from './jobs/job-store.ts';
import { unfinishedJobs } from './jobs/moving.ts';
import { createChosenModelStore, modelState } from './models/model-choice.ts';
import { type NotesStateParts, notesState } from './notes/moving.ts';
import { createNoteStore } from './notes/note.ts';
import { createNoteFiles, createNotes } from './notes/notes.ts';
import { type PullsStateParts, pullsState } from './pull-requests/moving.ts';
import { createPullRequestStore } from './pull-requests/pull-request.ts';
import { createQuietStore, quietState } from './quiet/quiet-times.ts';
import { heldState } from './quiet/quiet-worker.ts';
import { unfinishedRewinds } from './rewind/moving.ts';
import { createRewindStore } from './rewind/rewind.ts';
import { unfinishedRoutings } from './secretary/moving.ts';
import { createRoutingStore } from './secretary/routing-store.ts';
import { unfinishedUndos } from './undo/moving.ts';
import { createUndoStore } from './undo/undo.ts';
import { createVoiceStore, voiceState } from './voice/voice.ts';
import { unfinishedWorkspaces } from './workspaces/moving.ts';
import { createNewWorkspaceStore } from './workspaces/new-workspace.ts';
import { unfinishedLandings } from './worktrees/moving.ts';

export interface MovingFeatureParts {
  readonly store: Pick<OpenStore, 'conversations' | 'database' | 'outbox' | 'sessions' | 'worktrees'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  /** Where a project of this name is, or would be, on this machine; undefined when it could be nowhere. */
  placeOf(project: string): { readonly path: string; readonly isHere: boolean } | undefined;
  readonly owners: MachineOwners;
  /** `owner/name`, as this machine follows its pull requests; undefined when it follows none. */
  readonly followedRepository: string | undefined;
  readonly notify: NotesStateParts['notify'] & PullsStateParts['notify'];
}

/** The owners of this machine, which another may not have. */
interface MachineOwners {
  /** Folder of the files that they have lines kept in. */
  readonly folder: string;
  /** True for one of them. */
  isOwner(sender: string): boolean;
}

/**
 * What each feature does when a chat moves to another machine, beside its project and language; the decision record
 * about moving explains why the rest stays. States are written, and unfinished work is told, in this order. It lies
 * apart from the list of features, because no running feature is needed for it: rows are enough.
 */
export function movingFeatures(parts: MovingFeatureParts): readonly MovingFeature[] {
  const { store, instance, clock, placeOf, owners, followedRepository: followed, notify } = parts;
  const { conversations, database, sessions, worktrees } = store;
  const noteRows = createNoteStore(database);
  const holdsSecret = (text: string): boolean => secretsInText(text).length > 0;
  const noteFiles = createNoteFiles(owners.folder);
  const notes = createNotes({ files: noteFiles, rows: noteRows, clock, holdsSecret });
  return [
    { told: schedulesState(createCronMoving({ database, conversations, placeOf })) },
    { unfinished: unfinishedWorkspaces(createNewWorkspaceStore(database)) },
    { unfinished: unfinishedUndos(createUndoStore(database), instance) },
    { unfinished: unfinishedRewinds(createRewindStore(database), instance) },
    { unfinished: unfinishedLandings({ worktrees, sessions, instance }) },
    { unfinished: unfinishedJobs(createJobStore(database), instance) },
    { unfinished: unfinishedRoutings(createRoutingStore(database), instance) },
    { state: modelState(createChosenModelStore(database), clock) },
    { state: quietState(createQuietStore(database)) },
    { state: voiceState(createVoiceStore(database), clock) },
    { state: freshStartState(conversations) },
    { state: pullsState({ rows: createPullRequestStore(database), store, clock, followed, notify }) },
    { state: followUpsState({ rows: createFollowUpStore(database), store, instance, clock }) },
    {
      state: notesState({
        rows: noteRows,
        notes,
        conversations,
        placeOf,
        isOwner: owners.isOwner,
        notify,
      }),
    },
    // The last one: its messages come after those that must be first.
    { state: heldState({ store, instance, clock, notify }) },
  ];
}
