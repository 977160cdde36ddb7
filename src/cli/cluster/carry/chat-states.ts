import { basename } from 'node:path';
import * as z from 'zod';
import { putChatCopy } from '../../../cluster/copies/chat-copies.ts';
import type { Holder } from '../../../cluster/copies/copies.ts';
import type { Transactions } from '../../../cluster/sql.ts';
import type { ChatState } from '../../../contracts/machines.ts';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import { type ConversationId, conversationId } from '../../../core/ids.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { CronMoving } from '../../../features/cron/cron-moving.ts';
import type { OpenStore } from '../../../store/open.ts';
import { AllUnderWay, type UnderWay } from './under-way.ts';

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
export interface ArrivedState {
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
