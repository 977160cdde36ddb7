import type { Person } from '../contracts/access.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import {
  type Action,
  type ChatCommand,
  type CommandContext,
  type CommandLookup,
  type FeatureAction,
  isFeatureAction,
  type ProgramFacts,
} from '../contracts/commands.ts';
import type { AfterCommit, Feature, MessageScope } from '../contracts/feature.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type {
  ChatStores,
  ConsentStores,
  FlushControl,
  InboxRow,
  Store,
  TaskStores,
} from '../contracts/store.ts';
import type { Tracer } from '../contracts/trace.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { type ConversationId, conversationId, type InstanceId, type SessionId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { backoffMs } from '../core/waiting.ts';
import { carryOut } from './actions/carry-out.ts';
import type { HandledMessage } from './carry-out-parts.ts';
import { addressOf, isGroupChat } from './conversation.ts';
import { decideMessage } from './decide.ts';
import { assertSaysWhatItGrants, handlerOf, isBusyWithFiles } from './feature-actions.ts';
import type { Enclosures } from './incoming/enclosures.ts';
import { changeLocale, languageAfter, localeOf } from './incoming/language.ts';
import { type MessageBatch, mergeBatch } from './incoming/message-batches.ts';
import { traceArrival } from './incoming/trace-arrival.ts';
import { PLAIN_TEXT } from './outgoing/fit-body.ts';
import type { OutgoingMessages } from './outgoing/outgoing.ts';
import type { AccessCheck } from './people/access.ts';
import { projectOf } from './people/project-of.ts';
import {
  type OpenQuestion,
  openQuestions,
  questionsForBareWord,
  takesBareWords,
} from './questions/open-questions.ts';
import { allOpenAgain } from './questions/question-text.ts';
import type { Runner } from './runner.ts';
import { atWork } from './tasks/conversation-sessions.ts';
import { workspaceOf } from './tasks/projects.ts';
import { noSuchTask } from './tasks/resolve-task.ts';
import { numberingOf, taskName } from './tasks/task-name.ts';

const STORAGE_RETRY = { firstMs: 2000, mostMs: MINUTE_MS };

interface DispatchParts {
  readonly store: FlushControl & ChatStores & TaskStores & ConsentStores & Pick<Store, 'instances'>;
  readonly outgoing: OutgoingMessages;
  readonly runner: Runner;
  readonly commands: readonly ChatCommand[];
  readonly features: readonly Feature[];
  readonly program: ProgramFacts;
  /** The configured language; when undefined, each chat has its own. */
  readonly locale: Locale | undefined;
  readonly accessCheck: AccessCheck;
  readonly enclosures: Pick<Enclosures, 'take'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
  /** Brings a session back from its transcript; false when there is none. */
  restoreSession(id: SessionId): Promise<boolean>;
}

/** A person in a chat. */
export interface ChatMember {
  readonly conversation: ConversationId;
  readonly sender: string;
}

/** Who wrote something where. */
interface MessageSource extends Pick<InboxRow, 'channel'> {
  readonly message: Pick<InboxRow['message'], 'chat' | 'sender' | 'group'>;
}

/** What is known about a message from its chat and its author. */
type MessageContext = Pick<
  CommandContext,
  'conversation' | 'workspace' | 'sender' | 'person' | 'isGroup' | 'texts' | 'found'
>;

/** What a handled message still needs: nothing, or work that takes longer than a transaction may. */
type HandlingResult =
  | { readonly kind: 'done'; readonly after: readonly AfterCommit[]; readonly closed: AfterCommit }
  | { readonly kind: 'restore'; readonly session: SessionId }
  /** `beside`: what else the message comes to; stored with what the action returns. */
  | { readonly kind: 'perform'; readonly action: FeatureAction; readonly beside: readonly Action[] };

/**
 * Turns one stored message into stored effects: one transaction decides, carries out and closes the message. After a
 * crash before its commit the message is handled again; after it, the rows hold everything.
 */
export class Dispatch {
  readonly #parts: DispatchParts;
  readonly #stopping = new AbortController();

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** Returns when the message is closed. A full disk only delays that: later messages keep their order. */
  async handleBatch(arrived: MessageBatch): Promise<void> {
    const { clock, outgoing, log } = this.#parts;
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      const batch = this.#asNow(arrived);
      if (batch === undefined) return;
      try {
        return await this.#handle(batch);
      } catch (error) {
        log.error('gateway.dispatch.failed', {
          message: mergeBatch(batch).message.id,
          error: messageOf(error),
        });
        if (!isFailure(error) || error.kind !== 'unavailable') return this.#closeBug(batch);
      }
      const { conversation, locale } = this.#causeOf(batch);
      outgoing.storageNotice.notify(conversation, locale, 'kept');
      await clock.sleep(backoffMs(attempt, STORAGE_RETRY), this.#stopping.signal);
    }
  }

