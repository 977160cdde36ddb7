import type { WASocket } from '@whiskeysockets/baileys';
import type { Fence, KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, MINUTE_MS, steadyNow } from '../../core/clock.ts';
import { isFailure, messageOf, unreachable } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { withTimeLimit } from '../../core/waiting.ts';
import { noteRow, putAside, storeKeyChange, WebVersion } from './account-rows.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { type AuthState, isLinked, openAuthState } from './auth-state.ts';
import { createStoredRetryCounters, type KnownKeys } from './caches.ts';
import { type Client, type ClientSettings, loadClient } from './client.ts';
import { decideLink } from './decide-link.ts';
import type { Journal } from './journal.ts';
import { keepLease, type LeaseParts, takeLease } from './lease.ts';
import {
  type Link,
  type LinkEffect,
  type LinkEvent,
  type LinkState,
  type SocketEvent,
  STOPPED_LINK,
} from './link-state.ts';
import type { LinkRequest } from './relinkable.ts';
import type { Acknowledgements } from './sender.ts';
import { type IncomingPorts, type LiveSocket, openSocket, type SocketParts } from './socket.ts';
import { ACCOUNT } from './stored-link.ts';

/** A connection that does not close by itself must not keep the program from ending. */
const CLOSE_WITHIN_MS = 3000;
/**
 * Close code for a connection that was not even begun, because nothing could be read: treated as a server in trouble.
 */
const STORE_UNAVAILABLE = 503;

