import { basename } from 'node:path';
import * as z from 'zod';
import { type Holder, putChatCopy } from '../../../cluster/copies/copies.ts';
import type { SqlTransactions } from '../../../cluster/sql.ts';
import { type MovingFeature, UnfinishedWork } from '../../../contracts/machines.ts';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import { type ConversationId, conversationId, sessionIdOf } from '../../../core/ids.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { OpenStore } from '../../../store/open.ts';
import { cleanForPostgres } from './copy-facts.ts';

export interface ChatStateParts {
  readonly cluster: SqlTransactions;
  readonly store: Pick<OpenStore, 'chosenWorkspaces' | 'conversations' | 'grants' | 'sessions'>;
  readonly projects: Pick<Workspaces, 'usual'>;
  readonly moving: readonly MovingFeature[];
}

/** An entry that only a later version can read is left out. */
const UnfinishedCopies = z
  .array(z.unknown())
  .transform((all) => all.flatMap((one) => UnfinishedWork.safeParse(one).data ?? []));

/**
 * What a cell reports of a chat beside its sessions. Other fields are those states of features that the message about
 * the move tells, by name, or belong to a newer version.
 */
export const ChatFacts = z
  .object({
    /** Language of the chat; missing while it could not be recognised. */
    locale: z.enum(['en', 'es']).optional(),
    /** True when a person set the language with /language. */
    isChosen: z.boolean(),
    /** Other states by name; missing from cells of earlier versions, which copy none. */
    states: z.record(z.string(), z.json()).optional(),
    /** The number of lasting permissions, which stay on the old machine. */
    permissions: z.int().optional(),
    underWay: UnfinishedCopies.optional(),
  })
  .catchall(z.json());

/** Copies the project, the language and the states of chats when they have changed. */
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
    const { store, moving } = this.#parts;
    const { locale, isChosen } = store.conversations.language(conversation);
    const grants = store.grants.listOfChat(conversation);
    const told = moving.flatMap((one) => one.told ?? []);
    return {
      ...Object.fromEntries(told.map((state) => [state.name, state.read(conversation)])),
      ...(locale === undefined ? {} : { locale }),
      isChosen,
      states: copiesOf(moving, conversation),
      permissions: grants.filter(({ scope }) => scope === 'always').length,
      underWay: this.#unfinishedIn(conversation),
    };
  }

  /** As JSON: what is undefined is left out. */
  #unfinishedIn(conversation: ConversationId): Json {
    const { store, moving } = this.#parts;
    const all = moving.flatMap(({ unfinished }) => unfinished?.list(conversation) ?? []);
    const copies = all.map((work): UnfinishedWork => {
      const session = sessionIdOf(work.session ?? '');
      return {
        ...work,
        name: work.name === undefined ? undefined : cleanForPostgres(work.name),
        number: session && store.sessions.get(session)?.number,
      };
    });
    return JSON.parse(JSON.stringify(copies));
  }
}

/** The states that differ from those of a new chat. */
function copiesOf(moving: readonly MovingFeature[], conversation: ConversationId): JsonObject {
  const copies = moving.flatMap(({ state }): [string, Json][] => {
    const copy = state?.read(conversation);
    return state === undefined || copy === undefined ? [] : [[state.name, copy]];
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
  moving: readonly MovingFeature[],
  copies: Readonly<Record<string, Json>> | undefined,
): readonly ArrivedState[] {
  if (copies === undefined) return [];
  return moving.flatMap(({ state }): ArrivedState[] => {
    if (state === undefined) return [];
    const { data, success } = state.schema.optional().safeParse(copies[state.name]);
    return [{ isRead: success, write: (conversation) => state.write(conversation, data) }];
  });
}