  /** Stops those of these sessions that are still at work in the conversation (Ctrl-C in the terminal). */
  interrupt(conversation: ConversationId, sessions: readonly SessionId[]): void {
    const { store, outgoing } = this.#parts;
    const working = atWork({ conversation, store }).filter(({ id }) => sessions.includes(id));
    const after = store.atomically(() => working.map((session) => this.#stop(session)));
    for (const act of after) act();
    outgoing.nudge();
  }

  /**
   * A running task stops in a moment: until its report comes, a mark shows the person that the request was received.
   */
  #stop(session: SessionRecord): () => void {
    const { runner, outgoing } = this.#parts;
    const { id, conversation, state } = session;
    const name = taskName(session, numberingOf(this.#parts));
    const stop = runner.cancel(session);
    const body = { kind: 'text', text: texts(session.locale).replies.stopping(name) } as const;
    if (state.status === 'running')
      outgoing.outbox.enqueue({ conversation, key: `interrupt:${id}:${state.updatedAtMs}`, body });
    return stop;
  }

  /** What a bare word of an owner would be about in this chat now, as lines; empty when it would be about nothing. */
  stillOpen(owner: ChatMember, locale: Locale): readonly string[] {
    if (this.#parts.features.some(({ messages }) => messages?.isShutTo?.(owner.sender) === true)) return [];
    return allOpenAgain(this.openFor(owner, locale), texts(locale));
  }

  /** What a bare word would be about if its author was an owner. */
  openFor(owner: ChatMember, locale: Locale): readonly OpenQuestion[] {
    const person: Person = { phone: owner.sender, role: 'owner', workspaces: undefined };
    const context = this.#contextOfMember(owner, person, locale);
    return questionsForBareWord(openQuestions(context, this.#parts.features), undefined, context);
  }

  /** Everything that this person can answer in this chat now, whether or not a bare word would mean it. */
  openQuestions(member: ChatMember, locale: Locale): readonly OpenQuestion[] {
    const { channel, chat } = addressOf(member.conversation);
    const person = this.#personIn({ channel, message: { chat, sender: member.sender } });
    return openQuestions(this.#contextOfMember(member, person, locale), this.#parts.features);
  }

  /** Decides about words that nobody has written: what would be said is left out, and nothing is carried out. */
  wouldAct({ conversation, sender }: ChatMember, words: string, locale: Locale): boolean {
    const { features, clock } = this.#parts;
    const { channel, chat } = addressOf(conversation);
    const isGroup = isGroupChat(chat);
    const message: InboundMessage = {
      account: '',
      chat,
      sender,
      id: '',
      text: words,
      sentAtMs: clock.nowMs(),
      ...(isGroup ? { group: { addressed: true } } : {}),
    };
    const context = this.#contextFor({
      conversation,
      workspace: workspaceOf(conversation, this.#parts),
      sender,
      person: this.#personIn({ channel, message }),
      isGroup,
      texts: texts(locale),
      found: undefined,
    });
    const { actions } = decideMessage(message, context, features);
    return actions.some(({ kind }) => kind !== 'reply' && kind !== 'show');
  }

  #contextOfMember({ conversation, sender }: ChatMember, person: Person, locale: Locale): CommandContext {
    return this.#contextFor({
      conversation,
      workspace: workspaceOf(conversation, this.#parts),
      sender,
      person,
      isGroup: false,
      texts: texts(locale),
      found: undefined,
    });
  }

  /** Decides about an invented message and forgets it: the first real one then finds everything loaded. */
  warm(): void {
    const { store, commands, features, program, clock } = this.#parts;
    const message = { account: 'warm-up', chat: 'warm-up', sender: 'warm-up', id: 'warm-up' };
    const nowMs = clock.nowMs();
    const context: CommandContext = {
      conversation: conversationId('warm-up', message.chat),
      workspace: program.workspaces.usual,
      sender: message.sender,
      person: { phone: '', role: 'owner', workspaces: undefined },
      isGroup: false,
      texts: texts('en'),
      nowMs,
      program,
      store,
      commands,
      isBusy: () => false,
      awaitsBareWord: () => false,
      found: undefined,
    };
    decideMessage({ ...message, text: '/agent warm up', sentAtMs: nowMs }, context, features);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #handle(batch: MessageBatch): Promise<void> {
    const { store, outgoing, runner, restoreSession, enclosures } = this.#parts;
    // The rows now hold the fetched files: read them again.
    if (await enclosures.take(batch, this.#stopping.signal)) return this.handleBatch(batch);
    const cause = await this.#withCommands(this.#causeOf(batch));
    let handled = store.unflushed(() => this.#decideAndStore(cause));
    if (handled.kind === 'restore') {
      const { session } = handled;
      const found = await restoreSession(session);
      handled = store.atomically(() =>
        found
          ? this.#decideAndStore(cause)
          : this.#reply(cause, noSuchTask(session, { store, texts: texts(cause.locale) })),
      );
    } else if (handled.kind === 'perform') {
      handled = await this.#perform(handled, cause);
    }
    if (handled.kind === 'done') this.#actAfter(handled);
    if (!runner.wake()) outgoing.nudge();
  }

  /**
   * What acts outside of the rows waits for the disk. Runs and sends need not: each waits by itself before it has an
   * effect or leaves.
   */
  #actAfter({ after, closed }: Extract<HandlingResult, { kind: 'done' }>): void {
    if (after.length > 0) this.#parts.store.flush();
    for (const act of after) act();
    closed();
  }

  async #perform(
    { action, beside }: Extract<HandlingResult, { readonly kind: 'perform' }>,
    cause: HandledMessage,
  ): Promise<HandlingResult> {
    const { store, features } = this.#parts;
    const scope = this.#scopeOf(cause);
    const { perform } = handlerOf(action, features);
    const performed = (await perform?.(action, scope, this.#stopping.signal)) ?? [];
    assertSaysWhatItGrants(action, performed, features);
    const actions = await this.#withParts([...beside, ...performed], cause);
    return store.atomically(() => this.#storeAll(cause, actions));
  }

  /** Splits long texts before the transaction: within it the whole program would wait. */
  #withParts(actions: readonly Action[], { conversation }: HandledMessage): Promise<readonly Action[]> {
    const { outbox } = this.#parts.outgoing;
    return Promise.all(
      actions.map(async (action) => {
        if (action.kind === 'show') return { ...action, parts: await outbox.fit(conversation, action.body) };
        if (action.kind !== 'reply' || action.instead !== undefined) return action;
        return { ...action, parts: await outbox.fit(conversation, { kind: 'text', text: action.text }) };
      }),
    );
  }

  /** Adds the commands that the message may mean, looked up before the decision. */
  async #withCommands(cause: HandledMessage): Promise<HandledMessage> {
    const context = this.#contextOf(cause);
    const all: CommandLookup[] = [];
    for (const { messages } of this.#parts.features) {
      const found = await messages?.findCommands?.(cause.row.message, context);
      if (found !== undefined) all.push(found);
    }
    const found = togetherFound(all);
    return found === undefined ? cause : { ...cause, found };
  }

  #contextOf(cause: HandledMessage): CommandContext {
    const { row, conversation, locale, found } = cause;
    return this.#contextFor({
      conversation,
      workspace: projectOf(cause, this.#parts),
      sender: row.message.sender,
      person: this.#personIn(row),
      isGroup: row.message.group !== undefined,
      texts: texts(locale),
      found,
    });
  }

  #contextFor(written: MessageContext): CommandContext {
    const { store, commands, features, program, clock } = this.#parts;
    const context: CommandContext = {
      ...written,
      nowMs: clock.nowMs(),
      program,
      store,
      commands,
      isBusy: (session) => isBusyWithFiles(session, features),
      awaitsBareWord: () => openQuestions(context, features).some(takesBareWords),
    };
    return context;
  }

  #scopeOf(cause: HandledMessage): MessageScope {
    const { row, batch, locale } = cause;
    return { row, batch, context: this.#contextOf(cause), locale };
  }

  #decideAndStore(cause: HandledMessage): HandlingResult {
    const { features } = this.#parts;
    const decision = decideMessage(cause.row.message, this.#contextOf(cause), features);
    const restore = decision.actions.find((action) => action.kind === 'restore');
    if (restore !== undefined) return { kind: 'restore', session: restore.session };
    const lengthy = decision.actions.filter(isFeatureAction).find((one) => handlerOf(one, features).perform);
    if (lengthy !== undefined) {
      const beside = decision.actions.filter((action) => action !== lengthy);
      return { kind: 'perform', action: lengthy, beside };
    }
    return this.#store(cause, decision);
  }

  #reply(cause: HandledMessage, text: string | undefined): HandlingResult {
    return this.#storeAll(cause, text === undefined ? [] : [{ kind: 'reply', text }]);
  }

  #storeAll(cause: HandledMessage, actions: readonly Action[]): HandlingResult {
    return this.#store(cause, { state: 'done', reason: undefined, actions });
  }

  #store(cause: HandledMessage, decision: ReturnType<typeof decideMessage>): HandlingResult {
    const { actions, state, reason } = decision;
    const { store, outgoing, features, runner, program, instance, clock, tracer } = this.#parts;
    const { message } = cause.row;
    this.#keepLanguage(cause);
    let begun: SessionId | undefined;
    const began = (session: SessionRecord) => {
      begun = session.id;
      for (const { messages } of features) messages?.onBegun?.(session, message);
    };
    const applyFeature = (action: FeatureAction) =>
      handlerOf(action, features).apply?.(action, this.#scopeOf(cause)) ?? [];
    const after = carryOut(actions, cause, {
      store,
      outbox: outgoing.outbox,
      channels: outgoing.channels,
      runner,
      program,
      instance,
      clock,
      tracer,
      features,
      began,
      applyFeature,
    });
    for (const { seq } of cause.batch) store.inbox.finish(seq, state, reason);
    const closed = () => {
      for (const { messages } of features) messages?.onClosed?.(message, begun);
      traceArrival(cause, { actions, state, reason, begun }, this.#parts);
    };
    return { kind: 'done', after, closed };
  }

  /**
   * The author. A person who was admitted then and is not now may still finish what they began, but nothing else.
   */
  #personIn({ channel, message }: MessageSource): Person {
    const { outgoing, accessCheck } = this.#parts;
    const capabilities = outgoing.channels.get(channel)?.capabilities ?? PLAIN_TEXT;
    const admission = accessCheck(message, capabilities);
    return admission.kind === 'admitted'
      ? admission.person
      : { phone: message.sender, role: 'reader', workspaces: [] };
  }

  /** Their authors may have changed or deleted them while they waited. */
  #asNow(arrived: MessageBatch): MessageBatch | undefined {
    const { inbox } = this.#parts.store;
    const rows = arrived.map(({ message }) => inbox.find(message));
    const [first, ...others] = rows.filter((row) => row?.state === 'accepted');
    return first === undefined ? undefined : [first, ...others.filter((row) => row !== undefined)];
  }

