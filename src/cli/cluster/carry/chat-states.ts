import { basename } from 'node:path';
import * as z from 'zod';
import { type Holder, putChatCopy } from '../../../cluster/copies/copies.ts';
import type { Transactions } from '../../../cluster/sql.ts';
import type { ChatState } from '../../../contracts/machines.ts';
import type { ConversationStore } from '../../../contracts/session-stores.ts';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import type { Clock } from '../../../core/clock.ts';
import {
  type ConversationId,
  conversationId,
  type InstanceId,
  type SessionId,
  sessionIdOf,
} from '../../../core/ids.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { CronMoving } from '../../../features/cron/cron-moving.ts';
import { createFollowUpStore } from '../../../features/follow-ups/follow-up.ts';
import { followUpsState } from '../../../features/follow-ups/moving/follow-ups-state.ts';
import { createJobStore } from '../../../features/jobs/job-store.ts';
import { createChosenModelStore, modelState } from '../../../features/models/model-choice.ts';
import { type NotesStateParts, notesState } from '../../../features/notes/moving/notes-state.ts';
import { createNoteStore } from '../../../features/notes/note.ts';
import { createNotes, type NoteFiles } from '../../../features/notes/notes.ts';
import { type PullsStateParts, pullsState } from '../../../features/pull-requests/moving/pulls-state.ts';
import { createPullRequestStore } from '../../../features/pull-requests/pull-request.ts';
import { heldState } from '../../../features/quiet/morning.ts';
import { createQuietStore, quietState } from '../../../features/quiet/quiet-times.ts';
import { createRewindStore } from '../../../features/rewind/rewind.ts';
import { createRoutingStore } from '../../../features/secretary/routing-store.ts';
import { createUndoStore } from '../../../features/undo/undo.ts';
import { createVoiceStore, voiceState } from '../../../features/voice/voice.ts';
import { createNewWorkspaceStore } from '../../../features/workspaces/new-workspace.ts';
import { secretsInText } from '../../../policy/find-secrets.ts';
import type { OpenStore } from '../../../store/open.ts';
import { cleanForPostgres } from './copy-facts.ts';

const About = z.object({
  /** The task that it belongs to, and the number of that task on its machine. */
  session: z.string().optional(),
  number: z.int().optional(),
  /** The project, the branch, or the words of the request. */
  name: z.string().optional(),
  url: z.string().optional(),
});

/** Work beside the tasks of a chat, which only its own machine can finish. */
export const UnderWay = About.extend({
  kind: z.enum(['project', 'undo', 'rewind', 'merge', 'pull-request', 'put-away', 'plan', 'routing']),
});
export type UnderWay = z.infer<typeof UnderWay>;

/** The copy of another machine. Entries of a kind that only a later version knows are left out. */
const AllUnderWay = z
  .array(z.unknown())
  .transform((all) => all.flatMap((one) => UnderWay.safeParse(one).data ?? []));

const OF_CHOICE = {
  apply: 'merge',
  merge: 'merge',
  'pull-request': 'pull-request',
  keep: 'put-away',
  discard: 'put-away',
} as const;

/**
 * What is under way beside the tasks of a chat. It is copied, so that another machine can name it if this one is lost.
 */
export function underWayIn({
  store,
  instance,
}: {
  readonly store: Pick<OpenStore, 'database' | 'sessions' | 'worktrees'>;
  readonly instance: InstanceId;
}): (conversation: ConversationId) => readonly UnderWay[] {
  const { database, sessions, worktrees } = store;
  const projects = createNewWorkspaceStore(database);
  const undos = createUndoStore(database);
  const rewinds = createRewindStore(database);
  const jobs = createJobStore(database);
  const routings = createRoutingStore(database);
  return (conversation) => {
    const own = <T extends { readonly conversation: ConversationId }>(all: readonly T[]): readonly T[] =>
      all.filter((one) => one.conversation === conversation);
    const ofTask = (session: SessionId) => ({ session, number: sessions.get(session)?.number });
    return [
      ...projects.listOpen(conversation).map(({ name, url }) => ({ kind: 'project' as const, name, url })),
      ...own(undos.listUnfinished(instance)).map(({ session }) => ({
        kind: 'undo' as const,
        ...ofTask(session),
      })),
      ...own(rewinds.listUnfinished(instance)).map(({ session }) => ({
        kind: 'rewind' as const,
        ...ofTask(session),
      })),
      ...worktrees
        .listUnfinished(instance)
        .filter(({ session }) => sessions.get(session)?.conversation === conversation)
        .map(({ session, branch, choice = 'keep' }) => ({
          kind: OF_CHOICE[choice],
          name: branch,
          ...ofTask(session),
        })),
      ...own(jobs.listUnfinished(instance)).map(({ request }) => ({
        kind: 'plan' as const,
        name: cleanForPostgres(request),
      })),
      ...own(routings.listUnfinished(instance)).map(({ request }) => ({
        kind: 'routing' as const,
        name: cleanForPostgres(request),
      })),
    ];
  };
}

