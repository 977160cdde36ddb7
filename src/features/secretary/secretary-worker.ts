import type { Usage } from '../../contracts/model.ts';
import type { Specialist } from '../../contracts/specialists.ts';
import type { InboxRow, Store, Transactions } from '../../contracts/store.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { messageOf, unreachable } from '../../core/failure.ts';
import { type InstanceId, newMessageId, pollIdOf } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/conversation.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { KeyedWork } from '../../gateway/workers.ts';
import { escapeHidden } from '../../policy/display.ts';
import { errorText, parseErrorOf } from './routing/errors.ts';
import { anotherText, confirmationOf } from './routing/recommendation.ts';
import type { RoutingQuestion } from './routing/routing.ts';
import type { Routing, Secretary } from './routing/secretary.ts';
import { askedOf, offerOf, type RoutingOffer, serializeOffer, serializeQuestions } from './routing-store.ts';
import type { RoutingRecord, RoutingStore } from './routings.ts';
import type { SecretaryPreferences } from './secretary-file.ts';
import { secretaryTexts } from './texts/texts.ts';

/** Functions that the worker needs from outside. */
export interface SecretaryPorts extends Secretary {
  /** Reads the disk anew. Never throws for its contents. */
  preferences(workspace: string): Promise<SecretaryPreferences>;
  /** How each way of working begins in this workspace. */
  workflows(workspace: string): Promise<RoutingOffer['workflows']>;
  /** Reads all specialists of this workspace from the disk. */
  agents(workspace: string): Promise<readonly Specialist[]>;
  knowsModel(id: string): boolean;
  /** What the secretary's own questions cost, in millionths of a dollar. */
  costOf(usage: Usage): number;
}

export interface SecretaryWorkerParts {
  readonly rows: RoutingStore;
  readonly store: Transactions & Pick<Store, 'inbox' | 'spending'>;
  readonly ports: SecretaryPorts;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** Handles messages once more, as if they had just come; call it after the commit that opened them. */
  handIn(messages: readonly InboxRow[]): void;
}

/** After this long without a result the person gets a message that the search goes on. */
const PATIENCE_MS = 6 * SECOND_MS;
/** How many warnings about agent files are logged: a project may hold any number of them. */
const MAX_WARNED = 200;

/**
 * Asks the model which specialist fits a stored request, then asks the person. Result and message are one commit:
 * after a crash before it the model is asked again, and nobody gets a message twice.
 */
export class SecretaryWorker {
  readonly #parts: SecretaryWorkerParts;
  readonly #looking = new KeyedWork<number>();
  readonly #warned = new Set<string>();

  constructor(parts: SecretaryWorkerParts) {
    this.#parts = parts;
  }

