import { MINUTE_MS } from '../../core/clock.ts';
import { unreachable } from '../../core/failure.ts';
import type {
  Link,
  LinkEffect,
  LinkEvent,
  LinkMemory,
  LinkState,
  SocketEvent,
  TerminalKind,
} from './link-state.ts';

/** Time limit until it is open, or shows a code: an answer that is not an upgrade leaves the socket hanging. */
const CONNECT_WITHIN_MS = 45_000;
/** After a connection that stayed open this long, earlier failures no longer count. */
const STABLE_AFTER_MS = MINUTE_MS;
const SYNC_WITHIN_MS = MINUTE_MS;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
const STORM = { closes: 5, withinMs: 30_000, waitMs: 30_000 };
const CONFLICT = { waitMs: MINUTE_MS, againWithinMs: 10 * MINUTE_MS };
const OUTDATED_MS = 15 * MINUTE_MS;
const TIMED_OUT = 408;

interface LinkCircumstances {
  readonly nowMs: number;
  /** From 0 up to 1. */
  readonly random: number;
}

export interface LinkDecision {
  readonly link: Link;
  readonly effects: readonly LinkEffect[];
}

/** The next state after an event. An event that does not apply in a state changes nothing. */
export function decideLink(link: Link, event: LinkEvent, now: LinkCircumstances): LinkDecision {
  const { state, memory } = link;
  if (state.at === 'terminal' && event.type !== 'stop') return unchanged(link);
  switch (event.type) {
    case 'start':
      if (state.at !== 'stopped') return unchanged(link);
      return become(link, { at: 'locking', sinceMs: now.nowMs }, [{ do: 'take-lease' }]);
    case 'stop':
      return stopLink(link);
    case 'locked':
      return state.at === 'locking' ? startConnecting(memory, now) : unchanged(link);
    case 'lock-refused':
      if (state.at !== 'locking') return unchanged(link);
      return become(link, { at: 'terminal', kind: 'lease', why: event.why }, [finishEffect(event.why)]);
    case 'lock-lost':
      return decideLostLease(link, event.why);
    case 'unreadable':
      return giveUpLink({ link, kind: 'unreadable', why: event.why });
    case 'due':
      return decideDueEvent(link, now);
    case 'version':
      return decideVersion(link, event.newer, now);
    default:
      // A socket that was given up may still send events; a closing one nearly always does.
      return event.generation === memory.generation ? decideSocketEvent(link, event, now) : unchanged(link);
  }
}

function decideSocketEvent(link: Link, event: SocketEvent, now: LinkCircumstances): LinkDecision {
  const { state } = link;
  const sinceMs = now.nowMs;
  if (!isLive(state)) return unchanged(link);
  switch (event.type) {
    case 'pairing': {
      const { by, show } = event;
      if (state.at !== 'connecting' && state.at !== 'pairing') return unchanged(link);
      return become(link, { at: 'pairing', by, show, sinceMs }, []);
    }
    case 'opened':
      if (state.at === 'connecting' && state.synced) return markOpen(link, now);
      return become(link, { at: 'syncing', sinceMs }, [{ do: 'wake', afterMs: SYNC_WITHIN_MS }]);
    case 'synced':
      return decideSynced(link, now);
    case 'stuck':
      return state.at === 'open' ? degradeLink(link, now) : unchanged(link);
    case 'silent':
      return decideLoss(link, { code: TIMED_OUT, linked: true, why: event.why, end: true }, now);
    case 'closed':
      return decideLoss(link, { ...event, end: false }, now);
    default:
      return unreachable(event);
  }
}

function decideSynced(link: Link, now: LinkCircumstances): LinkDecision {
  const { state, memory } = link;
  if (state.at === 'syncing' || state.at === 'degraded') return markOpen(link, now);
  // The time limit for the log-in continues.
  if (state.at === 'connecting') return { link: { state: { ...state, synced: true }, memory }, effects: [] };
  return unchanged(link);
}

function markOpen(link: Link, now: LinkCircumstances): LinkDecision {
  return become(link, { at: 'open', sinceMs: now.nowMs }, [{ do: 'wake', afterMs: STABLE_AFTER_MS }]);
}

