import type { HeldMessages, Store, Transactions } from '../../contracts/store.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { texts } from '../../core/texts/texts.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import type { Settings } from '../../settings/settings.ts';
import { planMorning } from './morning.ts';
import type { QuietTimes } from './quiet-times.ts';
import { quietTexts } from './texts/texts.ts';

/** How often it is checked whether the night is over. */
const TICK_MS = 20 * SECOND_MS;

export interface QuietWorkerParts {
  readonly store: Transactions &
    Pick<Store, 'approvals' | 'conversations'> & { readonly outbox: HeldMessages };
  readonly outgoing: Pick<OutgoingMessages, 'nudge' | 'outbox'>;
  readonly times: Pick<QuietTimes, 'isQuiet'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<Settings, 'locale'>;
  /** True when messages wait there for another reason as well. */
  isLocked(conversation: ConversationId): boolean;
}

/** Sends in the morning what came in the night. It is read from rows, so any program that runs then can send it. */
export class QuietWorker {
  readonly #parts: QuietWorkerParts;

  constructor(parts: QuietWorkerParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    while (!signal.aborted) {
      try {
        this.notifyDue();
      } catch (error) {
        log.error('quiet.failed', { error: messageOf(error) });
      }
      await clock.sleep(TICK_MS, signal);
    }
  }

  notifyDue(): void {
    const { store, outgoing, times, instance, isLocked } = this.#parts;
    const due = store.outbox
      .listHeldChats(instance)
      .filter((conversation) => !times.isQuiet(conversation) && !isLocked(conversation));
    if (due.length === 0) return;
    for (const conversation of due) store.atomically(() => this.#notify(conversation));
    outgoing.nudge();
  }

  /** One commit: after it the summary is on its way; before it, the messages wait. */
  #notify(conversation: ConversationId): void {
    const { store, outgoing, instance, clock, settings } = this.#parts;
    const held = store.outbox.listHeld(conversation, instance);
    const words = quietTexts(texts(localeHere(conversation, settings.locale, store.conversations)));
    const { release, replace, summary } = planMorning(held, store, words.morning);
    for (const { seq } of replace) store.outbox.markReplaced(seq, clock.nowMs());
    if (summary !== undefined) {
      const key = `quiet-summary:${conversation}:${held.at(-1)?.seq}`;
      outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text: summary } });
    }
    store.outbox.release(release.map(({ seq }) => seq));
  }
}
