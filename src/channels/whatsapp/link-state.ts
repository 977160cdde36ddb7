/** Where the link to WhatsApp stands. Every change is one log event with its reason. */
export type LinkState =
  | { readonly at: 'stopped' }
  | { readonly at: 'locking'; readonly sinceMs: number }
  /** `synced`: the server has already said that nothing waits, which it may do before the log-in is complete. */
  | { readonly at: 'connecting'; readonly sinceMs: number; readonly synced: boolean }
  | { readonly at: 'pairing'; readonly by: 'qr' | 'code'; readonly show: string; readonly sinceMs: number }
  /** Logged in; what came while the program was away is on its way. */
  | { readonly at: 'syncing'; readonly sinceMs: number }
  | { readonly at: 'open'; readonly sinceMs: number }
  /** Logged in, but events are held back. */
  | { readonly at: 'degraded'; readonly why: string; readonly sinceMs: number }
  | { readonly at: 'backoff'; readonly untilMs: number; readonly why: string }
  /** WhatsApp refuses the version that is spoken. `looked`: there is no newer one yet, or none may be taken. */
  | { readonly at: 'outdated'; readonly untilMs: number; readonly why: string; readonly looked: boolean }
  | { readonly at: 'terminal'; readonly kind: TerminalKind; readonly why: string };

/** Nothing is tried any more until a person has done something. */
export type TerminalKind = 'conflict' | 'logged_out' | 'banned' | 'lease' | 'unreadable';

/** What is remembered across connections. */
export interface LinkMemory {
  /** Number of the newest socket; what an older one says no longer counts. */
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
  /** A newer version was looked for. */
  | { readonly type: 'version'; readonly newer: boolean }
  /** The time that the newest `wake` asked for has passed. */
  | { readonly type: 'due' }
  | (SocketEvent & { readonly generation: number });

/** What one socket tells. */
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
  /** Sends `due` after this time. A change of state without one cancels the one before. */
  | { readonly do: 'wake'; readonly afterMs: number }
  /** Looks for a newer version to speak; `version` tells what came of it. */
  | { readonly do: 'refresh-version' }
  | { readonly do: 'quarantine'; readonly why: string }
  | { readonly do: 'finish'; readonly why: string };
