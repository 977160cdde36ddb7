import { unreachable } from '../../core/failure.ts';

/** State of the link to WhatsApp. Every change is one log event with its reason. */
export type LinkState =
  | { readonly at: 'stopped' }
  | { readonly at: 'locking'; readonly sinceMs: number }
  /** `synced`: the server has already reported that nothing waits, which it may do before the log-in is complete. */
  | { readonly at: 'connecting'; readonly sinceMs: number; readonly synced: boolean }
  | { readonly at: 'pairing'; readonly by: 'qr' | 'code'; readonly show: string; readonly sinceMs: number }
  /** Logged in; messages from while the program was away are arriving. */
  | { readonly at: 'syncing'; readonly sinceMs: number }
  | { readonly at: 'open'; readonly sinceMs: number }
  /** Logged in, but events are held back. */
  | { readonly at: 'degraded'; readonly why: string; readonly sinceMs: number }
  | { readonly at: 'backoff'; readonly untilMs: number; readonly why: string }
  /** WhatsApp refuses the present protocol version. `looked`: there is no newer one yet, or none may be used. */
  | { readonly at: 'outdated'; readonly untilMs: number; readonly why: string; readonly looked: boolean }
  | { readonly at: 'terminal'; readonly kind: TerminalKind; readonly why: string };

/** Nothing more is tried until a person has done something. */
export type TerminalKind = 'conflict' | 'logged_out' | 'banned' | 'lease' | 'unreadable';

/** Values kept across connections. */
export interface LinkMemory {
  /** Number of the newest socket; events of older ones no longer count. */
  readonly generation: number;
  /** Connections lost since the last one that stayed open for a minute. */
  readonly attempts: number;
  /** When the last few connections closed, oldest first. */
  readonly closesMs: readonly number[];
  readonly conflictAtMs: number | undefined;
}

export interface Link {
  readonly state: LinkState;
  readonly memory: LinkMemory;
}

export const STOPPED_LINK: Link = {
  state: { at: 'stopped' },
  memory: { generation: 0, attempts: 0, closesMs: [], conflictAtMs: undefined },
};

export type LinkEvent =
  | { readonly type: 'start' }
  | { readonly type: 'locked' }
  | { readonly type: 'lock-refused'; readonly why: string }
  | { readonly type: 'lock-lost'; readonly why: string }
  | { readonly type: 'unreadable'; readonly why: string }
  | { readonly type: 'stop' }
  /** The result of looking for a newer version. */
  | { readonly type: 'version'; readonly newer: boolean }
  /** The time of the newest `wake` has passed. */
  | { readonly type: 'due' }
  | (SocketEvent & { readonly generation: number });

/** Events of one socket. */
export type SocketEvent =
  | { readonly type: 'pairing'; readonly by: 'qr' | 'code'; readonly show: string }
  | { readonly type: 'opened' }
  | { readonly type: 'synced' }
  /** The event buffer has been closed for too long. */
  | { readonly type: 'stuck' }
  | { readonly type: 'silent'; readonly why: string }
  /** `linked`: a device was linked when the connection was made. */
  | { readonly type: 'closed'; readonly code: number; readonly why: string; readonly linked: boolean };

export type LinkEffect =
  | { readonly do: 'take-lease' }
  | { readonly do: 'release-lease' }
  | { readonly do: 'connect'; readonly generation: number }
  | { readonly do: 'end-socket'; readonly why: string }
  | { readonly do: 'flush' }
  /** Sends `due` after this time. A change of state without one cancels the previous one. */
  | { readonly do: 'wake'; readonly afterMs: number }
  /** Looks for a newer version; `version` reports the result. */
  | { readonly do: 'refresh-version' }
  | { readonly do: 'quarantine'; readonly why: string }
  | { readonly do: 'finish'; readonly why: string };

/**
 * - `connecting`: or coming back by itself. - `pairing`: waits for a phone. - `logged_out`: the phone has unlinked it.
 * - `given_up`: nothing is tried any more until a person has done something.
 */
export const LINK_WORDS = [
  'connected',
  'connecting',
  'pairing',
  'logged_out',
  'given_up',
  'stopped',
] as const;
export type LinkWord = (typeof LINK_WORDS)[number];

/** The state of a link in one word, for figures and scripts. */
export function linkWord(state: LinkState): LinkWord {
  switch (state.at) {
    case 'open':
    case 'degraded':
      return 'connected';
    case 'locking':
    case 'connecting':
    case 'syncing':
    case 'backoff':
    case 'outdated':
      return 'connecting';
    case 'pairing':
    case 'stopped':
      return state.at;
    case 'terminal':
      return state.kind === 'logged_out' ? 'logged_out' : 'given_up';
    default:
      return unreachable(state);
  }
}

/** `ABCD-EFGH`, as the phone shows it during typing. */
export function formatPairingCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
