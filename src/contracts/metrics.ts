import type { SessionId } from '../core/ids.ts';

/** Facts that are stored only to be counted. */
export interface MetricsStore {
  /** A warning or a breaker of the loop detection. */
  noteLoop(loop: {
    readonly session: SessionId;
    readonly action: 'warning' | 'circuit_breaker';
    readonly atMs: number;
  }): void;
  /** Stalls since the last call. They need not survive a power cut. */
  noteStops(stops: { readonly count: number; readonly longestMs: number; readonly atMs: number }): void;
}