function decideDueEvent(link: Link, now: LinkCircumstances): LinkDecision {
  const { state, memory } = link;
  switch (state.at) {
    case 'backoff':
    case 'outdated':
      return startConnecting(memory, now);
    case 'connecting': {
      const why = `no answer within ${CONNECT_WITHIN_MS / 1000} s`;
      return decideLoss(link, { code: TIMED_OUT, linked: true, why, end: true }, now);
    }
    case 'syncing':
      return degradeLink(link, now);
    case 'degraded':
      return decideLoss(link, { code: TIMED_OUT, linked: true, why: state.why, end: true }, now);
    case 'open':
      return {
        link: { state, memory: { ...memory, attempts: 0 } },
        effects: [],
      };
    case 'stopped':
    case 'locking':
    case 'pairing':
    case 'terminal':
      return unchanged(link);
    default:
      return unreachable(state);
  }
}

interface Loss {
  readonly code: number;
  readonly linked: boolean;
  readonly why: string;
  /** True when the socket still has to be closed; it did not close by itself. */
  readonly end: boolean;
}

function decideLoss(link: Link, loss: Loss, now: LinkCircumstances): LinkDecision {
  const memory = {
    ...link.memory,
    closesMs: [...link.memory.closesMs, now.nowMs].slice(-STORM.closes),
  };
  const ended: Link = { state: link.state, memory };
  const decision = afterLoss(ended, loss, now);
  if (!loss.end) return decision;
  return { ...decision, effects: [{ do: 'end-socket', why: loss.why }, ...decision.effects] };
}

function afterLoss(link: Link, { code, linked, why }: Loss, now: LinkCircumstances): LinkDecision {
  const { memory, state } = link;
  const reason = `${code}: ${why}`;
  // The codes on the screen expired without a scan: new ones are needed at once.
  if (state.at === 'pairing' && code === TIMED_OUT && !isStorm(memory, now))
    return waitToConnect(link, { ms: 1000, why: reason }, now);
  const rule = closeRule({ code, linked });
  switch (rule.rule) {
    case 'again':
      return isStorm(memory, now)
        ? waitToConnect(link, { ms: STORM.waitMs, why: reason }, now)
        : startConnecting(memory, now);
    case 'backoff': {
      const ms = jitteredBackoffMs({ memory, firstMs: rule.firstMs }, now);
      return waitToConnect(
        { state, memory: { ...memory, attempts: memory.attempts + 1 } },
        { ms, why: reason },
        now,
      );
    }
    case 'conflict':
      return decideConflict(link, reason, now);
    case 'version':
      return versionRefused(link, reason, now);
    case 'terminal': {
      const decision = giveUpLink({ link, kind: rule.kind, why: rule.why });
      if (rule.kind !== 'logged_out') return decision;
      return { ...decision, effects: [{ do: 'quarantine', why: reason }, ...decision.effects] };
    }
    default:
      return unreachable(rule);
  }
}

/**
 * The same device has logged in elsewhere. Reconnecting at once would disconnect that one, which would reconnect in
 * turn, about once a second.
 */
function decideConflict(link: Link, reason: string, now: LinkCircumstances): LinkDecision {
  const { memory } = link;
  const before = memory.conflictAtMs;
  if (before === undefined || now.nowMs - before > CONFLICT.againWithinMs) {
    const next = { ...memory, conflictAtMs: now.nowMs };
    return waitToConnect({ state: link.state, memory: next }, { ms: CONFLICT.waitMs, why: reason }, now);
  }
  const why =
    'Another program uses the credentials of this linked device. End it, then start this one again; if you copied the data folder, link one of the two anew.';
  return giveUpLink({ link, kind: 'conflict', why });
}

/** It may be accepted again later: with a newer version, or after a change on the server. */
function versionRefused(link: Link, why: string, now: LinkCircumstances): LinkDecision {
  const state = { at: 'outdated', untilMs: now.nowMs + OUTDATED_MS, why, looked: false } as const;
  return become(link, state, [{ do: 'wake', afterMs: OUTDATED_MS }, { do: 'refresh-version' }]);
}

function decideVersion(link: Link, newer: boolean, now: LinkCircumstances): LinkDecision {
  const { state, memory } = link;
  if (state.at !== 'outdated') return unchanged(link);
  // The time until the next try continues.
  return newer
    ? startConnecting(memory, now)
    : { link: { state: { ...state, looked: true }, memory }, effects: [] };
}

/** Full jitter: many programs that lost the same server do not reconnect in the same second. */
function jitteredBackoffMs(
  { memory, firstMs }: { readonly memory: LinkMemory; readonly firstMs: number },
  now: LinkCircumstances,
): number {
  const most = Math.min(MAX_BACKOFF_MS, firstMs * 2 ** Math.min(memory.attempts, 20));
  const ms = Math.round(now.random * most);
  return isStorm(memory, now) ? Math.max(STORM.waitMs, ms) : ms;
}