  /** Call it after the commit that stored the request. */
  begin(seq: number): void {
    const routing = this.#parts.rows.get(seq);
    if (routing?.state !== 'wanted' || this.#looking.has(seq)) return;
    this.#looking.begin(seq, (signal) =>
      this.#look(routing, signal).catch((error: unknown) => {
        // Storing failed: the row stays wanted, and the next program tries again.
        this.#parts.log.error('secretary.lost', { routing: seq, error: messageOf(error) });
      }),
    );
  }

  /** Call it after the commit that ended the request: the model need not continue. */
  drop(seq: number): void {
    this.#looking.drop(seq);
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { rows, instance } = this.#parts;
    for (const { seq } of rows.listUnfinished(instance)) this.begin(seq);
  }

  /** Resolves when no search is running. */
  idle(): Promise<void> {
    return this.#looking.idle();
  }

  /** How many requests wait for a search or are being searched for. */
  countUnfinished(): number {
    const { rows, instance } = this.#parts;
    return rows.listUnfinished(instance).length;
  }

  /** Leaves unfinished work to the next program. */
  stop(): Promise<void> {
    return this.#looking.stop();
  }

  async #look(routing: RoutingRecord, signal: AbortSignal): Promise<void> {
    const { log, outgoing } = this.#parts;
    const { channel: name, chat } = addressOf(routing.conversation);
    const channel = outgoing.channels.get(name);
    const ended = new AbortController();
    channel?.setTyping(chat, true);
    const pendingNotice = this.#notifyLater(routing, ended.signal);
    const found = await this.#found(routing, signal);
    // Left before it is stored: an answer may come at once, and begins a new search.
    this.#looking.leave(routing.seq);
    ended.abort();
    channel?.setTyping(chat, false);
    if (found !== undefined) this.#store(routing, found);
    log.info('secretary.looked', { routing: routing.seq, found: found?.step.kind ?? 'nothing' });
    outgoing.nudge();
    await pendingNotice;
  }

  /** Returns what is to be stored; undefined when the program ends first. */
  async #found(routing: RoutingRecord, signal: AbortSignal): Promise<SearchResult | undefined> {
    const { ports, log } = this.#parts;
    const { workspace, request, answers, messageId: id } = routing;
    const words = texts(routing.locale);
    try {
      const preferences = await ports.preferences(workspace);
      const found = await ports.route({ workspace, request, answers, preferences, id, signal });
      const usage = found.usage;
      this.#warn(found.skipped);
      if (found.kind === 'fault' && found.fault.kind === 'stopped') return undefined;
      if (found.kind !== 'recommended') return { usage, step: stepOf(found, words) };
      const offer = offerOf({ ...found, workflows: await ports.workflows(workspace) }, (model) =>
        ports.knowsModel(model),
      );
      return { usage, step: { kind: 'offer', offer } };
    } catch (error) {
      if (signal.aborted) return undefined;
      log.error('secretary.failed', { routing: routing.seq, error: messageOf(error) });
      return { usage: undefined, step: { kind: 'end', text: secretaryTexts(words).chat.broken } };
    }
  }

  /** Warns once for each file, however often it is read. */
  #warn(skipped: Routing['skipped']): void {
    for (const error of skipped.map(parseErrorOf)) {
      const warning = JSON.stringify(error);
      if (this.#warned.has(warning) || this.#warned.size >= MAX_WARNED) continue;
      this.#warned.add(warning);
      this.#parts.log.warn('secretary.skipped', { ...error });
    }
  }

  /** One commit. For a request that was given up meanwhile only the cost is stored. */
  #store(routing: RoutingRecord, { usage, step }: SearchResult): void {
    const { store, ports, clock } = this.#parts;
    const again = store.atomically(() => {
      if (usage !== undefined) {
        const microUsd = ports.costOf(usage);
        const { requester: person, conversation } = routing;
        store.spending.add({
          session: undefined,
          conversation,
          person,
          usage,
          microUsd,
          atMs: clock.nowMs(),
        });
      }
      return this.#storeStep(routing, step);
    });
    this.#parts.handIn(again);
  }

  /** Returns the messages that are to be handled once more. */
  #storeStep(routing: RoutingRecord, step: SearchStep): readonly InboxRow[] {
    const { rows, store, instance } = this.#parts;
    const { seq, inboxSeqs } = routing;
    switch (step.kind) {
      case 'questions':
        this.#ask(routing, step.questions);
        return [];
      case 'offer':
        this.#offer(routing, step.offer);
        return [];
      case 'end':
        // No specialist matched: handle the message as ordinary chat.
        if (step.hasNoMatch && inboxSeqs.length > 0)
          return rows.end(seq, 'passed') ? store.inbox.reopen(inboxSeqs, instance) : [];
        if (rows.end(seq, 'failed')) this.#say(routing, step.text);
        return [];
      default:
        return unreachable(step);
    }
  }

  #ask(routing: RoutingRecord, asked: readonly RoutingQuestion[]): void {
    const { rows, clock } = this.#parts;
    const questions = asked.map((one) => ({ ...one, poll: newMessageId() }));
    const material = serializeQuestions(questions);
    const polls = questions.map(({ poll }) => poll);
    if (!rows.setQuestion(routing.seq, { state: 'asked', material, polls, atMs: clock.nowMs() })) return;
    this.#say(routing, questionsText(questions, texts(routing.locale)));
    if (!this.#hasPolls(routing)) return;
    for (const question of questions) this.#poll(routing, question.poll, questionPoll(question));
  }

  #offer(routing: RoutingRecord, offer: RoutingOffer): void {
    const { rows, clock } = this.#parts;
    const words = texts(routing.locale);
    const poll = this.#hasPolls(routing) ? offerPoll(offer, words) : undefined;
    const pollId = pollIdOf(routing.messageId);
    const asked = { state: 'offered', material: serializeOffer(offer), polls: [pollId] } as const;
    if (!rows.setQuestion(routing.seq, { ...asked, atMs: clock.nowMs() })) return;
    this.#say(routing, offerText(offer, poll !== undefined, words));
    this.#poll(routing, pollId, poll);
  }

  #hasPolls({ conversation }: RoutingRecord): boolean {
    return this.#parts.outgoing.channels.get(addressOf(conversation).channel)?.capabilities.poll === true;
  }

  #say({ conversation, messageId: id }: RoutingRecord, text: string): void {
    const { outbox } = this.#parts.outgoing;
    outbox.enqueue({ conversation, key: `routing:${id}`, id, body: { kind: 'text', text } });
  }

  #poll({ conversation }: RoutingRecord, id: string, poll: Poll | undefined): void {
    if (poll === undefined) return;
    const { outbox } = this.#parts.outgoing;
    outbox.enqueue({ conversation, key: `routing-poll:${id}`, id, body: { kind: 'poll', ...poll } });
  }

  /** Only when it takes long; once for each search. */
  async #notifyLater({ conversation, messageId, locale }: RoutingRecord, ended: AbortSignal): Promise<void> {
    const { clock, outgoing, log } = this.#parts;
    await clock.sleep(PATIENCE_MS, ended);
    if (ended.aborted) return;
    const body = { kind: 'text', text: secretaryTexts(texts(locale)).chat.looking } as const;
    try {
      outgoing.outbox.enqueue({ conversation, key: `routing-wait:${messageId}`, body, ephemeral: true });
      outgoing.nudge();
    } catch (error) {
      log.warn('secretary.unreported', { error: messageOf(error) });
    }
  }
}