/** Carries out what `decideLink` decides: one connection at a time, never without the lease. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #nowMs: () => number;
  readonly #stopping = new AbortController();
  #link: Link = STOPPED_LINK;
  #timer = new AbortController();
  #socket: LiveSocket | undefined;
  #watch = new AbortController();
  #closing: Promise<unknown> = Promise.resolve();
  #fence: Fence | undefined;
  #opened: OpenedAccount | undefined;
  /** Where the replaced device was moved. */
  #replaced: string | undefined;
  readonly #version: WebVersion;
  #releasing: Promise<void> = Promise.resolve();
  #finish: (why: string) => void = () => undefined;
  /** Resolves with the reason when a person has to do something before it can continue. */
  readonly ended = new Promise<string>((resolve) => {
    this.#finish = resolve;
  });

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#nowMs = steadyNow(parts.clock);
    const { store, settings, log } = parts;
    this.#version = new WebVersion({ store, account: ACCOUNT, settings, log });
  }

  get state(): LinkState {
    return this.#link.state;
  }

  get opened(): OpenedAccount | undefined {
    return this.#opened;
  }

  /** The socket, while it is logged in. */
  get socket(): WASocket | undefined {
    return ['syncing', 'open', 'degraded'].includes(this.state.at) ? this.#socket?.sock : undefined;
  }

  /** Writes a row beside the keys of the account. A value that cannot be written is known until the program ends. */
  remember(change: KeyChange): void {
    const { store, clock, log } = this.#parts;
    if (this.#fence !== undefined) storeKeyChange(change, { store, fence: this.#fence, clock, log });
  }

  start(): void {
    this.#handle({ type: 'start' });
  }

  /** Resolves when the connection is closed and the lease released. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#handle({ type: 'stop' });
    this.#timer.abort();
    this.#watch.abort();
    await this.#releasing;
  }

  #handle(event: LinkEvent): void {
    const { random, log, onState } = this.#parts;
    const before = this.#link.state;
    const { link, effects } = decideLink(this.#link, event, { nowMs: this.#nowMs(), random: random() });
    this.#link = link;
    if (link.state.at !== before.at || effects.length > 0) this.#timer.abort();
    // Every new code to scan is a change as well, and so is the result of looking for a version.
    if (link.state.at !== before.at || link.state.at === 'pairing' || event.type === 'version') {
      log.info('channel.whatsapp.state', {
        from: before.at,
        to: link.state.at,
        reason: 'why' in link.state ? link.state.why : event.type,
        attempts: link.memory.attempts,
      });
      onState(link.state);
    }
    for (const effect of effects) this.#act(effect);
  }

  #act(effect: LinkEffect): void {
    switch (effect.do) {
      case 'take-lease':
        void this.#takeLease();
        return;
      case 'release-lease':
        this.#releasing = this.#release();
        return;
      case 'connect':
        this.#connect(effect.generation);
        return;
      case 'end-socket':
        this.#endSocket(effect.why);
        return;
      case 'flush':
        this.#socket?.flush();
        return;
      case 'wake':
        void this.#wake(effect.afterMs);
        return;
      case 'refresh-version':
        void this.#refreshVersion();
        return;
      case 'quarantine':
        this.#putAside(effect.why);
        return;
      case 'finish':
        this.#finish(effect.why);
        return;
      default:
        unreachable(effect);
    }
  }

  async #takeLease(): Promise<void> {
    const { store, lease, clock, log } = this.#parts;
    const { signal } = this.#stopping;
    try {
      const taken = await takeLease(
        { lease: store.lease, account: ACCOUNT, self: lease.self, isAlive: lease.isAlive, clock, log },
        signal,
      );
      if (taken.kind === 'stopped') return;
      if (taken.kind === 'held') {
        const why = `Another program (process ${taken.pid}) uses this WhatsApp account. End it, or give this one a data folder of its own.`;
        this.#handle({ type: 'lock-refused', why });
        return;
      }
      this.#fence = taken.fence;
      this.#parts.known.clear();
      if (this.#parts.request.fresh) this.#replaced = this.#putAside('another device is to be linked');
      void this.#keepLease(taken.fence);
      const client = await loadClient();
      this.#opened = { client, auth: this.#openAuth(client, taken.fence), idleSinceMs: taken.idleSinceMs };
      this.#handle({ type: 'locked' });
    } catch (error) {
      // Also for unexpected errors: they must end the channel, not leave it waiting.
      this.#handle({ type: 'unreadable', why: messageOf(error) });
    }
  }

  #openAuth(client: Client, fence: Fence): AuthState {
    const { store, journal, known, clock } = this.#parts;
    return openAuthState(
      { store, journal, known, fence, clock, onLost: (why) => this.#handle({ type: 'lock-lost', why }) },
      {
        initAuthCreds: client.initAuthCreds,
        appStateKey: (value) => client.proto.Message.AppStateSyncKeyData.fromObject(value),
      },
    );
  }

  async #keepLease(fence: Fence): Promise<void> {
    const { store, clock, log } = this.#parts;
    const why = await keepLease(fence, { lease: store.lease, clock, log }, this.#stopping.signal);
    if (why !== undefined) this.#handle({ type: 'lock-lost', why });
  }

  #connect(generation: number): void {
    const opened = this.#opened;
    const fence = this.#fence;
    if (opened === undefined || fence === undefined) return;
    try {
      // Read anew: an interrupted pairing must not count as a linked device.
      const auth = this.#openAuth(opened.client, fence);
      this.#opened = { ...opened, auth };
      const notify: SocketParts['notify'] = (event) => this.#handle({ ...event, generation });
      const socket = openSocket(this.#socketParts({ client: opened.client, auth, fence, notify }));
      this.#socket = socket;
      this.#watch.abort();
      this.#watch = new AbortController();
      void watchSocket(socket, { clock: this.#parts.clock, notify }, this.#watch.signal);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const why = error.message;
      if (error.kind === 'invalid') this.#handle({ type: 'unreadable', why });
      // A database that is busy or full now may work at the next try.
      else this.#handle({ type: 'closed', generation, code: STORE_UNAVAILABLE, why, linked: true });
    }
  }

  #socketParts({
    client,
    auth,
    fence,
    notify,
  }: Pick<SocketParts, 'client' | 'auth' | 'notify'> & { readonly fence: Fence }): SocketParts {
    const { settings, journal, order, acknowledgements, request, caches, incoming, clock, log, store } =
      this.#parts;
    const version = this.#version.choose(client.DEFAULT_CONNECTION_CONFIG.version);
    return {
      client,
      auth,
      settings: { ...settings, version },
      journal,
      order,
      acknowledgements,
      caches: {
        devices: caches.devices,
        groups: caches.groups,
        retries: createStoredRetryCounters({ store, fence, clock, log }),
      },
      pairingPhone: request.pairingPhone,
      incoming,
      clock,
      log,
      notify,
      waitForFlush: () => store.waitForFlush(),
      sentMessage: (id) => store.sent.get(ACCOUNT, id)?.message,
      onLock: (lock) => this.#parts.onLock(lock),
    };
  }

  #endSocket(why: string): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#watch.abort();
    if (socket === undefined) return;
    this.#closing = withTimeLimit(socket.end(why), CLOSE_WITHIN_MS, this.#parts.clock);
  }

  async #refreshVersion(): Promise<void> {
    const newer = await this.#version.refresh(this.#stopping.signal);
    if (newer !== undefined) this.remember(noteRow('web-version', newer));
    this.#handle({ type: 'version', newer: newer !== undefined });
  }

  async #wake(afterMs: number): Promise<void> {
    const timer = new AbortController();
    this.#timer.abort();
    this.#timer = timer;
    await this.#parts.clock.sleep(afterMs, timer.signal);
    if (!timer.signal.aborted) this.#handle({ type: 'due' });
  }

  #putAside(why: string): string | undefined {
    const { store, clock, log } = this.#parts;
    this.#parts.known.clear();
    return this.#fence === undefined ? undefined : putAside(why, { store, fence: this.#fence, clock, log });
  }

  async #release(): Promise<void> {
    const { store, journal, log } = this.#parts;
    this.#stopping.abort();
    await this.#closing;
    try {
      journal.flush();
      const creds = this.#opened?.auth.creds;
      // No other device was linked: the previous one is still valid.
      if (this.#fence !== undefined && this.#replaced !== undefined && !(creds && isLinked(creds)))
        store.auth.restore(this.#fence, this.#replaced);
      if (this.#fence !== undefined) store.lease.release(this.#fence);
    } catch (error) {
      log.warn('channel.whatsapp.lease.not_released', { error: messageOf(error) });
    }
  }
}

interface ConnectionParts {
  readonly store: WhatsAppStore;
  readonly journal: Journal;
  readonly known: KnownKeys;
  readonly order: ArrivalOrder;
  readonly acknowledgements: Acknowledgements;
  readonly caches: Omit<SocketParts['caches'], 'retries'>;
  readonly settings: ClientSettings;
  readonly request: LinkRequest;
  readonly incoming: IncomingPorts;
  readonly lease: Pick<LeaseParts, 'self' | 'isAlive'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1; spreads reconnections over time. */
  random(): number;
  onLock: SocketParts['onLock'];
  /** Called after every change of state. */
  onState(state: LinkState): void;
}

