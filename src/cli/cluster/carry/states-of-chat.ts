import * as z from 'zod';
import type { ChatState } from '../../../contracts/machines.ts';
import type { ConversationStore } from '../../../contracts/session-stores.ts';
import type { Clock } from '../../../core/clock.ts';
import { type ConversationId, type InstanceId, sessionIdOf } from '../../../core/ids.ts';
import { createFollowUpStore } from '../../../features/follow-ups/follow-up.ts';
import { followUpsState } from '../../../features/follow-ups/moving/follow-ups-state.ts';
import { createChosenModelStore, modelState } from '../../../features/models/model-choice.ts';
import { type NotesStateParts, notesState } from '../../../features/notes/moving/notes-state.ts';
import { createNoteStore } from '../../../features/notes/note.ts';
import { createNotes, type NoteFiles } from '../../../features/notes/notes.ts';
import { type PullsStateParts, pullsState } from '../../../features/pull-requests/moving/pulls-state.ts';
import { createPullRequestStore } from '../../../features/pull-requests/pull-request.ts';
import { heldState } from '../../../features/quiet/morning.ts';
import { createQuietStore, quietState } from '../../../features/quiet/quiet-times.ts';
import { createVoiceStore, voiceState } from '../../../features/voice/voice.ts';
import { secretsInText } from '../../../policy/find-secrets.ts';
import type { OpenStore } from '../../../store/open.ts';

export interface StatesOfChatParts {
  readonly store: Pick<OpenStore, 'conversations' | 'database' | 'outbox' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly placeOf: NotesStateParts['placeOf'];
  readonly owners: OwnersHere;
  readonly followedRepository: PullsStateParts['followed'];
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

/** The owners of this machine, and the files that they have the program keep lines in. */
export interface OwnersHere {
  readonly noteFiles: NoteFiles;
  /** True for one of them. */
  isOwner(sender: string): boolean;
}

/**
 * The states that move with a chat beside its project, language and schedules. The decision record about moving
 * explains why others do not.
 */
export function statesOfChat(parts: StatesOfChatParts): readonly ChatState[] {
  const { store, instance, clock, placeOf, owners, followedRepository: followed, notify } = parts;
  const { conversations, database } = store;
  const noteRows = createNoteStore(database);
  const holdsSecret = (text: string): boolean => secretsInText(text).length > 0;
  const notes = createNotes({ files: owners.noteFiles, rows: noteRows, clock, holdsSecret });
  return [
    modelState(createChosenModelStore(database), clock),
    quietState(createQuietStore(database)),
    voiceState(createVoiceStore(database), clock),
    freshStartState(conversations),
    pullsState({ rows: createPullRequestStore(database), store, clock, followed, notify }),
    followUpsState({ rows: createFollowUpStore(database), store, instance, clock }),
    notesState({ rows: noteRows, notes, conversations, placeOf, isOwner: owners.isOwner, notify }),
    // The last one: its messages come after those that must be first.
    heldState({ store, instance, clock, notify }),
  ];
}

const FreshStarts = z.array(z.object({ person: z.string(), after: z.string() }));

/** After which session each person began afresh with /new. What arrives replaces what is here. */
function freshStartState(
  conversations: Pick<ConversationStore, 'beginAfresh' | 'freshStarts'>,
): ChatState<z.infer<typeof FreshStarts>> {
  return {
    name: 'fresh',
    schema: FreshStarts,
    read(conversation) {
      const starts = conversations.freshStarts(conversation);
      return starts.length === 0 ? undefined : [...starts];
    },
    write(conversation, starts) {
      for (const { person, after } of starts ?? []) {
        const session = sessionIdOf(after);
        if (session !== undefined) conversations.beginAfresh(conversation, person, session);
      }
    },
  };
}
