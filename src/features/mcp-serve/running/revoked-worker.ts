import type { OutsideAgent } from '../../../contracts/access.ts';
import type { AfterCommit, Worker } from '../../../contracts/feature.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { PeopleStores, Store, Transactions } from '../../../contracts/store.ts';
import { type Clock, SECOND_MS } from '../../../core/clock.ts';
import { messageOf } from '../../../core/failure.ts';
import { conversationId, type InstanceId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { texts } from '../../../core/texts/texts.ts';
import { localeHere } from '../../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';
import { ownerChats } from '../../../gateway/people/known-people.ts';
import { OUTSIDE } from '../../../gateway/people/person.ts';
import { openSessions } from '../../../gateway/tasks/conversation-sessions.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import type { Settings } from '../../../settings/settings.ts';
import { type McpServeTexts, mcpServeTexts } from '../texts/texts.ts';

/** How often the rows are read: a token is revoked by another program, which only leaves a row. */
const TICK_MS = 2 * SECOND_MS;

export interface RevokedWorkerParts {
  readonly settings: Pick<Settings, 'access' | 'locale'>;
  readonly store: Transactions & PeopleStores & Pick<Store, 'conversations' | 'sessions'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'nudge' | 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** Stops a task; inside a transaction. */
  cancel(session: SessionRecord): AfterCommit;
}

/**
 * Stops what an agent began whose token was revoked, and tells every owner once. All of it follows from rows: a token
 * that was revoked while nothing ran, or just before a kill, is found by the next program before it lets anything go
 * on.
 */
export class RevokedWorker implements Worker {
  readonly #parts: RevokedWorkerParts;

  constructor(parts: RevokedWorkerParts) {
    this.#parts = parts;
  }

  recover(): void {
    this.#look();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!signal.aborted) {
      await clock.sleep(TICK_MS, signal);
      if (!signal.aborted) this.#look();
    }
  }

  /** A failure is tried again with the next look. */
  #look(): void {
    const { store, log } = this.#parts;
    try {
      for (const agent of store.outsideAgents.all()) if (agent.revokedAtMs !== undefined) this.#stop(agent);
    } catch (error) {
      log.error('mcp-serve.stop.failed', { error: messageOf(error) });
    }
  }

  /** One commit: after it the tasks are to stop and the owners are told; before it, neither. */
  #stop(agent: OutsideAgent): void {
    const { store, outgoing, instance, cancel } = this.#parts;
    const conversation = conversationId(OUTSIDE, agent.name);
    const open = openSessions({ conversation, store }).filter(
      (session) => session.instance === instance && !session.state.cancelRequested,
    );
    if (open.length === 0) return;
    const after = store.atomically(() => {
      this.#notify(agent, open);
      return open.map((session) => cancel(session));
    });
    for (const act of after) act();
    outgoing.nudge();
  }

  /** The key of a message is used once: a person who resumes such a task later gets no second message. */
  #notify({ name }: OutsideAgent, stopped: readonly SessionRecord[]): void {
    const { settings, store, outgoing } = this.#parts;
    const { access, locale } = settings;
    for (const chat of ownerChats({ access: access.list, store, channels: outgoing.channels })) {
      const text = stoppedText(
        name,
        stopped,
        mcpServeTexts(texts(localeHere(chat, locale, store.conversations))),
      );
      outgoing.outbox.enqueue({
        conversation: chat,
        key: `mcp-revoked:${name}:${chat}`,
        body: { kind: 'text', text },
      });
    }
  }
}

function stoppedText(
  name: string,
  stopped: readonly SessionRecord[],
  { stopped: words }: McpServeTexts,
): string {
  const tasks = stopped.map(taskLine);
  const [only = '', ...others] = tasks;
  if (others.length === 0) return words.one(name, only);
  return words.several(name, String(tasks.length), tasks.map((task) => `• ${task}`).join('\n'));
}
