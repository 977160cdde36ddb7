import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Worker } from '../../contracts/feature.ts';
import type { Store, Transactions } from '../../contracts/store.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { texts } from '../../core/texts/texts.ts';
import type { KeptRecordings } from '../../files/kept-files.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { exhaustedDailyLimit } from '../../gateway/people/authority.ts';
import { KeyedWork } from '../../gateway/workers.ts';
import type { SpeechRecording, SpeechSynthesizer } from '../../models/speech.ts';
import { withinSeconds } from './spoken-text.ts';
import { voiceTexts } from './texts/texts.ts';
import type { VoiceNote, VoiceStore } from './voice.ts';

/** Longest voice note. */
const MAX_SECONDS = 30;
/** Some voices read slower than the estimate. */
export const AIMED_SECONDS = 25;
/** A second try says less: a first one that was too long, or took too long, then fits. */
const SECOND_SECONDS = 12;
const MAX_TRIES = 2;
const RETRY_MS = 5 * SECOND_MS;

export interface VoiceWorkerParts {
  readonly rows: VoiceStore;
  readonly store: Transactions & Pick<Store, 'approvals' | 'spending'>;
  readonly program: Pick<ProgramFacts, 'limits'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined when no speech service is set up. */
  readonly speak: SpeechSynthesizer | undefined;
  /** Undefined when what it costs is not counted. */
  readonly usdPerMillionCharacters: number | undefined;
  readonly recordings: Pick<KeptRecordings, 'keep'>;
}

/**
 * Speaks what is due, in order within a chat, chats beside each other. Each request is counted before it is made, and a
 * recording is sent in the commit that ends its row: a killed program repeats a request at most once, and sends no
 * voice note twice.
 */
export class VoiceWorker implements Worker {
  readonly #parts: VoiceWorkerParts;
  readonly #speaking = new KeyedWork<ConversationId>();

  constructor(parts: VoiceWorkerParts) {
    this.#parts = parts;
  }

  /** Call it after the commit that stored something to be heard. */
  begin(): void {
    for (const { conversation } of this.#due()) {
      if (this.#speaking.has(conversation)) continue;
      this.#speaking.begin(conversation, (signal) => this.#speakIn(conversation, signal));
    }
  }

  /** Continues what an earlier program left. */
  recover(): void {
    this.begin();
  }

  idle(): Promise<void> {
    return this.#speaking.idle();
  }

  /** Leaves unfinished work to the next program. */
  stop(): Promise<void> {
    return this.#speaking.stop();
  }

  countUnfinished(): number {
    return this.#due().length;
  }

  #due(): readonly VoiceNote[] {
    const { rows, instance } = this.#parts;
    return rows.due(instance);
  }

  async #speakIn(conversation: ConversationId, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const note = this.#due().find((one) => one.conversation === conversation);
        if (note === undefined || signal.aborted) break;
        await this.#attempt(note, signal);
      }
    } catch (error) {
      // The row stays, and is tried again with the next one, or by the next program.
      this.#parts.log.error('voice.failed', { conversation, error: messageOf(error) });
    }
    // In the same tick as the last look: what is added later begins anew.
    this.#speaking.leave(conversation);
  }

  /** One try at most; a note that can be tried again stays due. */
  async #attempt(note: VoiceNote, signal: AbortSignal): Promise<void> {
    const { rows, speak, clock } = this.#parts;
    // The program was killed at each of them.
    if (note.tries >= MAX_TRIES) return rows.end(note.seq, 'failed');
    if (note.tries > 0) await clock.sleep(RETRY_MS, signal);
    if (signal.aborted) return;
    if (speak === undefined || !this.#isWanted(note)) return rows.end(note.seq, 'dropped');
    rows.countTry(note.seq);
    const text = withinSeconds(note.text, note.tries === 0 ? AIMED_SECONDS : SECOND_SECONDS);
    try {
      await this.#take({ ...note, text }, await speak(text, note.locale, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (!isFailure(error)) throw error;
      this.#refused(note, error);
    }
  }

  #refused(note: VoiceNote, error: Failure): void {
    const isLast = note.tries + 1 >= MAX_TRIES || !mayHelp(error);
    const { kind, message } = error;
    this.#parts.log.warn('voice.refused', { note: note.seq, last: isLast, kind, error: message });
    if (isLast) this.#giveUp(note, error);
  }

  /** False when it was switched off or answered meanwhile, or when the day's money is spent. */
  #isWanted({ conversation, approval, payer }: VoiceNote): boolean {
    const { rows, store, program, clock, usdPerMillionCharacters: price } = this.#parts;
    const hears = rows.heardIn(conversation);
    if (hears === undefined) return false;
    const isOpen = approval === undefined || store.approvals.get(approval)?.state === 'pending';
    if (!isOpen || (approval !== undefined && hears !== 'questions')) return false;
    return (
      price === undefined ||
      exhaustedDailyLimit(payer, { nowMs: clock.nowMs(), program, store }) === undefined
    );
  }

  /** @throws Failure for one that is too long, once its cost is counted */
  async #take(note: VoiceNote, { bytes, seconds }: SpeechRecording): Promise<void> {
    const { rows, store, outgoing, recordings } = this.#parts;
    const { seq, conversation } = note;
    if (seconds > MAX_SECONDS) {
      this.#count(note);
      throw new Failure(
        'conflict',
        `The recording lasts ${Math.ceil(seconds)} s, and ${MAX_SECONDS} s are the most.`,
      );
    }
    const path = await recordings.keep(`${seq}.ogg`, bytes);
    store.atomically(() => {
      this.#count(note);
      rows.end(seq, 'sent');
      rows.forgetTrouble(conversation);
      const body = { kind: 'voice-note', path, seconds: Math.max(1, Math.round(seconds)) } as const;
      outgoing.outbox.enqueue({ conversation, key: `voice:${seq}`, body });
    });
    outgoing.nudge();
  }

  #count({ payer, conversation, text }: VoiceNote): void {
    const { store, clock, usdPerMillionCharacters: price } = this.#parts;
    if (price === undefined) return;
    store.spending.add({
      session: undefined,
      conversation,
      person: payer,
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
      microUsd: Math.round(text.length * price),
      atMs: clock.nowMs(),
    });
  }

  /** Trouble is reported once until something can be heard again: the text is there already. */
  #giveUp({ seq, conversation, locale }: VoiceNote, error: Failure): void {
    const { rows, store, outgoing } = this.#parts;
    const words = voiceTexts(texts(locale));
    store.atomically(() => {
      rows.end(seq, 'failed');
      if (!rows.noteTrouble(conversation)) return;
      const text = words.trouble(words.why[REASONS[error.kind] ?? 'answer']);
      outgoing.outbox.enqueue({ conversation, key: `voice-trouble:${seq}`, body: { kind: 'text', text } });
    });
    outgoing.nudge();
  }
}

const REASONS: Readonly<Partial<Record<Failure['kind'], keyof ReturnType<typeof voiceTexts>['why']>>> = {
  denied: 'key',
  timeout: 'late',
  unavailable: 'unreachable',
  conflict: 'long',
};

function mayHelp({ kind }: Failure): boolean {
  return kind === 'unavailable' || kind === 'timeout' || kind === 'conflict';
}