  #causeOf(batch: MessageBatch): HandledMessage {
    const row = mergeBatch(batch);
    const conversation = conversationId(row.channel, row.message.chat);
    const { store, locale: configured } = this.#parts;
    const language = languageAfter(store.conversations.language(conversation), row.message);
    return { row, batch, conversation, locale: localeOf(language, configured) };
  }

  #keepLanguage({ row, conversation }: HandledMessage): void {
    const { conversations, sessions } = this.#parts.store;
    if (this.#parts.locale !== undefined) return;
    const before = conversations.language(conversation);
    const after = languageAfter(before, row.message);
    if (after === before) return;
    conversations.setLanguage(conversation, after);
    const locale = localeOf(after, undefined);
    if (locale !== localeOf(before, undefined)) changeLocale(conversation, locale, sessions);
  }

  /** A message that caused a bug would cause it again: it is closed, and the person is told. */
  #closeBug(batch: MessageBatch): void {
    const { store, outgoing } = this.#parts;
    const { row, conversation, locale } = this.#causeOf(batch);
    store.atomically(() => {
      for (const { seq } of batch) store.inbox.finish(seq, 'refused', 'bug');
      const body = { kind: 'text', text: texts(locale).replies.internalError } as const;
      outgoing.outbox.enqueue({ conversation, key: `bug:${row.seq}`, body });
    });
    outgoing.nudge();
  }
}

/** Merges what several features found for one message; of two commands with the same name the first counts. */
function togetherFound(all: readonly CommandLookup[]): CommandLookup | undefined {
  const [first, second] = all;
  if (first === undefined || second === undefined) return first;
  return {
    named: all.find(({ named }) => named !== undefined)?.named,
    names: all.flatMap(({ names }) => names),
    overview: (context) => all.flatMap((one) => one.overview(context)),
    details: (context) => all.map((one) => one.details(context)).find((lines) => lines !== undefined),
  };
}