function isStorm({ closesMs }: LinkMemory, { nowMs }: LinkCircumstances): boolean {
  const [oldest] = closesMs;
  return closesMs.length >= STORM.closes && oldest !== undefined && nowMs - oldest <= STORM.withinMs;
}

/** Starts a timer, and ignores all later events of a former socket. */
function startConnecting(memory: LinkMemory, now: LinkCircumstances): LinkDecision {
  const generation = memory.generation + 1;
  return {
    link: {
      state: { at: 'connecting', sinceMs: now.nowMs, synced: false },
      memory: { ...memory, generation },
    },
    effects: [
      { do: 'connect', generation },
      { do: 'wake', afterMs: CONNECT_WITHIN_MS },
    ],
  };
}

function waitToConnect(
  link: Link,
  { ms, why }: { readonly ms: number; readonly why: string },
  now: LinkCircumstances,
): LinkDecision {
  return become(link, { at: 'backoff', untilMs: now.nowMs + ms, why }, [{ do: 'wake', afterMs: ms }]);
}

function degradeLink(link: Link, now: LinkCircumstances): LinkDecision {
  const why = 'events are held back';
  return become(link, { at: 'degraded', why, sinceMs: now.nowMs }, [
    { do: 'flush' },
    { do: 'wake', afterMs: SYNC_WITHIN_MS },
  ]);
}

/** The socket is closed first: the new holder of the lease may already be logging in. */
function decideLostLease(link: Link, why: string): LinkDecision {
  if (link.state.at === 'stopped') return unchanged(link);
  return become(link, { at: 'terminal', kind: 'lease', why }, [{ do: 'end-socket', why }, finishEffect(why)]);
}

function giveUpLink({
  link,
  kind,
  why,
}: {
  readonly link: Link;
  readonly kind: TerminalKind;
  readonly why: string;
}): LinkDecision {
  return become(link, { at: 'terminal', kind, why }, [{ do: 'release-lease' }, finishEffect(why)]);
}

function stopLink(link: Link): LinkDecision {
  if (link.state.at === 'stopped') return unchanged(link);
  return become(link, { at: 'stopped' }, [{ do: 'end-socket', why: 'stopped' }, { do: 'release-lease' }]);
}

function finishEffect(why: string): LinkEffect {
  return { do: 'finish', why };
}

function become({ memory }: Link, state: LinkState, effects: readonly LinkEffect[]): LinkDecision {
  return { link: { state, memory }, effects };
}

function unchanged(link: Link): LinkDecision {
  return { link, effects: [] };
}

/** True when there is a socket whose events count. */
function isLive({ at }: LinkState): boolean {
  return ['connecting', 'pairing', 'syncing', 'open', 'degraded'].includes(at);
}

/** What to do about a closed connection, before time and chance are considered. */
type CloseRule =
  /** Reconnect at once, without counting an attempt: the server asked for it. */
  | { readonly rule: 'again' }
  | { readonly rule: 'backoff'; readonly firstMs: number }
  | { readonly rule: 'conflict' }
  | { readonly rule: 'version' }
  | { readonly rule: 'terminal'; readonly kind: TerminalKind; readonly why: string };

const USUAL: CloseRule = { rule: 'backoff', firstMs: 1000 };
/** The server is in trouble, or did not understand: wait longer. */
const SLOW: CloseRule = { rule: 'backoff', firstMs: 10_000 };

const RULES: Readonly<Record<number, CloseRule>> = {
  403: {
    rule: 'terminal',
    kind: 'banned',
    why: 'WhatsApp has blocked this account. Open WhatsApp on the phone and follow what it says; nothing is tried until the program is started again.',
  },
  405: { rule: 'version' },
  411: {
    rule: 'terminal',
    kind: 'logged_out',
    why: 'This account does not allow linked devices. Update WhatsApp on the phone, then link again with `wasap pair`.',
  },
  440: { rule: 'conflict' },
  500: SLOW,
  503: SLOW,
  515: { rule: 'again' },
};

const LOGGED_OUT: CloseRule = {
  rule: 'terminal',
  kind: 'logged_out',
  why: 'This device was unlinked on the phone. Link it again with `wasap pair`; the old credentials were moved aside.',
};

/** An unknown code is no reason to give up, and never one to throw credentials away. */
function closeRule({ code, linked }: { readonly code: number; readonly linked: boolean }): CloseRule {
  if (code === 401) return linked ? LOGGED_OUT : USUAL;
  return RULES[code] ?? USUAL;
}