export interface ChatStateParts {
  readonly cluster: Transactions;
  readonly store: Pick<OpenStore, 'chosenWorkspaces' | 'conversations' | 'grants'>;
  readonly projects: Pick<Workspaces, 'usual'>;
  readonly crons: Pick<CronMoving, 'copies'>;
  readonly states: readonly ChatState[];
  /** What workers do beside the tasks of a chat. */
  readonly underWay: (conversation: ConversationId) => readonly UnderWay[];
}

/** What a cell reports of a chat beside its sessions. Unknown fields belong to a newer version. */
export const ChatFacts = z.object({
  /** Language of the chat; missing while it could not be recognised. */
  locale: z.enum(['en', 'es']).optional(),
  /** True when a person set the language with /language. */
  isChosen: z.boolean(),
  schedules: z.json(),
  /** Other states by name; missing from cells of earlier versions, which copy none. */
  states: z.record(z.string(), z.json()).optional(),
  /** The number of lasting permissions, which stay on the old machine. */
  permissions: z.int().optional(),
  underWay: AllUnderWay.optional(),
});

/** Copies the project, the language, the schedules and the settings of chats when they have changed. */
export class ChatStates {
  readonly #parts: ChatStateParts;
  /** The copied facts of each chat, and the epoch under which they were copied. */
  readonly #copied = new Map<string, { readonly epoch: number; readonly state: string }>();

  constructor(parts: ChatStateParts) {
    this.#parts = parts;
  }

  /** @throws Failure `unavailable` while PostgreSQL is away */
  async copy(chat: string, holder: Holder): Promise<void> {
    const { cluster, store, projects } = this.#parts;
    const { epoch } = holder;
    const conversation = conversationId('whatsapp', chat);
    const project = basename(store.chosenWorkspaces.find(conversation) ?? projects.usual);
    const facts = this.#factsOf(conversation);
    const state = JSON.stringify({ project, facts });
    const known = this.#copied.get(chat);
    if (known?.epoch === epoch && known.state === state) return;
    if (await putChatCopy(cluster, holder, { project, facts })) this.#copied.set(chat, { epoch, state });
  }

  #factsOf(conversation: ConversationId): JsonObject {
    const { store, crons, states, underWay } = this.#parts;
    const { locale, isChosen } = store.conversations.language(conversation);
    const grants = store.grants.listOfChat(conversation);
    return {
      ...(locale === undefined ? {} : { locale }),
      isChosen,
      schedules: crons.copies(conversation),
      states: copiesOf(states, conversation),
      permissions: grants.filter(({ scope }) => scope === 'always').length,
      underWay: JSON.parse(JSON.stringify(underWay(conversation))),
    };
  }
}

/** The states that differ from those of a new chat. */
function copiesOf(states: readonly ChatState[], conversation: ConversationId): JsonObject {
  const copies = states.flatMap((state): [string, Json][] => {
    const copy = state.read(conversation);
    return copy === undefined ? [] : [[state.name, copy]];
  });
  return Object.fromEntries(copies);
}

/** One state as it came from another machine. */
interface ArrivedState {
  /** False if this version cannot read it: then the chat has none, as a new one. */
  readonly isRead: boolean;
  /** Inside a transaction. */
  write(conversation: ConversationId): void;
}

/** @param copies undefined: a cell of an earlier version copied none, and what is here stays */
export function arrivedStates(
  states: readonly ChatState[],
  copies: Readonly<Record<string, Json>> | undefined,
): readonly ArrivedState[] {
  if (copies === undefined) return [];
  return states.map((state) => {
    const { data, success } = state.schema.optional().safeParse(copies[state.name]);
    return { isRead: success, write: (conversation) => state.write(conversation, data) };
  });
}

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
interface OwnersHere {
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
