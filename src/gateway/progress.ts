import type { SessionId } from '../base/ids.ts';
import { code, oneLine } from '../base/text.ts';
import { entryOf, type Texts, texts } from '../base/texts/texts.ts';
import { planLines, stepsDone, timeAndCost } from '../commands/session-text.ts';
import type { Channel } from '../contracts/channel.ts';
import type { RoundProgress, RunEvent } from '../contracts/run-events.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { Store } from '../contracts/store.ts';
import { addressOf } from './address.ts';
import type { LiveCards } from './live-cards.ts';
import type { Postbox } from './postbox.ts';
import { testsLine } from './report.ts';
import { type TestRun, testsIn } from './test-proof.ts';
import { troubleLines } from './trouble-lines.ts';

interface Watched {
  readonly session: SessionRecord;
  last: RoundProgress | undefined;
  activity: string | undefined;
  tests: TestRun | undefined;
}

export interface ProgressParts {
  readonly store: Pick<Store, 'sessions' | 'history'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly cards: LiveCards;
  readonly postbox: Postbox;
}

/** Shows how a task goes on: a living card where messages can be edited, else one line per round. */
export class Progress {
  readonly #parts: ProgressParts;
  readonly #watched = new Map<SessionId, Watched>();

  constructor(parts: ProgressParts) {
    this.#parts = parts;
  }

  /** Between rounds; only a card shows it. */
  event(id: SessionId, event: RunEvent): void {
    const watched = this.#watched.get(id) ?? this.#watch(id);
    if (watched === undefined || !this.#hasCard(watched.session)) return;
    if (event.kind === 'tool-ended') watched.tests = testsIn(event.data) ?? watched.tests;
    const activity = activityOf(event, texts(watched.session.locale));
    if (activity === undefined) return;
    watched.activity = activity;
    this.#showCard(watched, 'round' in event ? event.round : undefined);
  }

  /** After a round, inside its transaction. A talk needs no report of its progress: its answer comes soon enough. */
  round(progress: RoundProgress): void {
    const { session, round } = progress;
    if (session.mode === 'talk') return;
    if (!this.#hasCard(session)) {
      const text = roundLine(progress, texts(session.locale));
      const key = `progress:${session.id}:${round}`;
      const { conversation } = session;
      this.#parts.postbox.add({ conversation, key, body: { kind: 'text', text }, ephemeral: true });
      return;
    }
    const tests = this.#watched.get(session.id)?.tests;
    const watched = { session, last: progress, activity: undefined, tests };
    this.#watched.set(session.id, watched);
    this.#showCard(watched, round);
  }

  /** The card stays as it was last wanted, without the tool that ran; a run that waits for its person says so. */
  end(id: SessionId, waitsFor?: 'person'): void {
    const watched = this.#watched.get(id);
    if (watched !== undefined) {
      watched.activity = waitsFor && texts(watched.session.locale).progress.waiting;
      this.#showCard(watched, undefined);
    }
    this.#parts.cards.close(id);
    this.#watched.delete(id);
  }

  /** The session has ended: whatever comes after begins with a new card. */
  forget(id: SessionId): void {
    this.end(id);
    this.#parts.cards.forget(id);
  }

  /** One that goes on after an answer or a restart shows how far it was. */
  #watch(id: SessionId): Watched | undefined {
    const { sessions, history } = this.#parts.store;
    const session = sessions.get(id);
    if (session === undefined) return undefined;
    const { round, activeMs: elapsedMs } = session;
    const plan = history.plan(id);
    const last: RoundProgress = {
      session,
      round,
      elapsedMs,
      plan,
      isLastRound: false,
      tools: [],
      troubles: [],
    };
    const watched: Watched = {
      session,
      last: round === 0 ? undefined : last,
      activity: undefined,
      tests: undefined,
    };
    this.#watched.set(id, watched);
    return watched;
  }

  #hasCard({ mode, conversation }: SessionRecord): boolean {
    const channel = this.#parts.channels.get(addressOf(conversation).channel);
    return mode === 'agent' && channel !== undefined && channel.capabilities.edit !== 'no';
  }

  #showCard(watched: Watched, round: number | undefined): void {
    const { session } = watched;
    this.#parts.cards.show(session.id, session.conversation, cardText(watched, round));
  }
}

/** `🔧 Round 3: 2/5 steps done`, the clipboard in the last round of a stretch. */
function headline(round: number, last: RoundProgress | undefined, words: Texts): string {
  const steps = stepsDone(last?.plan, words);
  const title = `${last?.isLastRound === true ? '📋' : '🔧'} ${words.progress.round(round)}`;
  return steps === undefined ? title : `${title}: ${steps}`;
}

function roundLine(progress: RoundProgress, words: Texts): string {
  const { session, round, elapsedMs } = progress;
  const line = `${headline(round, progress, words)} · ${timeAndCost(session, elapsedMs, words)}`;
  return [line, ...troubleLines(progress.troubles, words)].join('\n');
}

function cardText({ session, last, activity, tests }: Watched, round: number | undefined): string {
  const words = texts(session.locale);
  const lines = [headline(round ?? last?.round ?? 1, last, words)];
  if (last?.plan !== undefined) lines.push(...planLines(last.plan));
  if (tests !== undefined) lines.push(testsLine(tests, words));
  if (last !== undefined) lines.push(...troubleLines(last.troubles, words));
  if (activity !== undefined) lines.push(`⚙️ ${activity}`);
  if (last !== undefined) lines.push(`⏱️ ${timeAndCost(last.session, last.elapsedMs, words)}`);
  return lines.join('\n');
}

function activityOf(event: RunEvent, { progress }: Texts): string | undefined {
  switch (event.kind) {
    case 'model-asked':
      return progress.thinking;
    case 'model-retry':
      return progress.modelRetry(Math.ceil(event.waitMs / 1000));
    case 'tool-started':
      return `${entryOf(progress.doing, event.tool) ?? event.tool} ${code(oneLine(event.label, 60))}`.trim();
    case 'tool-ended':
    case 'round-ended':
      return undefined;
  }
}
