import { basename } from 'node:path';
import * as z from 'zod';
import { putChatCopy } from '../../../cluster/chat-copies.ts';
import type { Holder } from '../../../cluster/copies.ts';
import type { Transactions } from '../../../cluster/sql.ts';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import { conversationId } from '../../../core/ids.ts';
import type { CronMoving } from '../../../features/cron/moving/cron-moving.ts';
import type { OpenStore } from '../../../store/open.ts';

export interface ChatStateParts {
  readonly cluster: Transactions;
  readonly store: Pick<OpenStore, 'chosenWorkspaces' | 'conversations'>;
  readonly projects: Pick<Workspaces, 'usual'>;
  readonly crons: Pick<CronMoving, 'copies'>;
}

/** What a cell says of a chat beside its sessions. Unknown fields are a newer version's. */
export const ChatFacts = z.object({
  /** Language of the chat; missing while it could not be recognised. */
  locale: z.enum(['en', 'es']).optional(),
  /** True when a person set the language with /language. */
  isChosen: z.boolean(),
  schedules: z.json(),
});

/** Copies the project, the language and the schedules of chats, where they have changed. */
export class ChatStates {
  readonly #parts: ChatStateParts;
  /** By chat: what is copied, and under which epoch. */
  readonly #copied = new Map<string, { readonly epoch: number; readonly state: string }>();

  constructor(parts: ChatStateParts) {
    this.#parts = parts;
  }

  /** @throws Failure `unavailable` while PostgreSQL is away */
  async copy(chat: string, holder: Holder): Promise<void> {
    const { cluster, store, projects, crons } = this.#parts;
    const { epoch } = holder;
    const conversation = conversationId('whatsapp', chat);
    const project = basename(store.chosenWorkspaces.of(conversation) ?? projects.usual);
    const { locale, isChosen } = store.conversations.language(conversation);
    const schedules = crons.copies(conversation);
    const facts = { ...(locale === undefined ? {} : { locale }), isChosen, schedules };
    const state = JSON.stringify({ project, facts });
    const known = this.#copied.get(chat);
    if (known?.epoch === epoch && known.state === state) return;
    if (await putChatCopy(cluster, holder, { project, facts })) this.#copied.set(chat, { epoch, state });
  }
}