interface SearchResult {
  readonly usage: Usage | undefined;
  readonly step: SearchStep;
}

type SearchStep =
  | { readonly kind: 'questions'; readonly questions: readonly RoutingQuestion[] }
  | { readonly kind: 'offer'; readonly offer: RoutingOffer }
  /** `hasNoMatch`: no specialist fits. */
  | { readonly kind: 'end'; readonly text: string; readonly hasNoMatch?: true };

function stepOf(routing: Exclude<Routing, { kind: 'recommended' }>, words: Texts): SearchStep {
  switch (routing.kind) {
    case 'questions':
      return routing;
    case 'error':
      return { kind: 'end', text: errorText(routing.error, words), hasNoMatch: true };
    case 'unusable':
      return { kind: 'end', text: secretaryTexts(words).finding.unusable };
    case 'fault': {
      const { fault } = routing;
      return { kind: 'end', text: fault.kind === 'stopped' ? '' : words.failures.model[fault.kind] };
    }
    default:
      return unreachable(routing);
  }
}

/** Longest option and question of a poll, in UTF-16 code units. */
const MAX_CHOICE_LENGTH = 100;

interface Poll {
  readonly question: string;
  readonly choices: readonly string[];
}

/** The first questions to the person, and how to answer. */
function questionsText(questions: readonly RoutingQuestion[], texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  const routing = secretaryTexts(texts).chat;
  return [
    `🧭 ${secretary.questions}`,
    ...questions.flatMap(({ question, options }, at) => [
      `${at + 1}. ${escapeHidden(question)}`,
      ...options.map((option) => `   - ${escapeHidden(option)}`),
    ]),
    routing.howToAnswer,
  ].join('\n');
}

/** Undefined where it has no options to choose from. */
function questionPoll({ question, options }: RoutingQuestion): Poll | undefined {
  if (options.length < 2) return undefined;
  return { question: escapeHidden(question), choices: options.map(escapeHidden) };
}

/** The interpretation, who fits and why, and the question, with its options where there is no poll for them. */
function offerText(offer: RoutingOffer, hasPoll: boolean, words: Texts): string {
  const { text, question, options } = confirmationOf(askedOf(offer), words);
  const choices = options.map(({ label, description }, at) => `${at + 1}. ${label}: ${description}`);
  const models = modelLines(offer, words);
  const another = anotherText(offer.recommendation, offer.agents, words);
  return [text, ...models, ...(hasPoll ? [] : ['', question, ...choices]), another].join('\n');
}

/** A file's choice of model costs the person money: they see it before they say yes. */
function modelLines(
  { recommendation: { options, alternatives } }: RoutingOffer,
  words: Texts,
): readonly string[] {
  const first = options.flatMap((option) => (option.kind === 'accept' ? [option.candidate] : []));
  return [...first, ...alternatives].flatMap(({ specialist: { reference, model } }) =>
    model?.isKnown === true ? [secretaryTexts(words).chat.worksWith(reference, model.id)] : [],
  );
}

/** Undefined where an option is too long for one. */
function offerPoll(offer: RoutingOffer, words: Texts): Poll | undefined {
  const { question, options } = confirmationOf(askedOf(offer), words);
  const choices = options.map(({ label }) => label);
  return choices.some((choice) => choice.length > MAX_CHOICE_LENGTH) ? undefined : { question, choices };
}