/** Facts about the account once the lease is held and the client is loaded. */
interface OpenedAccount {
  readonly client: Client;
  readonly auth: AuthState;
  /** When an earlier program last held the lease. */
  readonly idleSinceMs: number | undefined;
}

const LOOK_MS = 5000;
/** With the time limit for an answer and the interval of checks, a dead line is noticed within 30 s. */
const QUIET_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;
const STUCK_AFTER_MS = MINUTE_MS;

/**
 * Watches one socket until `signal` aborts. Chats may be silent for days: only an unanswered query shows that the
 * other side is gone.
 */
export async function watchSocket(
  socket: Pick<LiveSocket, 'lastFrameUpMs' | 'isBuffering' | 'probe'>,
  { clock, notify }: { readonly clock: Clock; notify(event: SocketEvent): void },
  signal: AbortSignal,
): Promise<void> {
  const isStuck = createStuckCheck(STUCK_AFTER_MS);
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    if (signal.aborted) return;
    const upMs = clock.upMs();
    if (isStuck(socket.isBuffering(), upMs)) notify({ type: 'stuck' });
    const isQuiet = upMs - socket.lastFrameUpMs >= QUIET_MS;
    const why = isQuiet ? await probeForProblem(socket, clock) : undefined;
    if (why !== undefined && !signal.aborted) notify({ type: 'silent', why });
  }
}

/** Reports whether a condition has held at every check for this long. */
function createStuckCheck(ms: number): (isSo: boolean, upMs: number) => boolean {
  let sinceMs: number | undefined;
  return (isSo, upMs) => {
    sinceMs = isSo ? (sinceMs ?? upMs) : undefined;
    return sinceMs !== undefined && upMs - sinceMs >= ms;
  };
}

/** Why the other side seems gone; undefined when it answered in time. */
async function probeForProblem(socket: Pick<LiveSocket, 'probe'>, clock: Clock): Promise<string | undefined> {
  const answer = socket.probe().then(
    () => undefined,
    (error: unknown) => messageOf(error),
  );
  const why = await withTimeLimit(answer, ANSWER_WITHIN_MS, clock);
  return why === 'late' ? `no answer to a question within ${ANSWER_WITHIN_MS / 1000} s` : why;
}
